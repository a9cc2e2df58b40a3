import { ROLES, type Role } from '#contract/roles.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { filters } from '../admin.css.ts'

export interface UserFilterValues {
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'active' | 'inactive' | undefined
}

export interface UserFiltersProps {
  readonly values: UserFilterValues
  readonly onChange: (change: UserFilterValues) => void
}

const ROLE_OPTIONS = [
  { id: 'all', label: 'All' },
  ...(['Admin', 'Trader', 'Viewer'] as const satisfies readonly Role[]).map((role) => ({ id: role, label: role })),
] as const
const STATUS_OPTIONS = [
  { id: 'all', label: 'All' },
  { id: 'active', label: 'Active' },
  { id: 'inactive', label: 'Inactive' },
] as const

export function UserFilters({ values, onChange }: UserFiltersProps) {
  const { search, role, status } = values
  const isFiltered = search !== undefined || role !== undefined || status !== undefined
  return (
    <search className={filters}>
      <SearchField
        isMain
        label="Search (email or username)"
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="Role"
        options={ROLE_OPTIONS}
        value={role ?? 'all'}
        onChange={(id) => onChange({ role: ROLES.find((known) => known === id) })}
      />
      <Select
        label="Status"
        options={STATUS_OPTIONS}
        value={status ?? 'all'}
        onChange={(id) => onChange({ status: id === 'all' ? undefined : id })}
      />
      <Button
        disabled={!isFiltered}
        onClick={() => onChange({ search: undefined, role: undefined, status: undefined })}
      >
        Clear Filters
      </Button>
    </search>
  )
}

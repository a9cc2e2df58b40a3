import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { filters } from '../admin.css.ts'
import type { GroupFilter } from './groups.ts'

export interface SessionFiltersProps {
  readonly values: GroupFilter
  readonly onChange: (change: GroupFilter) => void
}

const OPTIONS = [
  { id: 'all', label: 'All Sessions' },
  { id: 'active', label: 'Active Only' },
  { id: 'revoked', label: 'Revoked Only' },
] as const

export function SessionFilters({ values: { search, status }, onChange }: SessionFiltersProps) {
  return (
    <search className={filters}>
      <SearchField
        isMain
        label="Search (email or IP)"
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="Status"
        options={OPTIONS}
        value={status ?? 'all'}
        onChange={(id) => onChange({ status: id === 'all' ? undefined : id })}
      />
    </search>
  )
}

import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { filters } from '../admin.css.ts'
import type { SessionsSearch } from '../search-params.ts'

export interface SessionFiltersProps {
  readonly values: SessionsSearch
  readonly onChange: (change: SessionsSearch) => void
}

const VIEWS = [
  { id: 'users', label: 'By User' },
  { id: 'table', label: 'Table' },
] as const

const OPTIONS = [
  { id: 'all', label: 'All Sessions' },
  { id: 'active', label: 'Active Only' },
  { id: 'revoked', label: 'Revoked Only' },
] as const

export function SessionFilters({ values: { search, status, view }, onChange }: SessionFiltersProps) {
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
      <ToggleGroup
        label="View"
        options={VIEWS}
        value={view ?? 'users'}
        onChange={(id) => onChange({ view: id === 'table' ? id : undefined })}
      />
    </search>
  )
}

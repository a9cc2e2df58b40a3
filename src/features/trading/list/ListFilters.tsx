import { Button } from '#src/ui/controls/Button.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'
import * as css from './list.css.ts'

const STATUS_OPTIONS = [
  { id: 'all', label: 'All' },
  { id: 'active', label: 'Active' },
  { id: 'paused', label: 'Paused' },
  { id: 'stopped', label: 'Stopped' },
  { id: 'testing', label: 'Testing' },
  { id: 'archived', label: 'Archived' },
] as const
const SORT_OPTIONS = [
  { id: '-created_at', label: 'Newest first' },
  { id: 'created_at', label: 'Oldest first' },
  { id: 'name', label: 'Name' },
  { id: 'status', label: 'Status' },
] as const

interface ListFiltersProps {
  /** Strategies that pass the filters, and all of them, with those in the archive. */
  readonly found: number
  readonly count: number
}

/** Search, status and, for cards, order of the list, which the address has too. */
export function ListFilters({ found, count }: ListFiltersProps) {
  const { search, filter } = useTradingContext().address
  const { q, status, sort, view } = search
  const isFiltered = q !== undefined || status !== undefined
  return (
    <search className={css.filters}>
      <SearchField
        isMain
        label="Search"
        placeholder="Name, description, pair"
        maxLength={200}
        value={q ?? ''}
        onSearch={(text) => filter({ q: text || undefined, page: undefined })}
      />
      <Select
        label="Status"
        options={STATUS_OPTIONS}
        value={status ?? 'all'}
        onChange={(id) => filter({ status: id === 'all' ? undefined : id, page: undefined })}
      />
      {view === 'table' ? null : (
        <Select
          label="Order"
          options={SORT_OPTIONS}
          value={SORT_OPTIONS.find(({ id }) => id === sort)?.id ?? '-created_at'}
          onChange={(id) => filter({ sort: id === '-created_at' ? undefined : id })}
        />
      )}
      <div className={css.filterEnd}>
        <Button disabled={!isFiltered} onClick={() => filter({ q: undefined, status: undefined, page: undefined })}>
          Clear Filters
        </Button>
        <output className={layout.quiet}>
          {found} of {count}
        </output>
      </div>
    </search>
  )
}

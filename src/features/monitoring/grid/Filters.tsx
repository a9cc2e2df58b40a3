import { useCallback } from 'react'
import { humanize } from '#src/analysis/fields.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { STATUSES, type MonitoringSearch } from '../search.ts'
import { useDebouncedValue } from '../useDebouncedValue.ts'
import * as css from './grid.css.ts'

export interface FiltersProps {
  readonly search: MonitoringSearch
  readonly categories: readonly string[]
  readonly onChange: (change: Pick<MonitoringSearch, 'category' | 'status' | 'q'>) => void
}

/** Option id for all categories; no category can have this name. */
const ALL = '*'
/** Filters of the stream grid. */
export function Filters({ search, categories, onChange }: FiltersProps) {
  const onTyped = useCallback((text: string) => onChange({ q: text === '' ? undefined : text }), [onChange])
  const [typed, setTyped] = useDebouncedValue(search.q ?? '', onTyped)
  return (
    <div className={css.filters}>
      <div className={css.search}>
        <TextField
          label="Filter by key"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="BTCUSD, m15, divergence…"
          autoComplete="off"
          spellCheck={false}
          data-list-filter
        />
      </div>
      <div className={css.groups}>
        <ToggleGroup
          label="Category"
          value={search.category ?? ALL}
          onChange={(category) => onChange({ category: category === ALL ? undefined : category })}
          options={[{ id: ALL, label: 'All' }, ...categories.map((name) => ({ id: name, label: humanize(name) }))]}
        />
        <ToggleGroup
          label="Status"
          value={search.status ?? 'any'}
          onChange={(status) => onChange({ status: status === 'any' ? undefined : status })}
          options={[{ id: 'any' as const, label: 'Any status' }, ...STATUSES.map((id) => ({ id, label: id }))]}
        />
      </div>
    </div>
  )
}

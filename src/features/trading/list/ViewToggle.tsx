import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { useTradingContext } from '../trading-context.ts'

const VIEWS = [
  { id: 'cards', label: 'Cards' },
  { id: 'table', label: 'Table' },
] as const

/** Cards with what each strategy decided, or one table of all. [TG-49] */
export function ViewToggle() {
  const { search, browse } = useTradingContext().address
  return (
    <ToggleGroup
      label="View"
      options={VIEWS}
      value={search.view ?? 'cards'}
      onChange={(id) =>
        browse({ view: id === 'table' ? id : undefined, sort: undefined, page: undefined, hide: undefined })
      }
    />
  )
}

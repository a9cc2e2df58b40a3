import { useMemo } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { PagedTable } from '#src/ui/table/PagedTable.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { STRATEGY_COLUMNS } from '../search.ts'
import { useTradingContext } from '../trading-context.ts'
import { bulkStrategyActions } from './bulk-actions.ts'
import { ListExport } from './ListExport.tsx'
import { ListFilters } from './ListFilters.tsx'
import { selectStrategies } from './select-strategies.ts'
import { strategyColumns } from './table-columns.tsx'

interface StrategyTableProps {
  readonly strategies: readonly StrategySummary[]
  readonly onView: (id: string) => void
  readonly onChanged: () => void
  /** What to do if none matches. */
  readonly empty: string
}

const idOf = ({ id }: StrategySummary) => id
const nameOf = ({ name }: StrategySummary) => name

/** All strategies in one table, sorted and filtered here, as the page has all of them. [TG-49] */
export function StrategyTable({ strategies, onView, onChanged, empty }: StrategyTableProps) {
  const { address, commands, canEdit } = useTradingContext()
  const { search, browse } = address
  const { q, status, sort } = search
  const now = useNow(MINUTE_MS)
  const columns = useMemo(() => strategyColumns(now, onView), [now, onView])
  const actions = useMemo(() => (canEdit ? bulkStrategyActions(commands) : undefined), [canEdit, commands])
  const found = useMemo(() => selectStrategies(strategies, { q, status, sort }), [strategies, q, status, sort])
  return (
    <div className={layout.stack[3]}>
      <ListFilters found={found.length} count={strategies.length} />
      <div>
        <PagedTable
          caption="Strategies"
          noun="strategies"
          columns={columns}
          rows={found}
          total={undefined}
          pageSize={STRATEGY.rowsPerPage}
          rowId={idOf}
          nameOf={nameOf}
          sortColumns={STRATEGY_COLUMNS}
          usualSort="-created_at"
          search={search}
          onSearch={browse}
          actions={actions}
          onChanged={onChanged}
          empty={<EmptyState title="No strategy matches">{empty}</EmptyState>}
          renderExport={() => (found.length === 0 ? null : <ListExport strategies={found} />)}
        />
      </div>
    </div>
  )
}

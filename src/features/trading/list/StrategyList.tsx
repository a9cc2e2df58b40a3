import { RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import type { StrategyFailure } from '#src/app/services.ts'
import type { Reloadable } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { PagedTable } from '#src/ui/table/PagedTable.tsx'
import { Age } from '#src/ui/text/Age.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Loading } from '../Loading.tsx'
import { STRATEGY_COLUMNS, type TradingSearch } from '../search.ts'
import { asSentence } from '../texts.ts'
import { useTradingContext } from '../trading-context.ts'
import * as css from '../trading.css.ts'
import { ImportButton } from '../transfer/ImportButton.tsx'
import { ListExport } from './ListExport.tsx'
import { ListFilters } from './ListFilters.tsx'
import { StrategyCard } from './StrategyCard.tsx'
import { bulkStrategyActions, selectStrategies, withoutArchived } from './bulk-actions.ts'
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
function StrategyTable({ strategies, onView, onChanged, empty }: StrategyTableProps) {
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

/** Why a Viewer sees no strategy, and what can be done. */
function NothingShared() {
  const { address } = useTradingContext()
  return (
    <EmptyState
      title="No strategy is shared with you yet"
      action={<Button onClick={address.openDashboard}>Open the Dashboard</Button>}
    >
      <p>
        As a Viewer you read strategies that a Trader shares with you: their settings, their decisions, and why each was
        made. They appear here as soon as one is shared.
      </p>
      <p>
        Until then, the dashboard shows the market and its analysis. To create strategies of your own, ask an
        administrator for the Trader role.
      </p>
    </EmptyState>
  )
}

/** What a Viewer can do with the strategies in the list. */
function ReaderNote() {
  return (
    <p className={layout.quiet}>
      As a Viewer you can open strategies and read their decisions. Changing them needs the Trader role.
    </p>
  )
}

const VIEWS = [
  { id: 'cards', label: 'Cards' },
  { id: 'table', label: 'Table' },
] as const

/** Cards with what each strategy decided, or one table of all. [TG-49] */
function ViewToggle() {
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

/** Cards rendered at a time; each polls its own performance. */
const PAGE_SIZE = 24
/** Number of strategies from which search, filter and order are offered. */
const FILTERED_FROM = 10
const HOW_TO_CREATE = 'Create one with New Strategy: from a template, or your own.'

interface StrategyListProps {
  readonly list: Reloadable<readonly StrategySummary[], StrategyFailure>
  readonly onView: (id: string) => void
}

function UpdatedAgo({ at }: { readonly at: number }) {
  const now = useNow()
  return (
    <span className={css.age}>
      Updated <Age at={at} now={now} />
    </span>
  )
}

function Cards({
  strategies,
  onView,
}: { readonly strategies: readonly StrategySummary[] } & Pick<StrategyListProps, 'onView'>) {
  const [count, setCount] = useState(PAGE_SIZE)
  const remaining = strategies.length - count
  return (
    <>
      <ul className={css.cards} aria-label="Strategies">
        {strategies.slice(0, count).map((strategy) => (
          <StrategyCard key={strategy.id} strategy={strategy} onView={() => onView(strategy.id)} />
        ))}
      </ul>
      {remaining > 0 ? (
        <Button onClick={() => setCount(count + PAGE_SIZE)}>Show {Math.min(PAGE_SIZE, remaining)} more</Button>
      ) : null}
    </>
  )
}

function noMatchText({ q, status }: TradingSearch): string {
  if (q !== undefined) return 'Change the search or the status, or clear the filters.'
  return status === undefined ? 'All are in the archive: choose the status Archived.' : 'None has this status.'
}

interface FoundProps extends StrategyListProps {
  readonly strategies: readonly StrategySummary[]
}

/** [TG-38] [TG-45] [TG-49] */
function Found({ strategies, list, onView }: FoundProps) {
  const { address, canEdit } = useTradingContext()
  const { search } = address
  if (strategies.length === 0 && !canEdit) return <NothingShared />
  if (search.view === 'table')
    return (
      <StrategyTable
        strategies={strategies}
        onView={onView}
        onChanged={list.reload}
        empty={strategies.length === 0 ? HOW_TO_CREATE : noMatchText(search)}
      />
    )
  if (strategies.length === 0) return <EmptyState title="No strategies created yet">{HOW_TO_CREATE}</EmptyState>
  const isFiltered = search.q !== undefined || search.status !== undefined || search.sort !== undefined
  const hasArchived = withoutArchived(strategies).length < strategies.length
  const isShort = strategies.length < FILTERED_FROM && !hasArchived
  if (isShort && !isFiltered) return <Cards strategies={strategies} onView={onView} />
  const found = selectStrategies(strategies, search)
  return (
    <>
      <ListFilters found={found.length} count={strategies.length} />
      {found.length === 0 ? (
        <EmptyState title="No strategy matches">{noMatchText(search)}</EmptyState>
      ) : (
        <Cards strategies={found} onView={onView} />
      )}
    </>
  )
}

interface ToolbarProps extends Pick<StrategyListProps, 'list'> {
  readonly strategies: readonly StrategySummary[]
}

function Toolbar({ list, strategies }: ToolbarProps) {
  const { at, isLoading, reload } = list
  const { address, canEdit } = useTradingContext()
  const { search } = address
  const found = selectStrategies(strategies, search)
  return (
    <div className={css.bar}>
      <h3 className={css.heading}>Active Strategies ({withoutArchived(strategies).length})</h3>
      {at === undefined ? null : <UpdatedAgo at={at} />}
      <IconButton
        label="Refresh strategies"
        size="small"
        icon={<RefreshCw size={14} aria-hidden="true" />}
        disabled={isLoading}
        onClick={reload}
      />
      {strategies.length === 0 && search.view === undefined ? null : <ViewToggle />}
      {canEdit ? <ImportButton /> : null}
      {found.length === 0 || search.view === 'table' ? null : <ListExport strategies={found} />}
    </div>
  )
}

/** The strategies of the user, and those shared with them. */
export function StrategyList({ list, onView }: StrategyListProps) {
  const { canEdit } = useTradingContext()
  return (
    <AsyncContent
      data={list}
      loading={<Loading>Loading strategies...</Loading>}
      failed="Failed to load strategies"
      renderStale={(text) => (
        <Alert
          tone="warning"
          title="Failed to load strategies"
          action={
            <Button size="small" onClick={list.reload} busy={list.isLoading}>
              Retry
            </Button>
          }
        >
          {asSentence(text)} Showing the last known strategies.
        </Alert>
      )}
    >
      {(strategies) => (
        <div className={layout.stack[3]}>
          <Toolbar list={list} strategies={strategies} />
          {canEdit || strategies.length === 0 ? null : <ReaderNote />}
          <Found strategies={strategies} list={list} onView={onView} />
        </div>
      )}
    </AsyncContent>
  )
}

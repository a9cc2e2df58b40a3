import { STRATEGY_STATUSES, STATUS_CHANGES, type StrategyStatus } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { mapResult } from '#src/lib/result.ts'
import type { StrategyService } from '#src/app/services.ts'
import { pluralize } from '#src/ui/format/number.ts'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { parseSort, type Sort } from '#contract/sorting.ts'
import { toMillis } from '#contract/time.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { STRATEGY_COLUMNS, type StrategyColumn, type TradingSearch } from '#src/features/trading/search.ts'

type Commands = Pick<StrategyService['commands'], 'setStatus' | 'setArchived' | 'remove'>
type Run = ReturnType<Commands['setStatus']>

const strategies = (count: number) => pluralize(count, 'strategy', 'strategies')
const onlyToRead = ({ shared_by: sharedBy }: StrategySummary) =>
  sharedBy === undefined ? undefined : `Shared by ${sharedBy}, to read`
const statusOf = ({ status, archived_at: at }: StrategySummary) => (at === undefined ? status : 'archived')

const outcome = async (run: Run) =>
  mapResult(
    await run,
    () => undefined,
    ({ text }) => text,
  )

const changesStatus =
  (to: StrategyStatus) =>
  (strategy: StrategySummary): string | undefined =>
    onlyToRead(strategy) ?? (STATUS_CHANGES[strategy.status].includes(to) ? undefined : `It is ${statusOf(strategy)}`)

/** What can be done with several strategies together. */
export const bulkStrategyActions = (commands: Commands): readonly BulkAction<StrategySummary>[] => [
  {
    label: 'Pause',
    question: (count) => `Pause ${strategies(count)}?`,
    consequence: () => 'They decide nothing until they are resumed.',
    isHarmful: false,
    exempts: changesStatus('paused'),
    run: ({ id }) => outcome(commands.setStatus(id, 'paused')),
  },
  {
    label: 'Resume',
    question: (count) => `Resume ${strategies(count)}?`,
    consequence: () => 'They decide again from the next candle on.',
    isHarmful: false,
    exempts: changesStatus('active'),
    run: ({ id }) => outcome(commands.setStatus(id, 'active')),
  },
  {
    label: 'Stop',
    question: (count) => `Stop ${strategies(count)}?`,
    consequence: () => 'They decide no more, and a stopped strategy cannot be resumed. To interrupt them, pause them.',
    isHarmful: true,
    exempts: changesStatus('stopped'),
    run: ({ id }) => outcome(commands.setStatus(id, 'stopped')),
  },
  {
    label: 'Archive',
    question: (count) => `Archive ${strategies(count)}?`,
    consequence: () => 'They are then listed by the status Archived only, and can be taken out again.',
    isHarmful: false,
    exempts: (strategy) => {
      if (strategy.archived_at !== undefined) return 'Already archived'
      return onlyToRead(strategy) ?? (strategy.status === 'stopped' ? undefined : 'Only stopped ones can be archived')
    },
    run: ({ id }) => outcome(commands.setArchived(id, true)),
  },
  {
    label: 'Unarchive',
    question: (count) => `Take ${strategies(count)} out of the archive?`,
    consequence: () => 'They are listed again, stopped as they are.',
    isHarmful: false,
    exempts: (strategy) => onlyToRead(strategy) ?? (strategy.archived_at === undefined ? 'Not archived' : undefined),
    run: ({ id }) => outcome(commands.setArchived(id, false)),
  },
  {
    label: 'Delete',
    question: (count) => `Delete ${strategies(count)}?`,
    consequence: () => 'Their decisions and signals are deleted too. This cannot be undone.',
    isHarmful: true,
    exempts: onlyToRead,
    run: ({ id }) => outcome(commands.remove(id)),
  },
]

type Compare = (a: StrategySummary, b: StrategySummary) => number

const byName: Compare = (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })
const byNumber =
  (numberOf: (strategy: StrategySummary) => number): Compare =>
  (a, b) =>
    numberOf(a) - numberOf(b)

/** Ascending. */
const COMPARE: Readonly<Record<StrategyColumn, Compare>> = {
  name: byName,
  status: (a, b) => STRATEGY_STATUSES.indexOf(a.status) - STRATEGY_STATUSES.indexOf(b.status) || byName(a, b),
  symbols: (a, b) => a.symbols.join().localeCompare(b.symbols.join(), 'en') || byName(a, b),
  signal_sources: byNumber((strategy) => strategy.signal_sources),
  confluence_rules: byNumber((strategy) => strategy.confluence_rules),
  version_number: byNumber((strategy) => strategy.version_number),
  created_at: byNumber((strategy) => toMillis(strategy.created_at)),
}

function inOrder(strategies: readonly StrategySummary[], sort: Sort<StrategyColumn>): readonly StrategySummary[] {
  const { column, isDescending } = parseSort(sort)
  const compare = COMPARE[STRATEGY_COLUMNS.find((known) => known === column) ?? 'created_at']
  return strategies.toSorted(isDescending ? (a, b) => compare(b, a) : compare)
}

const textOf = ({ name, description, symbols }: StrategySummary): string =>
  [name, description, ...symbols, ...symbols.map(formatSymbol)].join('\n').toLowerCase()

const isArchived = ({ archived_at: at }: StrategySummary): boolean => at !== undefined

/** Those that are shown without a filter. */
export const withoutArchived = (strategies: readonly StrategySummary[]): readonly StrategySummary[] =>
  strategies.filter((strategy) => !isArchived(strategy))

const passes = (strategy: StrategySummary, status: TradingSearch['status']): boolean =>
  status === 'archived'
    ? isArchived(strategy)
    : !isArchived(strategy) && (status === undefined || strategy.status === status)

/** The strategies that pass the filters, in the wanted order; `strategies` are newest first. */
export function selectStrategies(
  strategies: readonly StrategySummary[],
  { q, status, sort }: TradingSearch,
): readonly StrategySummary[] {
  const words = (q ?? '').toLowerCase().split(/\s+/)
  const found = strategies.filter(
    (strategy) => passes(strategy, status) && words.every((word) => textOf(strategy).includes(word)),
  )
  return sort === undefined ? found : inOrder(found, sort)
}

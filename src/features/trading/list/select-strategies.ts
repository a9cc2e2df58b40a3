import { parseSort, type Sort } from '#contract/sorting.ts'
import { STRATEGY_STATUSES } from '#contract/strategies/names.ts'
import type { StrategySummary } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { STRATEGY_COLUMNS, type StrategyColumn, type TradingSearch } from '../search.ts'

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

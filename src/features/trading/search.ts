import { tableSearch, type TableSearch } from '#src/ui/table/search.ts'

// Part of the initial bundle, so it imports no schemas.

const FILTERS = ['active', 'paused', 'stopped', 'testing', 'archived'] as const
/** Columns by which the list can be sorted. */
export const STRATEGY_COLUMNS = [
  'name',
  'status',
  'symbols',
  'signal_sources',
  'confluence_rules',
  'version_number',
  'created_at',
] as const
export type StrategyColumn = (typeof STRATEGY_COLUMNS)[number]
const TABS = ['versions', 'sharing'] as const
const TYPES = ['BUY', 'SELL', 'HOLD'] as const
/** Periods that past decisions can be limited to. */
export const DECISION_HOURS = [1, 6, 24] as const

/** How the list is filtered and sorted, newest first by default; page and columns are those of the table. */
interface ListSearch extends TableSearch<StrategyColumn> {
  /** Part of a name, description or pair. */
  readonly q?: string | undefined
  /** Those that are archived, or of a status; all that are not archived by default. */
  readonly status?: (typeof FILTERS)[number] | undefined
  /** A table instead of cards. */
  readonly view?: 'table' | undefined
}

/** What is shown of the open strategy. */
export interface DetailSearch {
  /** The overview by default. */
  readonly tab?: (typeof TABS)[number] | undefined
  /** In the overview the version shown, the present one by default; among the versions the one that is compared. */
  readonly version?: number | undefined
  /** The version that it is compared with. */
  readonly against?: number | undefined
  /** Id of a decision whose explanation is open, above the latest. */
  readonly decision?: string | undefined
  /** Type and hours of past decisions; all by default. */
  readonly type?: (typeof TYPES)[number] | undefined
  readonly hours?: (typeof DECISION_HOURS)[number] | undefined
}

/** Search params of the trading screen. */
export interface TradingSearch extends ListSearch, DetailSearch {
  /** Id of the strategy whose details are open. */
  readonly strategy?: string | undefined
  /** Id of a backtest whose strategy is to be put on paper. */
  readonly from_backtest?: string | undefined
  /** Pair and price of an order that is to be placed on paper: `BTCUSD@90123.4`. */
  readonly order?: string | undefined
}

/** Those of a list without open details. */
export const NO_DETAIL = {
  strategy: undefined,
  tab: undefined,
  version: undefined,
  against: undefined,
  decision: undefined,
  type: undefined,
  hours: undefined,
} satisfies TradingSearch

const MAX_LENGTH = 200
const MAX_VERSION = 10_000

/** The router parses 7 and true in an address as number and boolean. */
const parseText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text === '' ? undefined : text.slice(0, MAX_LENGTH)
}

const parseVersion = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_VERSION ? value : undefined

/** Parses the search params of a strategy's page. Invalid ones are dropped; it never throws. */
export const strategySearch = (raw: Record<string, unknown>): DetailSearch => ({
  tab: TABS.find((each) => each === raw['tab']),
  version: parseVersion(raw['version']),
  against: parseVersion(raw['against']),
  decision: parseText(raw['decision']),
  type: TYPES.find((each) => each === raw['type']),
  hours: DECISION_HOURS.find((each) => each === raw['hours']),
})

/** Parses the search params of the trading screen, likewise. */
export const tradingSearch = (raw: Record<string, unknown>): TradingSearch => ({
  strategy: parseText(raw['strategy']),
  from_backtest: parseText(raw['from_backtest']),
  order: parseText(raw['order']),
  q: parseText(raw['q']),
  status: FILTERS.find((each) => each === raw['status']),
  view: raw['view'] === 'table' ? 'table' : undefined,
  ...tableSearch(raw, STRATEGY_COLUMNS),
  ...strategySearch(raw),
})

const SHOWN = ['candles', 'import'] as const

/** Search params of the backtests screen. */
export interface BacktestsSearch {
  /** Id of the backtest that is shown. */
  readonly backtest?: string | undefined
  /** Ids of those that are compared, separated by commas. */
  readonly compare?: string | undefined
  /** The candles that can be tested on instead of the list, or their import. */
  readonly show?: (typeof SHOWN)[number] | undefined
}

/** Parses the search params. Invalid ones are dropped; it never throws. */
export const backtestsSearch = (raw: Record<string, unknown>): BacktestsSearch => ({
  backtest: parseText(raw['backtest']),
  compare: parseText(raw['compare']),
  show: SHOWN.find((each) => each === raw['show']),
})

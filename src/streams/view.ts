import { DEFAULT_PAIR, type PairId } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME, TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'

/** What the dashboard shows: one pair, and its candles of one timeframe. */
export interface DashboardView {
  readonly pair: PairId
  readonly timeframe: Timeframe
}

/** The view that a dashboard opens with. */
export const DEFAULT_VIEW: DashboardView = { pair: DEFAULT_PAIR, timeframe: DEFAULT_TIMEFRAME }

export const isSameView = (a: DashboardView, b: DashboardView): boolean =>
  a.pair === b.pair && a.timeframe === b.timeframe

/** Seconds in one candle of the view. */
export const stepOf = ({ timeframe }: Pick<DashboardView, 'timeframe'>): number => TIMEFRAME_MINUTES[timeframe] * 60

import { INDICATOR_COLUMNS, indicatorValues, type IndicatorSeries } from '#contract/payloads/indicator-series.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createIndicatorTracker } from './snapshot.ts'

/**
 * Candles before the first one asked for. After them the slowest average (EMA of 100) has forgotten its seed to 1e-13, and the
 * one-minute candles of a session are complete.
 */
export const INDICATOR_WARM_UP = 1_500

/** Candles per step: about a millisecond of work. */
const BATCH = 100

/**
 * Indicators of closed candles, oldest first, for those that opened at or after `sinceS` (unix seconds). Yields between steps,
 * so that the process can serve requests in between.
 */
export function* indicatorSeries(
  pair: PairId,
  timeframe: Timeframe,
  candles: readonly Candle[],
  sinceS: number,
): Generator<void, IndicatorSeries> {
  const tracker = createIndicatorTracker(pair, 'kraken', timeframe)
  const rows: IndicatorSeries['rows'] = []
  for (const [index, candle] of candles.entries()) {
    if (index % BATCH === BATCH - 1) yield
    const values = indicatorValues(tracker.append(candle))
    if (candle.timestamp < sinceS) continue
    rows.push({ timestamp: candle.timestamp, values: INDICATOR_COLUMNS.map((column) => values[column] ?? null) })
  }
  return { timeframe, trading_pair: pair, columns: [...INDICATOR_COLUMNS], rows }
}

import { TIMEFRAME_MINUTES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { HOUR_S, MINUTE_S } from '../candles/math.ts'

/** An outage is longer than both: exchanges pause for up to four hours, and a few missing candles change no average. */
const OUTAGE_S = 4 * HOUR_S
const OUTAGE_CANDLES = 14

const durationOf = (timeframe: AnalysisTimeframe): number => TIMEFRAME_MINUTES[timeframe] * MINUTE_S

/** Open time of the candle that contains a minute; unix seconds. */
export const openTimeAt = (timeframe: AnalysisTimeframe, minute: number): number =>
  minute - (minute % durationOf(timeframe))

/** True when candles are missing for an outage between two open times of one timeframe. */
export function isOutage(timeframe: AnalysisTimeframe, last: number | undefined, open: number): boolean {
  if (last === undefined) return false
  const duration = durationOf(timeframe)
  return open - last - duration > Math.max(OUTAGE_S, OUTAGE_CANDLES * duration)
}

import { ANALYSIS_CATEGORY, CANDLE_CATEGORY, INDICATOR_CATEGORY } from './analysis/payloads.ts'
import { parseStreamKey } from './stream-keys.ts'
import { parseTimeframe, TIMEFRAME_MINUTES } from './timeframes.ts'

const MINUTE_MS = 60_000

/** The running candle of the market-data socket changes at least this often, wall time. */
export const TICK_CADENCE_MS = 1_000

/**
 * How often a stream gets an entry, in ms of market time: candles and indicators when a candle of their timeframe closes,
 * analyses every minute. Undefined where nothing is promised, as for the signals of models.
 */
export function cadenceOf(key: string): number | undefined {
  const { category, subcategory } = parseStreamKey(key)
  if (category === ANALYSIS_CATEGORY) return MINUTE_MS
  if (category !== CANDLE_CATEGORY && category !== INDICATOR_CATEGORY) return undefined
  const timeframe = parseTimeframe(subcategory)
  return timeframe && TIMEFRAME_MINUTES[timeframe] * MINUTE_MS
}

import { ANALYSIS_CATEGORY, CANDLE_CATEGORY, INDICATOR_CATEGORY } from './payloads/streams.ts'
import { parseStreamKey } from './stream-keys.ts'
import { parseTimeframe, TIMEFRAME_MINUTES } from './timeframes.ts'

const MINUTE_S = 60

/** The running candle of the market-data socket changes at least this often, wall time. */
export const TICK_CADENCE_MS = 1_000

/** Time between two entries of a stream: one per candle for those with a timeframe, all others one per minute. */
export function streamCadenceSeconds(subcategory: string): number {
  const timeframe = parseTimeframe(subcategory)
  return (timeframe === undefined ? 1 : TIMEFRAME_MINUTES[timeframe]) * MINUTE_S
}

/** The same in ms for the stream of a key; undefined where nothing is promised, as for the signals of models. */
export function cadenceOf(key: string): number | undefined {
  const { category, subcategory } = parseStreamKey(key)
  const hasTimeframe = category === CANDLE_CATEGORY || category === INDICATOR_CATEGORY
  const isPromised = hasTimeframe ? parseTimeframe(subcategory) !== undefined : category === ANALYSIS_CATEGORY
  return isPromised ? streamCadenceSeconds(subcategory) * 1_000 : undefined
}

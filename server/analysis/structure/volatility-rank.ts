import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { DataError } from '#contract/analysis/errors.ts'
import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { StructureVolatility } from '#contract/analysis/structure.ts'

/** Minimum number of candles for a rank. */
const MIN_CANDLES = 50
/** Number of candles to rank against. */
const LOOKBACK = 480

type Reading = (snapshot: IndicatorSnapshot) => number | undefined

const atrOf: Reading = ({ atr_14 }) => atr_14
const bandWidthOf: Reading = ({ bollinger_bands: bands }) =>
  bands && bands.middle > 0 ? (bands.upper - bands.lower) / bands.middle : undefined

/** Share of the last 480 candles, the newest among them, with a smaller value than it; undefined with fewer than 50. */
function rankOf(newest: IndicatorSnapshot, past: readonly IndicatorSnapshot[], read: Reading): number | undefined {
  const now = read(newest)
  if (now === undefined) return undefined
  let known = 1
  let smaller = 0
  for (let i = Math.max(0, past.length - LOOKBACK + 1); i < past.length; i++) {
    const snapshot = past[i]
    const value = snapshot && read(snapshot)
    if (value === undefined) continue
    known += 1
    if (value < now) smaller += 1
  }
  return known < MIN_CANDLES ? undefined : smaller / known
}

/** A snapshot with the ranks of its volatility among those before it. */
export function withRanks(snapshot: IndicatorSnapshot, past: readonly IndicatorSnapshot[]): IndicatorSnapshot {
  const atr = rankOf(snapshot, past, atrOf)
  const bandWidth = rankOf(snapshot, past, bandWidthOf)
  return {
    ...snapshot,
    ...(atr === undefined ? {} : { atr_rank: atr }),
    ...(bandWidth === undefined ? {} : { band_width_rank: bandWidth }),
  }
}

/** Error of a payload whose volatility had to be assumed normal. */
export const VOLATILITY_UNRANKED: DataError = {
  code: 'invalid_summary',
  message: 'Too few candles to rank the volatility: assumed to be normal.',
}

/** Low for the lowest quarter, high for the highest; normal without a rank (see `VOLATILITY_UNRANKED`). */
export function structureVolatility(rank: number | undefined): StructureVolatility {
  if (rank === undefined) return 'normal'
  if (rank < 0.25) return 'low'
  return rank > 0.75 ? 'high' : 'normal'
}

/** Like `structureVolatility`, with the highest twentieth as extreme. */
export function alignedVolatility(rank: number | undefined): AlignedVolatility {
  return rank !== undefined && rank > 0.95 ? 'extreme' : structureVolatility(rank)
}

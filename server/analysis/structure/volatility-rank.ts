import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { DataError } from '#contract/analysis/errors.ts'
import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { StructureVolatility } from '#contract/analysis/structure.ts'

/** Minimum number of candles for a rank. */
const MIN_CANDLES = 50
/** Number of candles to rank against. */
const LOOKBACK = 480

/** Share of the last 480 candles with a smaller average true range than the newest; undefined with fewer than 50. */
export function volatilityRank(snapshots: readonly IndicatorSnapshot[]): number | undefined {
  const now = snapshots.at(-1)?.atr_14
  if (now === undefined) return undefined
  let known = 0
  let smaller = 0
  for (let i = Math.max(0, snapshots.length - LOOKBACK); i < snapshots.length; i++) {
    const atr_14 = snapshots[i]?.atr_14
    if (atr_14 === undefined) continue
    known += 1
    if (atr_14 < now) smaller += 1
  }
  return known < MIN_CANDLES ? undefined : smaller / known
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

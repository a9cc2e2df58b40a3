import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { DataError } from '#contract/analysis/errors.ts'
import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { StructureVolatility } from '#contract/analysis/structure.ts'

/** Candles before which a rank says nothing. */
const MIN_CANDLES = 50
/** Candles compared with. */
const LOOKBACK = 480

/** Share of the last 480 candles whose average true range was smaller than the newest one's; undefined with fewer than fifty. */
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

/** What a payload says that had to take the volatility as normal. */
export const VOLATILITY_UNRANKED: DataError = {
  code: 'invalid_summary',
  message: 'Too few candles to rank the volatility: it stands as normal.',
}

/** Quiet quarter, wild quarter, and the half between; without a rank normal, which is then told (`UNRANKED`). */
export function structureVolatility(rank: number | undefined): StructureVolatility {
  if (rank === undefined) return 'normal'
  if (rank < 0.25) return 'low'
  return rank > 0.75 ? 'high' : 'normal'
}

/** As `structureVolatility`, with the wildest twentieth apart. */
export function alignedVolatility(rank: number | undefined): AlignedVolatility {
  return rank !== undefined && rank > 0.95 ? 'extreme' : structureVolatility(rank)
}

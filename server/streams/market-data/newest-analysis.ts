import { crossTimeframeSchema } from '#contract/analysis/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/analysis/divergence.ts'
import { indicatorSnapshotSchema, type IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import { levelSetSchema } from '#contract/analysis/levels.ts'
import { patternAnalysisSchema } from '#contract/analysis/patterns.ts'
import { analysisKey, indicatorKey } from '#contract/analysis/payloads.ts'
import { marketStructureSchema } from '#contract/analysis/structure.ts'
import type { PairId } from '#contract/pairs.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import type { ReadableLog } from '../readable-log.ts'
import { readNewest, type WithMetadata } from './query.ts'

/** The newest payload of each analysis stream of a pair, undefined before the first. */
export const newestAnalysis = (log: ReadableLog) => ({
  levels: (pair: PairId) => readNewest(log, analysisKey(pair, 'support_resistance'), levelSetSchema),
  patterns: (pair: PairId) => readNewest(log, analysisKey(pair, 'consolidated_patterns'), patternAnalysisSchema),
  structure: (pair: PairId) => readNewest(log, analysisKey(pair, 'market_structure'), marketStructureSchema),
  divergence: (pair: PairId) => readNewest(log, analysisKey(pair, 'divergence'), divergenceAnalysisSchema),
  crossTimeframe: (pair: PairId) =>
    readNewest(log, analysisKey(pair, 'cross_timeframe_analysis'), crossTimeframeSchema),

  /** Indicators by timeframe; a timeframe without a closed candle is absent. */
  async snapshots(
    pair: PairId,
    timeframes: readonly AnalysisTimeframe[],
  ): Promise<Partial<Record<AnalysisTimeframe, WithMetadata<IndicatorSnapshot>>>> {
    const found: Partial<Record<AnalysisTimeframe, WithMetadata<IndicatorSnapshot>>> = {}
    for (const timeframe of timeframes) {
      const snapshot = await readNewest(log, indicatorKey(pair, timeframe), indicatorSnapshotSchema)
      if (snapshot) found[timeframe] = snapshot
    }
    return found
  },
})

import { crossTimeframeSchema } from '#contract/payloads/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/payloads/divergence.ts'
import { type IndicatorSnapshot, indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { levelSetSchema } from '#contract/payloads/levels.ts'
import { patternAnalysisSchema } from '#contract/payloads/patterns.ts'
import { analysisKey, indicatorKey } from '#contract/payloads/streams.ts'
import { marketStructureSchema } from '#contract/payloads/structure.ts'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { filterDivergences } from '#server/analysis/divergence/payload.ts'
import { filterPatterns } from '#server/analysis/patterns/payload.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import type { Service } from '#server/http/app.ts'
import { serve, requirePair, requireTimeframe } from '#server/http/serve.ts'
import { type StreamLog, type ReadableLog, toReadableLog } from '../ports.ts'
import { type ClosedCandles, indicatorRoutes } from './indicators.ts'
import { notPublishedYet, readNewest, toResponse, type WithMetadata } from './query.ts'
import { type ActiveModels, signalRoutes } from './signals.ts'

/** The newest payload of each analysis stream of a pair, undefined before the first. */
const newestAnalysis = (log: ReadableLog) => ({
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

/** All but the score-card, which counts for itself. */
const { scoreCard: _, ...endpoints } = ANALYSIS

/** Parses a comma-separated list of timeframes, finest first. Throws a 400 that lists the analysed ones. */
function timeframesOf(list: string): readonly AnalysisTimeframe[] {
  const named = new Set(list.split(',').map((spelling) => requireTimeframe(spelling.trim(), ANALYSIS_TIMEFRAMES)))
  return ANALYSIS_TIMEFRAMES.filter((timeframe) => named.has(timeframe))
}

/** The analysis of one pair as of its last closed minute; mounted under the market-data base. */
const analysisRoutes =
  (log: ReadableLog, market: MarketKind): Service =>
  async (app) => {
    const newest = newestAnalysis(log)

    serve(app, endpoints, {
      async supportResistance({ params }) {
        const pair = requirePair(params.pair)
        return toResponse(await newest.levels(pair), notPublishedYet('support and resistance', pair))
      },

      async divergence({ params, query }) {
        const pair = requirePair(params.pair)
        const timeframes = timeframesOf(query.timeframes)
        const analysis = await newest.divergence(pair)
        return toResponse(analysis && filterDivergences(analysis, timeframes), notPublishedYet('divergence', pair))
      },

      async patterns({ params, query }) {
        const pair = requirePair(params.pair)
        const timeframes = timeframesOf(query.timeframes)
        const analysis = await newest.patterns(pair)
        return toResponse(analysis && filterPatterns(analysis, timeframes), notPublishedYet('pattern analysis', pair))
      },

      async crossTimeframe({ params }) {
        const pair = requirePair(params.pair)
        return toResponse(await newest.crossTimeframe(pair), notPublishedYet('cross-timeframe analysis', pair))
      },

      trackRecords: () => ({ success: true, data: TRACK_RECORDS }),

      async comprehensive({ params, query }) {
        const pair = requirePair(params.pair)
        const timeframes = timeframesOf(query.timeframes)
        const [indicators, levels, patterns, structure, divergence, cross] = await Promise.all([
          newest.snapshots(pair, timeframes),
          newest.levels(pair),
          newest.patterns(pair),
          newest.structure(pair),
          newest.divergence(pair),
          newest.crossTimeframe(pair),
        ])
        const data = {
          trading_pair: pair,
          exchange: market,
          indicators,
          support_resistance: levels ?? null,
          consolidated_patterns: patterns ? filterPatterns(patterns, timeframes) : null,
          market_structure: structure ?? null,
          divergence: divergence ? filterDivergences(divergence, timeframes) : null,
          cross_timeframe_analysis: cross ?? null,
        }
        return { success: true, data, ...(!levels && { reason: notPublishedYet('the analysis', pair) }) }
      },
    })
  }

export interface MarketDataDeps {
  readonly log: StreamLog
  readonly market: MarketKind
  readonly activeModels: ActiveModels
  readonly closedCandles: ClosedCandles
}

/**
 * Routes of indicators, analysis and signals, mounted under the market-data base. They read the same log as the
 * stream-proxy and the analytics socket, so that all three agree; only indicators of the past are computed anew.
 */
export const marketDataRoutes =
  ({ log, market, activeModels, closedCandles }: MarketDataDeps): Service =>
  async (app) => {
    const readable = toReadableLog(log)
    await app.register(indicatorRoutes(readable, closedCandles))
    await app.register(analysisRoutes(readable, market))
    await app.register(signalRoutes(readable, market, activeModels))
  }

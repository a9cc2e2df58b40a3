import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import * as z from 'zod/mini'
import { crossTimeframeSchema } from '#contract/analysis/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/analysis/divergence.ts'
import { indicatorSeriesSchema } from '#contract/analysis/indicator-series.ts'
import { type IndicatorSnapshot, indicatorSnapshotSchema } from '#contract/analysis/indicators.ts'
import { levelSetSchema } from '#contract/analysis/levels.ts'
import { patternAnalysisSchema } from '#contract/analysis/patterns.ts'
import { analysisKey, indicatorKey } from '#contract/analysis/payloads.ts'
import {
  comprehensiveResponseSchema,
  crossTimeframeResponseSchema,
  divergenceResponseSchema,
  levelsResponseSchema,
  patternsResponseSchema,
  trackRecordsResponseSchema,
} from '#contract/analysis/responses.ts'
import { marketStructureSchema } from '#contract/analysis/structure.ts'
import { successOf } from '#contract/auth.ts'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { numericString } from '#contract/numeric-strings.ts'
import { DEFAULT_PAIR, type PairId } from '#contract/pairs.ts'
import { ANALYSIS, INDICATORS } from '#contract/paths.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { toSeconds } from '#contract/time.ts'
import {
  ANALYSIS_TIMEFRAMES,
  type AnalysisTimeframe,
  type Timeframe,
  TIMEFRAME_MINUTES,
  TIMEFRAMES,
} from '#contract/timeframes.ts'
import { filterDivergences } from '#server/analysis/divergence/payload.ts'
import { INDICATOR_WARM_UP, indicatorSeries } from '#server/analysis/indicators/series.ts'
import { filterPatterns } from '#server/analysis/patterns/payload.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import { RequestError } from '#server/http/errors.ts'
import { requirePair, requireTimeframe } from '#server/http/parameters.ts'
import type { StreamLog } from '../ports.ts'
import { type ReadableLog, toReadableLog } from '../readable-log.ts'
import { indicatorRoutes } from './indicators.ts'
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

const params = z.object({ pair: z.string().check(z.maxLength(40)) })
const querystring = z.object({ timeframes: z._default(z.string().check(z.maxLength(100)), ANALYSIS_TIMEFRAMES.join()) })

/** Parses a comma-separated list of timeframes, finest first. Throws a 400 that lists the analysed ones. */
function timeframesOf(list: string): readonly AnalysisTimeframe[] {
  const named = new Set(list.split(',').map((spelling) => requireTimeframe(spelling.trim(), ANALYSIS_TIMEFRAMES)))
  return ANALYSIS_TIMEFRAMES.filter((timeframe) => named.has(timeframe))
}

/** The analysis of one pair as of its last closed minute; mounted under the market-data base. */
const analysisRoutes =
  (log: ReadableLog, market: MarketKind): FastifyPluginAsyncZod =>
  async (app) => {
    const newest = newestAnalysis(log)

    app.get(
      ANALYSIS.supportResistance,
      { schema: { params, response: { 200: levelsResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        return toResponse(await newest.levels(pair), notPublishedYet('support and resistance', pair))
      },
    )

    app.get(
      ANALYSIS.divergence,
      { schema: { params, querystring, response: { 200: divergenceResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        const timeframes = timeframesOf(request.query.timeframes)
        const analysis = await newest.divergence(pair)
        return toResponse(analysis && filterDivergences(analysis, timeframes), notPublishedYet('divergence', pair))
      },
    )

    app.get(
      ANALYSIS.patterns,
      { schema: { params, querystring, response: { 200: patternsResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        const timeframes = timeframesOf(request.query.timeframes)
        const analysis = await newest.patterns(pair)
        return toResponse(analysis && filterPatterns(analysis, timeframes), notPublishedYet('pattern analysis', pair))
      },
    )

    app.get(
      ANALYSIS.crossTimeframe,
      { schema: { params, response: { 200: crossTimeframeResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        return toResponse(await newest.crossTimeframe(pair), notPublishedYet('cross-timeframe analysis', pair))
      },
    )

    app.get(ANALYSIS.trackRecords, { schema: { response: { 200: trackRecordsResponseSchema } } }, () => ({
      success: true as const,
      data: TRACK_RECORDS,
    }))

    app.get(
      ANALYSIS.comprehensive,
      { schema: { params, querystring, response: { 200: comprehensiveResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        const timeframes = timeframesOf(request.query.timeframes)
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
        return { success: true as const, data, ...(!levels && { reason: notPublishedYet('the analysis', pair) }) }
      },
    )
  }

/** The last `limit` closed candles that opened before a time (unix seconds), oldest first. */
export type ClosedCandles = (pair: PairId, timeframe: Timeframe, beforeS: number, limit: number) => readonly Candle[]

const text = z.string().check(z.maxLength(40))
const time = numericString('must be a unix timestamp')

/** Past indicators of closed candles, computed as the live ones are; mounted under the market-data base. */
const indicatorSeriesRoute =
  (closedCandles: ClosedCandles): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      INDICATORS.series,
      {
        schema: {
          params: z.object({ timeframe: text }),
          querystring: z.object({ pair: z._default(text, DEFAULT_PAIR), since: time, before: time }),
          response: { 200: successOf(indicatorSeriesSchema) },
        },
      },
      async ({ params, query }) => {
        const timeframe = requireTimeframe(params.timeframe, TIMEFRAMES)
        const pair = requirePair(query.pair)
        const [sinceS, beforeS] = [toSeconds(query.since), toSeconds(query.before)]
        const count = (beforeS - sinceS) / (TIMEFRAME_MINUTES[timeframe] * 60)
        if (count <= 0 || count > CHART.pageCandles) {
          throw new RequestError(400, `Ask for 1 to ${CHART.pageCandles} candles: since a time and before a later one.`)
        }
        const candles = closedCandles(pair, timeframe, beforeS, Math.ceil(count) + INDICATOR_WARM_UP)
        const steps = indicatorSeries(pair, timeframe, candles, sinceS)
        for (;;) {
          const { done, value } = steps.next()
          if (done) return { success: true as const, data: value }
          await yieldToEventLoop()
        }
      },
    )
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
  ({ log, market, activeModels, closedCandles }: MarketDataDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const readable = toReadableLog(log)
    await app.register(indicatorRoutes(readable))
    await app.register(indicatorSeriesRoute(closedCandles))
    await app.register(analysisRoutes(readable, market))
    await app.register(signalRoutes(readable, market, activeModels))
  }

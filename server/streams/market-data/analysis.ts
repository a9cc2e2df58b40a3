import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  comprehensiveResponseSchema,
  crossTimeframeResponseSchema,
  divergenceResponseSchema,
  levelsResponseSchema,
  patternsResponseSchema,
  trackRecordsResponseSchema,
} from '#contract/analysis/responses.ts'
import { ANALYSIS } from '#contract/paths.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { filterDivergences } from '#server/analysis/divergence/payload.ts'
import { filterPatterns } from '#server/analysis/patterns/payload.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import { requirePair, requireTimeframe } from '#server/http/parameters.ts'
import type { ReadableLog } from '../readable-log.ts'
import { newestAnalysis } from './newest-analysis.ts'
import { notPublishedYet, toResponse } from './query.ts'

const params = z.object({ pair: z.string().check(z.maxLength(40)) })
const querystring = z.object({ timeframes: z._default(z.string().check(z.maxLength(100)), ANALYSIS_TIMEFRAMES.join()) })

/** Parses a comma-separated list of timeframes, finest first. Throws a 400 that lists the analysed ones. */
function timeframesOf(list: string): readonly AnalysisTimeframe[] {
  const named = new Set(list.split(',').map((spelling) => requireTimeframe(spelling.trim(), ANALYSIS_TIMEFRAMES)))
  return ANALYSIS_TIMEFRAMES.filter((timeframe) => named.has(timeframe))
}

/** The analysis of one pair as of its last closed minute; mounted under the market-data base. */
export const analysisRoutes =
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

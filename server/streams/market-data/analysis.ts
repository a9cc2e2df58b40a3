import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  comprehensiveReplySchema,
  crossTimeframeReplySchema,
  divergenceReplySchema,
  levelsReplySchema,
  patternsReplySchema,
} from '#contract/analysis/replies.ts'
import { EXCHANGES } from '#contract/pairs.ts'
import { ANALYSIS } from '#contract/paths.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { narrowDivergence } from '#server/analysis/divergence/payload.ts'
import { narrowPatterns } from '#server/analysis/patterns/payload.ts'
import { pairOf, timeframeOf } from '#server/http/parameters.ts'
import type { ReadableLog } from '../reachable.ts'
import { newestAnalysis } from './newest-analysis.ts'
import { nothingYet, replyOf } from './reading.ts'

const params = z.object({ pair: z.string().check(z.maxLength(40)) })
const querystring = z.object({ timeframes: z._default(z.string().check(z.maxLength(100)), ANALYSIS_TIMEFRAMES.join()) })

/** The timeframes of a list with commas, finest first. Throws a 400 that lists those that are analysed. */
function timeframesOf(list: string): readonly AnalysisTimeframe[] {
  const named = new Set(list.split(',').map((spelling) => timeframeOf(spelling.trim(), ANALYSIS_TIMEFRAMES)))
  return ANALYSIS_TIMEFRAMES.filter((timeframe) => named.has(timeframe))
}

/** The analysis of one pair as of its last closed minute; mounted under the market-data base. */
export const analysisRoutes =
  (log: ReadableLog): FastifyPluginAsyncZod =>
  async (app) => {
    const newest = newestAnalysis(log)

    app.get(
      ANALYSIS.supportResistance,
      { schema: { params, response: { 200: levelsReplySchema } } },
      async (request) => {
        const pair = pairOf(request.params.pair)
        return replyOf(await newest.levels(pair), nothingYet('support and resistance', pair))
      },
    )

    app.get(
      ANALYSIS.divergence,
      { schema: { params, querystring, response: { 200: divergenceReplySchema } } },
      async (request) => {
        const pair = pairOf(request.params.pair)
        const timeframes = timeframesOf(request.query.timeframes)
        const analysis = await newest.divergence(pair)
        return replyOf(analysis && narrowDivergence(analysis, timeframes), nothingYet('divergence', pair))
      },
    )

    app.get(
      ANALYSIS.patterns,
      { schema: { params, querystring, response: { 200: patternsReplySchema } } },
      async (request) => {
        const pair = pairOf(request.params.pair)
        const timeframes = timeframesOf(request.query.timeframes)
        const analysis = await newest.patterns(pair)
        return replyOf(analysis && narrowPatterns(analysis, timeframes), nothingYet('pattern analysis', pair))
      },
    )

    app.get(
      ANALYSIS.crossTimeframe,
      { schema: { params, response: { 200: crossTimeframeReplySchema } } },
      async (request) => {
        const pair = pairOf(request.params.pair)
        return replyOf(await newest.crossTimeframe(pair), nothingYet('cross-timeframe analysis', pair))
      },
    )

    app.get(
      ANALYSIS.comprehensive,
      { schema: { params, querystring, response: { 200: comprehensiveReplySchema } } },
      async (request) => {
        const pair = pairOf(request.params.pair)
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
          exchange: EXCHANGES[0],
          indicators,
          support_resistance: levels ?? null,
          consolidated_patterns: patterns ? narrowPatterns(patterns, timeframes) : null,
          market_structure: structure ?? null,
          divergence: divergence ? narrowDivergence(divergence, timeframes) : null,
          cross_timeframe_analysis: cross ?? null,
        }
        return { success: true as const, data, ...(!levels && { reason: nothingYet('the analysis', pair) }) }
      },
    )
  }

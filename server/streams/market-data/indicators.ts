import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { indicatorSnapshotSchema, type IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import { indicatorKey } from '#contract/analysis/payloads.ts'
import { snapshotHistoryResponseSchema, snapshotResponseSchema } from '#contract/analysis/responses.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { CHART, GATEWAY } from '#contract/limits.ts'
import { DEFAULT_PAIR, type PairId } from '#contract/pairs.ts'
import { INDICATORS } from '#contract/paths.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { requirePair, requireTimeframe } from '#server/http/parameters.ts'
import type { ReadableLog } from '../readable-log.ts'
import { readNewest, notPublishedYet, readRecent, toResponse, type WithMetadata } from './query.ts'

const text = z.string().check(z.maxLength(40))
const params = z.object({ timeframe: text })
const pairQuery = z.object({ pair: z._default(text, DEFAULT_PAIR) })
const historyQuery = z.extend(pairQuery, {
  limit: z._default(integerString(1, GATEWAY.resumeEntries), CHART.firstView),
})

type Indicator = Exclude<keyof IndicatorSnapshot, 'timeframe' | 'timestamp' | 'trading_pair' | 'exchange'>

/** Endpoints of single indicators, and the snapshot fields each returns. */
const SINGLE: readonly { readonly path: string; readonly fields: readonly Indicator[] }[] = [
  { path: INDICATORS.rsi, fields: ['rsi_14', 'rsi_7'] },
  { path: INDICATORS.ema9, fields: ['ema_9'] },
  { path: INDICATORS.ema21, fields: ['ema_21'] },
  { path: INDICATORS.bollingerBands, fields: ['bollinger_bands'] },
  { path: INDICATORS.atr, fields: ['atr_14'] },
  { path: INDICATORS.macd, fields: ['macd'] },
  { path: INDICATORS.stochastic, fields: ['stochastic'] },
]

/** The snapshot without the other indicators. */
function pickIndicators(
  snapshot: WithMetadata<IndicatorSnapshot>,
  fields: readonly Indicator[],
): WithMetadata<IndicatorSnapshot> {
  const { timeframe, timestamp, trading_pair, exchange, message_id, provenance } = snapshot
  const chosen = Object.fromEntries(fields.flatMap((field) => (field in snapshot ? [[field, snapshot[field]]] : [])))
  return { timeframe, timestamp, trading_pair, exchange, ...chosen, message_id, provenance }
}

const snapshotNotPublished = (timeframe: Timeframe, pair: PairId) => notPublishedYet(`the ${timeframe} snapshot`, pair)

/** Indicators of the newest closed candle of a timeframe, and of those before it; mounted under the market-data base. */
export const indicatorRoutes =
  (log: ReadableLog): FastifyPluginAsyncZod =>
  async (app) => {
    const parseRequest = (request: { params: { timeframe: string }; query: { pair: string } }) => {
      const timeframe = requireTimeframe(request.params.timeframe, TIMEFRAMES)
      const pair = requirePair(request.query.pair)
      return { timeframe, pair, key: indicatorKey(pair, timeframe) }
    }

    app.get(
      INDICATORS.all,
      { schema: { params, querystring: pairQuery, response: { 200: snapshotResponseSchema } } },
      async (request) => {
        const { timeframe, pair, key } = parseRequest(request)
        return toResponse(await readNewest(log, key, indicatorSnapshotSchema), snapshotNotPublished(timeframe, pair))
      },
    )

    for (const { path, fields } of SINGLE) {
      app.get(
        path,
        { schema: { params, querystring: pairQuery, response: { 200: snapshotResponseSchema } } },
        async (request) => {
          const { timeframe, pair, key } = parseRequest(request)
          const snapshot = await readNewest(log, key, indicatorSnapshotSchema)
          const reply = toResponse(snapshot && pickIndicators(snapshot, fields), snapshotNotPublished(timeframe, pair))
          const missing = fields.filter((field) => snapshot && !(field in snapshot))
          if (missing.length === 0) return reply
          return { ...reply, reason: `Warming up, or not defined by these candles: ${missing.join(', ')}.` }
        },
      )
    }

    app.get(
      INDICATORS.history,
      { schema: { params, querystring: historyQuery, response: { 200: snapshotHistoryResponseSchema } } },
      async (request) => {
        const { timeframe, pair, key } = parseRequest(request)
        const newestFirst = await readRecent(log, key, indicatorSnapshotSchema, request.query.limit)
        const indicators = newestFirst.toReversed()
        return {
          success: true as const,
          data: { timeframe, trading_pair: pair, count: indicators.length, indicators },
          ...(indicators.length === 0 && { reason: snapshotNotPublished(timeframe, pair) }),
        }
      },
    )
  }

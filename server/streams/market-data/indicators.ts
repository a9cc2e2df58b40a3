import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { indicatorSnapshotSchema, type IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { indicatorKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import * as INDICATORS from '#contract/endpoints/indicators.ts'
import { CHART } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { INDICATOR_WARM_UP, indicatorSeries } from '#server/analysis/indicators/series.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve, requirePair, requireTimeframe } from '#server/http/serve.ts'
import { readNewest, notPublishedYet, readRecent, toResponse, type WithMetadata } from './query.ts'
import type { ReadableLog } from '#server/streams/ports.ts'

type Indicator = Exclude<keyof IndicatorSnapshot, 'timeframe' | 'timestamp' | 'trading_pair' | 'exchange'>

/** The snapshot without the other indicators. */
function pickIndicators(
  snapshot: WithMetadata<IndicatorSnapshot>,
  fields: readonly Indicator[],
): WithMetadata<IndicatorSnapshot> {
  const { timeframe, timestamp, trading_pair, exchange, message_id, provenance } = snapshot
  const chosen = Object.fromEntries(fields.flatMap((field) => (field in snapshot ? [[field, snapshot[field]]] : [])))
  return { timeframe, timestamp, trading_pair, exchange, ...chosen, message_id, provenance }
}

/** The last `limit` closed candles that opened before a time (unix seconds), oldest first. */
export type ClosedCandles = (pair: PairId, timeframe: Timeframe, beforeS: number, limit: number) => readonly Candle[]

/** What all of these endpoints take. */
interface IndicatorRequest {
  readonly params: { readonly timeframe: string }
  readonly query: { readonly pair: string }
}

const snapshotNotPublished = (timeframe: Timeframe, pair: PairId) => notPublishedYet(`the ${timeframe} snapshot`, pair)

function parseRequest({ params, query }: IndicatorRequest) {
  const timeframe = requireTimeframe(params.timeframe, TIMEFRAMES)
  const pair = requirePair(query.pair)
  return { timeframe, pair, key: indicatorKey(pair, timeframe) }
}

/**
 * Indicators of the newest closed candle of a timeframe, and of those before it, as published; a series of any past candles,
 * computed as the live ones are. Mounted under the market-data base.
 */
export const indicatorRoutes =
  (log: ReadableLog, closedCandles: ClosedCandles): Service =>
  async (app) => {
    /** The fields that an endpoint of one indicator returns. */
    const single =
      (...fields: readonly Indicator[]) =>
      async (request: IndicatorRequest) => {
        const { timeframe, pair, key } = parseRequest(request)
        const snapshot = await readNewest(log, key, indicatorSnapshotSchema)
        const reply = toResponse(snapshot && pickIndicators(snapshot, fields), snapshotNotPublished(timeframe, pair))
        const missing = fields.filter((field) => snapshot && !(field in snapshot))
        if (missing.length === 0) return reply
        return { ...reply, reason: `Warming up, or not defined by these candles: ${missing.join(', ')}.` }
      }

    serve(app, INDICATORS, {
      async all(request) {
        const { timeframe, pair, key } = parseRequest(request)
        return toResponse(await readNewest(log, key, indicatorSnapshotSchema), snapshotNotPublished(timeframe, pair))
      },

      async history(request) {
        const { timeframe, pair, key } = parseRequest(request)
        const newestFirst = await readRecent(log, key, indicatorSnapshotSchema, request.query.limit)
        const indicators = newestFirst.toReversed()
        return {
          success: true,
          data: { timeframe, trading_pair: pair, count: indicators.length, indicators },
          ...(indicators.length === 0 && { reason: snapshotNotPublished(timeframe, pair) }),
        }
      },

      async series(request) {
        const { timeframe, pair } = parseRequest(request)
        const { since: sinceS, before: beforeS } = request.query
        const count = (beforeS - sinceS) / (TIMEFRAME_MINUTES[timeframe] * 60)
        if (count <= 0 || count > CHART.pageCandles) {
          throw new RequestError(400, `Ask for 1 to ${CHART.pageCandles} candles: since a time and before a later one.`)
        }
        const candles = closedCandles(pair, timeframe, beforeS, Math.ceil(count) + INDICATOR_WARM_UP)
        const steps = indicatorSeries(pair, timeframe, candles, sinceS)
        for (;;) {
          const { done, value } = steps.next()
          if (done) return { success: true, data: value }
          await yieldToEventLoop()
        }
      },

      rsi: single('rsi_14', 'rsi_7'),
      ema9: single('ema_9'),
      ema21: single('ema_21'),
      bollingerBands: single('bollinger_bands'),
      atr: single('atr_14'),
      macd: single('macd'),
      stochastic: single('stochastic'),
    })
  }

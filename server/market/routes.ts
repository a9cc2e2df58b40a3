import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { successOf } from '#contract/auth.ts'
import {
  candlesResponseSchema,
  candleStatusResponseSchema,
  latestCandleResponseSchema,
  timeframesResponseSchema,
} from '#contract/candles.ts'
import { numericString, integerString } from '#contract/numeric-strings.ts'
import { CHART } from '#contract/limits.ts'
import { DEFAULT_PAIR, PAIRS, parsePairs, type PairId } from '#contract/pairs.ts'
import { CANDLES } from '#contract/paths.ts'
import type { Provenance } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, toInterval, type Timeframe } from '#contract/timeframes.ts'
import { toSeconds } from '#contract/time.ts'
import { RequestError } from '#server/http/errors.ts'
import { requirePair, requireTimeframe } from '#server/http/parameters.ts'
import type { CandleSlice, CandleStore, MarketService } from './ports.ts'
import { MINUTE_S } from './store/fold.ts'

/** Maximum candles per request: slightly more than a day of minutes. */
const MAX_LIMIT = 5_000

const limitSchema = z._default(integerString(1, MAX_LIMIT), CHART.maxCandles)
const TIME_MESSAGE = 'must be a unix timestamp'
const timeSchema = z.optional(numericString(TIME_MESSAGE).check(z.gte(0, TIME_MESSAGE)))
const text = z.string().check(z.maxLength(40))

const pairQuery = z.object({ pair: z._default(text, DEFAULT_PAIR) })
const recentQuery = z.extend(pairQuery, { timeframe: z._default(text, '1m'), limit: limitSchema })
const rangeQuery = z.extend(pairQuery, { limit: limitSchema, since: timeSchema, before: timeSchema })
const timeframeParams = z.object({ timeframe: text })

const intervalOf = (spelling: string): Timeframe => requireTimeframe(spelling, TIMEFRAMES, toInterval)

/** The five candle endpoints, to be registered under the market-data base path. */
export const candleRoutes =
  (service: MarketService, now: () => number): FastifyPluginAsyncZod =>
  async (app) => {
    const { store } = service

    function provenance(pair: PairId): Provenance {
      const [last] = store.recent(pair, 'M1', 1).candles
      const closing = last ? (last.timestamp + MINUTE_S) * 1000 : service.clock.now()
      const { exchangeTime, receivedAt } = service.lastSeen(pair) ?? { exchangeTime: closing, receivedAt: now() }
      return {
        market: service.describe().kind,
        exchange_time: exchangeTime,
        received_at: receivedAt,
        published_at: now(),
      }
    }

    const candlesResponse = (pair: PairId, timeframe: Timeframe, { candles, lastIsComplete }: CandleSlice) => ({
      success: true as const,
      data: {
        candles: [...candles],
        timeframe: toInterval(timeframe),
        trading_pair: PAIRS[pair].label,
        count: candles.length,
        last_is_complete: lastIsComplete,
        provenance: provenance(pair),
      },
    })

    app.get(
      CANDLES.timeframes,
      { schema: { querystring: pairQuery, response: { 200: successOf(timeframesResponseSchema) } } },
      ({ query }) => {
        const pair = requirePair(query.pair)
        return {
          success: true as const,
          data: {
            trading_pair: PAIRS[pair].label,
            timeframes: TIMEFRAMES.map((timeframe) => ({
              interval: toInterval(timeframe),
              timeframe,
              minutes: TIMEFRAME_MINUTES[timeframe],
              count: store.count(pair, timeframe),
            })),
          },
        }
      },
    )

    app.get(
      CANDLES.recent,
      { schema: { querystring: recentQuery, response: { 200: successOf(candlesResponseSchema) } } },
      ({ query }) => {
        const pair = requirePair(query.pair)
        const timeframe = intervalOf(query.timeframe)
        return candlesResponse(pair, timeframe, store.recent(pair, timeframe, query.limit))
      },
    )

    app.get(CANDLES.status, { schema: { response: { 200: successOf(candleStatusResponseSchema) } } }, () => {
      const market = service.describe()
      return {
        success: true as const,
        data: {
          market,
          pairs: parsePairs(market.pairs).map((pair) => ({
            trading_pair: PAIRS[pair].label,
            age_seconds: ageOf(service, pair),
            counts: countsOf(service, pair),
            refused: store.refused(pair),
          })),
          notices: [...service.notices()],
        },
      }
    })

    app.get(
      CANDLES.latest,
      {
        schema: {
          params: timeframeParams,
          querystring: pairQuery,
          response: { 200: successOf(latestCandleResponseSchema) },
        },
      },
      ({ params, query }) => {
        const pair = requirePair(query.pair)
        const timeframe = intervalOf(params.timeframe)
        const { candles, lastIsComplete } = store.recent(pair, timeframe, 1)
        return {
          success: true as const,
          data: {
            candle: candles[0] ?? null,
            timeframe: toInterval(timeframe),
            trading_pair: PAIRS[pair].label,
            is_complete: lastIsComplete,
            provenance: provenance(pair),
          },
        }
      },
    )

    app.get(
      CANDLES.byTimeframe,
      {
        schema: {
          params: timeframeParams,
          querystring: rangeQuery,
          response: { 200: successOf(candlesResponseSchema) },
        },
      },
      ({ params, query }) => {
        const pair = requirePair(query.pair)
        const timeframe = intervalOf(params.timeframe)
        return candlesResponse(pair, timeframe, pageOf(store, pair, timeframe, query))
      },
    )
  }

type RangeQuery = z.infer<typeof rangeQuery>

/** The first candles since a time, or the last before a time, or the newest. Throws for both times. */
function pageOf(store: CandleStore, pair: PairId, timeframe: Timeframe, { since, before, limit }: RangeQuery) {
  if (since !== undefined && before !== undefined) {
    throw new RequestError(400, 'Ask for candles since a time or before one, not both.')
  }
  if (since !== undefined) return store.since(pair, timeframe, toSeconds(since), limit)
  if (before !== undefined) return store.before(pair, timeframe, toSeconds(before), limit)
  return store.recent(pair, timeframe, limit)
}

/** Market seconds since the last update of the pair. */
function ageOf(service: MarketService, pair: PairId): number | null {
  const observation = service.lastSeen(pair)
  return observation ? Math.max(0, (service.clock.now() - observation.exchangeTime) / 1000) : null
}

const countsOf = ({ store }: MarketService, pair: PairId) => ({
  '1m': store.count(pair, 'M1'),
  '5m': store.count(pair, 'M5'),
  '15m': store.count(pair, 'M15'),
  '30m': store.count(pair, 'M30'),
  '1h': store.count(pair, 'H1'),
  '4h': store.count(pair, 'H4'),
  '1d': store.count(pair, 'D1'),
})

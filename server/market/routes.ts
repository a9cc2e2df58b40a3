import type * as z from 'zod/mini'
import * as CANDLES from '#contract/endpoints/candles.ts'
import { PAIRS, parsePairs, type PairId } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, toInterval, type Timeframe } from '#contract/timeframes.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve, requirePair, requireTimeframe } from '#server/http/serve.ts'
import type { CandleSlice, CandleStore, MarketService } from './ports.ts'
import { MINUTE_S } from './store/fold.ts'

const intervalOf = (spelling: string): Timeframe => requireTimeframe(spelling, TIMEFRAMES, toInterval)

/** The candle endpoints, to be registered under the market-data base path. */
export const candleRoutes =
  (service: MarketService, now: () => number): Service =>
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

    serve(app, CANDLES, {
      timeframes({ query }) {
        const pair = requirePair(query.pair)
        return {
          success: true,
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

      recent({ query }) {
        const pair = requirePair(query.pair)
        const timeframe = intervalOf(query.timeframe)
        return candlesResponse(pair, timeframe, store.recent(pair, timeframe, query.limit))
      },

      byTimeframe({ params, query }) {
        const pair = requirePair(query.pair)
        const timeframe = intervalOf(params.timeframe)
        return candlesResponse(pair, timeframe, pageOf(store, pair, timeframe, query))
      },

      latest({ params, query }) {
        const pair = requirePair(query.pair)
        const timeframe = intervalOf(params.timeframe)
        const { candles, lastIsComplete } = store.recent(pair, timeframe, 1)
        return {
          success: true,
          data: {
            candle: candles[0] ?? null,
            timeframe: toInterval(timeframe),
            trading_pair: PAIRS[pair].label,
            is_complete: lastIsComplete,
            provenance: provenance(pair),
          },
        }
      },

      status() {
        const market = service.describe()
        return {
          success: true,
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
      },
    })
  }

type RangeQuery = z.infer<typeof CANDLES.byTimeframe.query>

/** The first candles since a time, or the last before a time, or the newest. Throws for both times. */
function pageOf(store: CandleStore, pair: PairId, timeframe: Timeframe, { since, before, limit }: RangeQuery) {
  if (since !== undefined && before !== undefined) {
    throw new RequestError(400, 'Ask for candles since a time or before one, not both.')
  }
  if (since !== undefined) return store.since(pair, timeframe, since, limit)
  if (before !== undefined) return store.before(pair, timeframe, before, limit)
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

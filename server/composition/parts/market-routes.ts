import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { candleRoutes } from '#server/market/routes.ts'
import { marketDataRoutes } from '#server/streams/market-data/routes.ts'
import type { Composition } from './composition.ts'

/** Candles and analysis over HTTP. */
export const marketRoutesPart = fp<Composition>(
  async (app, { market: { now } }) => {
    const { log, market } = app.live
    await app.register(candleRoutes(market, now), { prefix: DEFAULT_BASES.tdp })
    await app.register(
      marketDataRoutes(
        log,
        () => app.models.active(),
        (pair, timeframe, beforeS, limit) => {
          const { candles, lastIsComplete } = market.store.before(pair, timeframe, beforeS, limit)
          return lastIsComplete ? candles : candles.slice(0, -1)
        },
      ),
      { prefix: DEFAULT_BASES.tdp },
    )
  },
  { name: 'market-routes', dependencies: ['live-data', 'models'] },
)

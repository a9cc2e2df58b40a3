import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { candleRoutes } from '#server/market/routes.ts'
import { marketDataRoutes } from '#server/streams/market-data/routes.ts'
import { streamProxyRoutes } from '#server/streams/routes.ts'
import { readVersion } from '../project.ts'
import type { Composition } from './composition.ts'

/** The listening port; 0 before that. */
function portOf(app: FastifyInstance): number {
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

/** Candles, analysis and the stream-proxy over HTTP. */
export const marketRoutesPart = fp<Composition>(
  async (app, { market: { now } }) => {
    const { log, market, publisher } = app.live
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
    await app.register(
      streamProxyRoutes({
        log,
        version: readVersion(),
        port: () => portOf(app),
        analytics: () => publisher.health(),
        readiness: () => app.readiness(),
        now,
      }),
      { prefix: DEFAULT_BASES.proxy },
    )
  },
  { name: 'market-routes', dependencies: ['live-data', 'models', 'operations'] },
)

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { streamProxyRoutes } from './routes.ts'
import { readVersion } from '../process/project.ts'
import type { ServerContext } from '../context.ts'

/** The listening port; 0 before that. */
function portOf(app: FastifyInstance): number {
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

/** The streams over HTTP. */
export const streamProxyPlugin = fp<ServerContext>(
  async (app, { market: { now } }) => {
    const { log, analysis, market } = app.liveFeed
    await app.register(
      streamProxyRoutes({
        log,
        market: () => market.describe().kind,
        version: readVersion(),
        port: () => portOf(app),
        analytics: analysis,
        readiness: () => app.readiness(),
        now,
      }),
      { prefix: DEFAULT_BASES.proxy },
    )
  },
  { name: 'stream-proxy', dependencies: ['live-feed', 'operations'] },
)

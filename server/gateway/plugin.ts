import fp from 'fastify-plugin'
import { map, merge } from 'rxjs'
import { CLOSE } from '#contract/close-codes.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { ServerContext } from '../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly gateway: Gateway
  }
}

/** The sockets of signed-in clients, on the port of the HTTP server. */
export const gatewayPlugin = fp<ServerContext>(
  async (app, { settings, logger, allowedOrigins, market: { now, random } }) => {
    const { access, sessionEnded$, tokensRenewed$, faultInjection } = app.identity
    const gateway = createGateway({
      access,
      accessEnded$: merge(
        sessionEnded$.pipe(map(({ sessionId, reason }) => ({ sessionId, code: CLOSE.sessionEnded, reason }))),
        tokensRenewed$.pipe(map(({ sessionId }) => ({ sessionId, code: CLOSE.token, reason: 'Access token renewed' }))),
      ),
      faultInjection,
      market: () => app.liveFeed.market.describe(),
      allowedOrigins,
      compress: settings.compress,
      isAside: () => app.standing?.isAside() ?? false,
      trustProxy: settings.trustProxy,
      endpoints: app.liveFeed.endpoints,
      privateFeed: app.paperFeed,
      now,
      random,
      report: (event) => logger.info(event, 'gateway'),
    })
    gateway.attach(app.server)
    app.decorate('gateway', gateway)
  },
  { name: 'gateway', dependencies: ['identity', 'live-feed', 'paper-feed'] },
)

import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { createStrategies, type Strategies } from './strategies.ts'
import { assertLeads } from '../cluster/leadership-plugin.ts'
import type { ServerContext } from '../context.ts'
import type { OnAccountChange } from '#server/identity/admin/queries.ts'
import { reportTo } from '#server/process/uncaught.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly strategies: Strategies
  }
}

/** Evaluates strategies on the live data; `start` sets them in motion. */
export const strategiesPlugin = fp<ServerContext>(
  async (app, { logger, market: { now } }) => {
    const strategies = createStrategies({
      database: app.database,
      assertLeads: assertLeads(app),
      streams: app.live.streams,
      audit: async (tx, entry) => void (await writeAudit(tx, entry)),
      now,
      stopwatch: () => performance.now(),
      report: reportTo(app.database, logger.error.bind(logger), 'strategies failed'),
    })
    app.decorate('strategies', strategies)
    await app.register(strategies.routes, { prefix: DEFAULT_BASES.strategy })
  },
  { name: 'strategies', dependencies: ['database', 'live-data'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** What happens with an account's strategies when the account changes. */
    readonly onAccountChange: OnAccountChange
  }
}

/** Stops the strategies of accounts that may no longer trade, which run in this process. */
export const accountChangesPlugin = fp<ServerContext>(
  async (app) => {
    const onAccountChange: OnAccountChange = (tx, userId, { actorId, ipAddress }) =>
      app.strategies.accountChanged(tx, userId, { userId: actorId, ipAddress })
    app.decorate('onAccountChange', onAccountChange)
  },
  { name: 'account-changes', dependencies: ['strategies'] },
)

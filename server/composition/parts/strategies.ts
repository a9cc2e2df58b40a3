import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { createStrategies, type Strategies } from '#server/strategies/strategies.ts'
import { reportTo } from '../report.ts'
import { assertLeads } from './leadership.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly strategies: Strategies
  }
}

/** Evaluates strategies on the live data; `start` sets them in motion. */
export const strategiesPart = fp<Composition>(
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

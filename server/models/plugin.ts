import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { createModels, type Models } from './models.ts'
import { startModelThread } from '#server/models/scoring/thread.ts'
import { assertLeads } from '../cluster/leadership-plugin.ts'
import type { ServerContext } from '../context.ts'
import { reportTo } from '#server/process/uncaught.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly models: Models
  }
}

/** Stores uploaded models and scores closed candles with them; `start` sets them in motion. */
export const modelsPlugin = fp<ServerContext>(
  async (app, { settings, logger, market: { now } }) => {
    const models = await createModels({
      database: app.database,
      assertLeads: assertLeads(app),
      dataDir: settings.dataDir,
      sharesFiles: app.database.engine === 'postgresql',
      audit: async (tx, entry) => void (await writeAudit(tx, entry)),
      market: app.live.modelMarket,
      startThread: () => startModelThread(),
      now,
      clock: () => performance.now(),
      report: reportTo(app.database, logger.error.bind(logger), 'models: background work failed'),
      notice: (text) => logger.warn(text),
    })
    app.decorate('models', models)
    await app.register(models.routes, { prefix: DEFAULT_BASES.tdp })
  },
  { name: 'models', dependencies: ['database', 'live-data'] },
)

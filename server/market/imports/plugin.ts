import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { createCandleImports, type CandleImports } from './imports.ts'
import { startImportThread } from './runner.ts'
import { reportTo } from '../../process/report.ts'
import type { ServerContext } from '../../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly candleImports: CandleImports
  }
}

/** Imports uploaded candles into the library; `start` takes up unfinished ones. */
export const candleImportsPlugin = fp<ServerContext>(
  async (app, { settings: { dataDir }, logger, market: { now } }) => {
    const imports = await createCandleImports({
      dataDir,
      audit: (entry) => app.database.transaction(async (tx) => void (await writeAudit(tx, entry))),
      startThread: startImportThread,
      now,
      report: reportTo(app.database, logger.error.bind(logger), 'importing candles failed'),
    })
    app.decorate('candleImports', imports)
    await app.register(imports.routes, { prefix: DEFAULT_BASES.tdp })
  },
  { name: 'candle-imports', dependencies: ['database'] },
)

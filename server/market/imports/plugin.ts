import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { startImportThread, createImportRunner } from './runner.ts'
import type { ServerContext } from '../../context.ts'
import { join } from 'node:path'
import type { Service } from '#server/http/app.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import type { ImportTask } from './protocol.ts'
import { importRoutes, type ImportAuditEntry } from './routes.ts'
import { createImportStore } from './store.ts'
import { reportTo } from '#server/process/uncaught.ts'

interface CandleImportDeps {
  readonly dataDir: string
  readonly audit: (entry: ImportAuditEntry) => Promise<void>
  readonly startThread: (task: ImportTask) => JobThread
  /** Wall time, unix ms. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Imports of uploaded candles into the library. */
export interface CandleImports {
  /** To be registered under the market-data base path. */
  readonly routes: Service
  /** Number of those that failed since a time, unix ms. */
  failedSince(since: number): number
  /** Takes up what an earlier process did not finish. */
  start(): void
  stop(): Promise<void>
}

/** Imports wait and run in the data directory's folder `imports`. */
export async function createCandleImports(deps: CandleImportDeps): Promise<CandleImports> {
  const { dataDir, audit, startThread, now, report } = deps
  const store = createImportStore(join(dataDir, 'imports'))
  await store.load()
  const runner = createImportRunner({ store, folder: join(dataDir, 'library'), startThread, now, report })
  return {
    routes: importRoutes({ store, runner, directory: dataDir, audit, now }),
    failedSince: (since) =>
      store.list().filter(({ status, finished_at: at }) => status === 'failed' && at !== null && at >= since).length,
    start() {
      runner.start().catch(report)
    },
    stop: () => runner.stop(),
  }
}

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

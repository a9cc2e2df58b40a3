import { join } from 'node:path'
import type { Service } from '#server/http/app.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import type { ImportTask } from './protocol.ts'
import { importRoutes, type ImportAuditEntry } from './routes.ts'
import { createImportRunner } from './runner.ts'
import { createImportStore } from './store.ts'

export interface CandleImportDeps {
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
    start() {
      runner.start().catch(report)
    },
    stop: () => runner.stop(),
  }
}

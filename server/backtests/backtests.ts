import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import type { CandleLibrary } from '#server/market/library/library.ts'
import { createDataSets } from './data/data-sets.ts'
import { createBacktestRunner } from './jobs/runner.ts'
import { createBacktestStore } from './jobs/store.ts'
import type { MarketMinutes, ResolveSubject } from './ports.ts'
import { removeOtherVersions } from './readings/store.ts'
import { backtestRoutes } from './routes.ts'
import type { BacktestTask } from './worker/protocol.ts'

export interface BacktestServiceDeps {
  readonly database: Database
  readonly market: MarketMinutes
  readonly library: CandleLibrary
  readonly readingsFolder: string
  readonly resolveSubject: ResolveSubject
  readonly startThread: (task: BacktestTask) => JobThread
  /** Resolves to whether backtests on a data set, named by its id, run in this process now; all do if absent. */
  readonly ownDataSets?: () => Promise<(dataSet: string) => boolean>
  /** Wall time, unix ms. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** The backtest service. */
export interface BacktestService {
  /** To be registered under the strategy base path. */
  readonly routes: Service
  /** [BT-33] Takes up the backtests that an earlier process did not finish. */
  start(): void
  stop(): Promise<void>
}

export function createBacktests(deps: BacktestServiceDeps): BacktestService {
  const { database, market, library, readingsFolder, resolveSubject, startThread, now, report } = deps
  const { ownDataSets = async () => () => true } = deps
  const store = createBacktestStore(database, now)
  const dataSets = createDataSets(market, library)
  const runner = createBacktestRunner({ store, dataSets, readingsFolder, ownDataSets, startThread, report })

  async function takeUp(): Promise<void> {
    await removeOtherVersions(readingsFolder)
    await database.whenReady
    runner.wake()
  }

  return {
    routes: backtestRoutes({ store, runner, dataSets, resolveSubject }),
    start() {
      takeUp().catch(report)
    },
    stop: () => runner.stop(),
  }
}

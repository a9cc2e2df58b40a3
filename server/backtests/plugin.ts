import { join } from 'node:path'
import fp from 'fastify-plugin'
import type { PairId } from '#contract/pairs.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createPreviews, previewRoutes } from './preview/previews.ts'
import { startBacktestThread } from '#server/backtests/worker/thread.ts'
import { createCandleLibrary, type CandleLibrary } from '#server/market/library/library.ts'
import { firstPair } from '../cluster/leader-addresses.ts'
import { pairsOfAll } from '../cluster/other-leaders.ts'
import type { ServerContext } from '../context.ts'
import { reportTo } from '#server/process/uncaught.ts'
import type { Database } from '../database/database.ts'
import type { Service } from '../http/app.ts'
import type { JobThread } from '../jobs/thread.ts'
import { createDataSets } from './data/data-sets.ts'
import { createBacktestRunner } from './jobs/runner.ts'
import { createBacktestStore } from './jobs/store.ts'
import type { MarketMinutes, ResolveSubject } from './ports.ts'
import { removeOtherVersions } from './readings/store.ts'
import { backtestRoutes } from './routes.ts'
import type { BacktestTask } from './worker/protocol.ts'

interface BacktestServiceDeps {
  readonly database: Database
  readonly market: MarketMinutes
  /** Resolves to all pairs of the market, also those that other processes lead. */
  readonly pairs: () => Promise<readonly PairId[]>
  readonly library: CandleLibrary
  readonly readingsFolder: string
  readonly resolveSubject: ResolveSubject
  readonly startThread: (task: BacktestTask) => JobThread
  /** Resolves to whether backtests run in this process now; they do if absent. */
  readonly runsHere?: () => Promise<boolean>
  /** Wall time, unix ms. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** The backtest service. */
interface BacktestService {
  /** To be registered under the strategy base path. */
  readonly routes: Service
  /** [BT-33] Takes up the backtests that an earlier process did not finish. */
  start(): void
  stop(): Promise<void>
}

export function createBacktests(deps: BacktestServiceDeps): BacktestService {
  const { database, market, pairs, library, readingsFolder, resolveSubject, startThread, now, report } = deps
  const { runsHere = async () => true } = deps
  const store = createBacktestStore(database, now)
  const dataSets = createDataSets(market, pairs, library)
  const runner = createBacktestRunner({ store, dataSets, readingsFolder, runsHere, startThread, report })

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

declare module 'fastify' {
  interface FastifyInstance {
    readonly backtests: BacktestService
  }
}

/**
 * Backtests with simulated trades over the market's and imported candles, of which `start` takes up the unfinished ones, and
 * previews of drafts on the recent signals of the streams.
 */
export const backtestsPlugin = fp<ServerContext>(
  async (app, { settings: { dataDir }, logger, source, market: { now } }) => {
    const { streams, minutes } = app.live
    const pairs = async () => pairsOfAll(app.database, streams, (await source()).pairs)
    const backtests = createBacktests({
      database: app.database,
      market: minutes,
      pairs,
      library: createCandleLibrary(join(dataDir, 'library')),
      readingsFolder: join(dataDir, 'readings'),
      resolveSubject: app.strategies.resolveSubject,
      startThread: (task) => startBacktestThread(task),
      async runsHere() {
        const first = firstPair(await pairs())
        return streams.pairs.some((pair) => pair === first)
      },
      now,
      report: reportTo(app.database, logger.error.bind(logger), 'backtests failed'),
    })
    app.decorate('backtests', backtests)
    await app.register(backtests.routes, { prefix: DEFAULT_BASES.strategy })
    const previews = createPreviews(streams, (pair) => app.strategies.evaluator.history(pair))
    await app.register(previewRoutes(previews), { prefix: DEFAULT_BASES.strategy })
  },
  { name: 'backtests', dependencies: ['database', 'live-data', 'strategies'] },
)

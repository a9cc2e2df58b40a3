import { join } from 'node:path'
import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createBacktests, type BacktestService } from './backtests.ts'
import { createPreviews, previewRoutes } from './preview/previews.ts'
import { startBacktestThread } from '#server/backtests/worker/thread.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { pairsOfOthers, runsHere } from '../cluster/other-leaders.ts'
import type { ServerContext } from '../context.ts'
import { reportTo } from '#server/process/uncaught.ts'

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
  async (app, { settings: { dataDir }, logger, market: { now } }) => {
    const backtests = createBacktests({
      database: app.database,
      market: app.live.minutes,
      library: createCandleLibrary(join(dataDir, 'library')),
      readingsFolder: join(dataDir, 'readings'),
      resolveSubject: app.strategies.resolveSubject,
      startThread: (task) => startBacktestThread(task),
      ownDataSets: async () => {
        const others = await pairsOfOthers(app.database, app.live.streams)
        return (dataSet) => runsHere(dataSet, app.live.streams, others)
      },
      now,
      report: reportTo(app.database, logger.error.bind(logger), 'backtests failed'),
    })
    app.decorate('backtests', backtests)
    await app.register(backtests.routes, { prefix: DEFAULT_BASES.strategy })
    const previews = createPreviews(app.live.streams, (pair) => app.strategies.evaluator.history(pair))
    await app.register(previewRoutes(previews), { prefix: DEFAULT_BASES.strategy })
  },
  { name: 'backtests', dependencies: ['database', 'live-data', 'strategies'] },
)

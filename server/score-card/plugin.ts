import { join } from 'node:path'
import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { startMonthThread } from '#server/score-card/past/past-cases.ts'
import { createScoreCard, type ScoreCardService } from './score-card.ts'
import { assertLeads } from '../cluster/leadership-plugin.ts'
import type { ServerContext } from '../context.ts'
import { reportTo } from '#server/process/uncaught.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly scoreCard: ScoreCardService
  }
}

/** Counts how often what the analysis publishes comes true; `start` sets it in motion. */
export const scoreCardPlugin = fp<ServerContext>(
  async (app, { settings: { dataDir }, logger, market: { now } }) => {
    const { streams, minutes } = app.live
    const scoreCard = createScoreCard({
      database: app.database,
      assertLeads: assertLeads(app),
      streams,
      // Each recording is a market of its own, which starts again with the server.
      async series(pair) {
        if (streams.market !== 'replay') return streams.market
        const recording = await minutes.coverage(pair)
        return `${streams.market} ${recording?.from} ${recording?.to}`
      },
      library: createCandleLibrary(join(dataDir, 'library')),
      startThread: startMonthThread,
      now,
      report: reportTo(app.database, logger.error.bind(logger), 'the score-card failed'),
    })
    app.decorate('scoreCard', scoreCard)
    await app.register(scoreCard.routes, { prefix: DEFAULT_BASES.tdp })
  },
  { name: 'score-card', dependencies: ['database', 'live-data'] },
)

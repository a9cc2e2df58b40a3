import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Composition } from './composition.ts'

/** Starts the models; waits for them only with the embedded database, since a remote one may be slow. */
async function startModels({ models, database }: FastifyInstance, { logger }: Composition): Promise<void> {
  const started = models.start()
  if (database.engine === 'embedded') await started
  else started.catch((error: unknown) => logger.error({ err: error }, 'models cannot be used'))
}

/** Starts the live data, after everything that must not miss its first event. */
export const startPart = fp<Composition>(
  async (app, composition) => {
    const { lifecycle } = composition
    lifecycle.add('strategies', () => app.strategies.stop())
    await app.strategies.start()
    lifecycle.add('live data', () => app.live.stop())
    lifecycle.add('models', () => app.models.stop())
    await startModels(app, composition)
    lifecycle.add('backtests', () => app.backtests.stop())
    lifecycle.add('candle imports', () => app.candleImports.stop())
    lifecycle.add('score-card', () => app.scoreCard.stop())
    app.scoreCard.start()
    const started = app.live.start()
    // The history of a market may be archived in a database that is not available yet.
    if (app.database.waitingFor() === undefined) await started
    else started.catch((error: unknown) => composition.logger.error({ err: error }, 'the market cannot be started'))
    app.backtests.start()
    app.candleImports.start()
  },
  {
    name: 'start',
    dependencies: [
      'database',
      'live-data',
      'strategies',
      'backtests',
      'candle-imports',
      'score-card',
      'models',
      'gateway',
    ],
  },
)

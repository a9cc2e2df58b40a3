import fp from 'fastify-plugin'
import { reportTo } from '../report.ts'
import { createSweeps, type Sweeps } from '../adapters/sweeps.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds what lost notifications of other processes would have reported. */
    readonly sweeps: Sweeps
    /** Logs that following the other processes failed. */
    readonly reportFollowing: (error: unknown) => void
  }
}

/** Looks for what other processes changed, once the server is ready. Without others there is nothing to look for. */
export const sweepsPart = fp<Composition>(
  async (app, { logger, lifecycle }) => {
    const { bus, database } = app
    const report = reportTo(database, logger.warn.bind(logger), 'following the other processes failed')
    const sweeps = createSweeps(bus.connected$, report)
    app.decorate('reportFollowing', report)
    app.decorate('sweeps', sweeps)
    if (!bus.isShared) return
    app.addHook('onReady', async () => {
      const running = sweeps.start()
      lifecycle.add('sweeps', () => running.unsubscribe())
    })
  },
  { name: 'sweeps', dependencies: ['bus', 'database'] },
)

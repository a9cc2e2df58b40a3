import fp from 'fastify-plugin'
import type { Bus } from '#server/bus/ports.ts'
import { createInProcessBus } from '#server/bus/in-process.ts'
import { reportTo } from '../report.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly bus: Bus
  }
}

/** Notifies the processes on one database of changes: with PostgreSQL. The embedded engine has one process. */
export const busPart = fp<Composition>(
  async (app, { settings: { databaseUrl }, logger, lifecycle, market: { random } }) => {
    if (databaseUrl === undefined) {
      app.decorate('bus', createInProcessBus())
      return
    }
    // The client is loaded only by those who have a server.
    const { openPostgresqlBus } = await import('#server/bus/postgresql.ts')
    const bus = openPostgresqlBus(databaseUrl, {
      clock: () => performance.now(),
      random,
      report: reportTo(
        app.database,
        logger.warn.bind(logger),
        'The connection over which the processes notify each other of changes is lost.',
      ),
    })
    bus.connected$.subscribe(() => {
      if (bus.state().reconnects > 0) logger.warn('The connection between the processes is there again.')
    })
    lifecycle.add('bus', () => bus.close())
    app.decorate('bus', bus)
  },
  { name: 'bus', dependencies: ['database'] },
)

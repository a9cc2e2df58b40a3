import fp from 'fastify-plugin'
import type { Bus } from '#server/cluster/bus/ports.ts'
import { createInProcessBus } from '#server/cluster/bus/in-process.ts'
import { reportTo } from '../process/report.ts'
import type { ServerContext } from '../context.ts'
import { shareFaults } from './shared-faults.ts'
import { shareAccess } from './shared-access.ts'
import { shareModels, shareStrategies } from './shared-changes.ts'
import { createSweeps, type Sweeps } from './sweeps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly bus: Bus
  }
}

/** Notifies the processes on one database of changes: with PostgreSQL. The embedded engine has one process. */
export const busPlugin = fp<ServerContext>(
  async (app, { settings: { databaseUrl }, logger, lifecycle, market: { random } }) => {
    if (databaseUrl === undefined) {
      app.decorate('bus', createInProcessBus())
      return
    }
    // The client is loaded only by those who have a server.
    const { openPostgresqlBus } = await import('#server/cluster/bus/postgresql.ts')
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

/** Ends sockets and injects faults as other processes say, and notifies them. Without others there is nothing to do. */
export const agreementPlugin = fp<ServerContext>(
  async ({ bus, sweeps, identity, gateway }, { lifecycle }) => {
    if (!bus.isShared) return
    const access = shareAccess({ bus, identity, gateway, sweeps })
    const faults = shareFaults({ bus, faultInjection: identity.faultInjection, sweeps })
    lifecycle.add('agreement', () => {
      access.unsubscribe()
      faults.unsubscribe()
    })
  },
  { name: 'agreement', dependencies: ['bus', 'sweeps', 'identity', 'gateway'] },
)

/** Runs strategies and models as they were changed at other processes, and notifies them. */
export const workAgreementPlugin = fp<ServerContext>(
  async ({ bus, sweeps, strategies, models, reportFollowing: report }, { lifecycle }) => {
    if (!bus.isShared) return
    const changedStrategies = shareStrategies({ bus, strategies, sweeps, report })
    const changedModels = shareModels({ bus, models, sweeps, report })
    lifecycle.add('agreement on strategies and models', () => {
      changedStrategies.unsubscribe()
      changedModels.unsubscribe()
    })
  },
  { name: 'work-agreement', dependencies: ['bus', 'sweeps', 'strategies', 'models'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds what lost notifications of other processes would have reported. */
    readonly sweeps: Sweeps
    /** Logs that following the other processes failed. */
    readonly reportFollowing: (error: unknown) => void
  }
}

/** Looks for what other processes changed, once the server is ready. Without others there is nothing to look for. */
export const sweepsPlugin = fp<ServerContext>(
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

import fp from 'fastify-plugin'
import { registerApiDocs } from '#server/http/api-docs/routes.ts'
import { registerComparisonWidget } from '#server/http/comparison-widget.ts'
import { cspReportRoutes } from '#server/http/csp-reports.ts'
import { createEventLoopMonitor, setUnrefInterval } from '../event-loop-monitor.ts'
import { createDiskSpace } from '#server/database/disk-space.ts'
import type { Health } from '#contract/health.ts'
import { operationsRoutes } from '../health.ts'
import { readVersion } from '../project.ts'
import { createReadiness } from '../readiness.ts'
import { monitorWrites } from '../write-monitor.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server can do its work. */
    readonly readiness: () => Promise<Health>
  }
}

/** Health, configuration of the client, the API reference, reports of browsers, and the monitor of the event loop. */
export const operationsPart = fp<Composition>(
  async (app, { settings, logger, lifecycle, startedAt, market: { now } }) => {
    const monitor = createEventLoopMonitor({
      clock: () => performance.now(),
      every: setUnrefInterval,
      alert: (lagMs) => logger.error({ lagMs: Math.round(lagMs) }, 'event loop blocked'),
    })
    lifecycle.add('watchdog', () => monitor.stop())
    const writeMonitor = monitorWrites({ database: app.database, log: logger })
    lifecycle.add('write monitor', () => writeMonitor.unsubscribe())
    const version = readVersion()
    const readiness = createReadiness({
      database: app.database,
      bus: app.bus,
      market: app.live.market,
      log: app.live.log,
      modelsWithoutFile: () => app.models.withoutFile(),
      disk: createDiskSpace(settings.dataDir),
      version,
      startedAt,
      now,
      worstLagMs: () => monitor.worstLagMs(),
    })
    app.decorate('readiness', readiness)
    await app.register(operationsRoutes({ readiness, version, startedAt, now }))
    registerApiDocs(app)
    registerComparisonWidget(app)
    await app.register(cspReportRoutes)
  },
  { name: 'operations', dependencies: ['database', 'bus', 'live-data', 'models'] },
)

import fp from 'fastify-plugin'
import { registerComparisonWidget } from '#server/http/comparison-widget.ts'
import { cspReportRoutes } from '#server/http/csp-reports.ts'
import { createEventLoopMonitor, setUnrefInterval } from '../event-loop-monitor.ts'
import { operationsRoutes } from '../health.ts'
import { readVersion } from '../project.ts'
import type { Composition } from './composition.ts'

/** Health, configuration of the client, reports of browsers, and the monitor of the event loop. */
export const operationsPart = fp<Composition>(
  async (app, { logger, lifecycle, startedAt, market: { now } }) => {
    const monitor = createEventLoopMonitor({
      clock: () => performance.now(),
      every: setUnrefInterval,
      alert: (lagMs) => logger.error({ lagMs: Math.round(lagMs) }, 'event loop blocked'),
    })
    lifecycle.add('watchdog', () => monitor.stop())
    await app.register(
      operationsRoutes({
        database: app.database,
        market: () => app.live.market.describe(),
        version: readVersion(),
        startedAt,
        now,
        worstLagMs: () => monitor.worstLagMs(),
      }),
    )
    registerComparisonWidget(app)
    await app.register(cspReportRoutes)
  },
  { name: 'operations', dependencies: ['database', 'live-data'] },
)

import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { registerComparisonWidget } from '#server/http/comparison-widget.ts'
import { cspReportRoutes } from '#server/http/csp-reports.ts'
import { createEventLoopMonitor, setUnrefInterval } from './event-loop-monitor.ts'
import { createDiskSpace } from '#server/database/disk-space.ts'
import type { Health } from '#contract/health.ts'
import { operationsRoutes } from './health.ts'
import { readVersion } from '../process/project.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'
import { monitorWrites } from './write-monitor.ts'
import type { ServerContext } from '../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server can do its work. */
    readonly readiness: () => Promise<Health>
  }
}

/** What health says of the files of a process. */
type FilesOf = (app: FastifyInstance, context: ServerContext) => NonNullable<ReadinessDeps['files']>

function leadershipOf({ leadership }: FastifyInstance): Health['leadership'] {
  if (leadership === undefined) return undefined
  const { status, token, since } = leadership.state()
  return { status, token, since }
}

/** Health, configuration of the client, reports of browsers, and the monitor of the event loop. */
const operations =
  (filesOf: FilesOf | undefined): FastifyPluginAsync<ServerContext> =>
  async (app, context) => {
    const { settings, logger, lifecycle, startedAt, market } = context
    const { now } = market
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
      leadership: () => leadershipOf(app),
      bus: app.bus,
      role: settings.role,
      market: app.liveFeed.market,
      log: app.liveFeed.log,
      files: filesOf?.(app, context),
      version,
      startedAt,
      now,
      worstLagMs: () => monitor.worstLagMs(),
    })
    app.decorate('readiness', readiness)
    await app.register(operationsRoutes({ readiness, version, startedAt, now }))
    registerComparisonWidget(app)
    await app.register(cspReportRoutes)
  }

/** With the models and the data directory of this process. */
export const operationsPlugin = fp<ServerContext>(
  operations((app, { settings: { dataDir } }) => ({
    modelsWithoutFile: () => app.models.withoutFile(),
    disk: createDiskSpace(dataDir),
  })),
  { name: 'operations', dependencies: ['database', 'bus', 'leadership', 'live-feed', 'models'] },
)

/** Of a process that needs no file of its own. */
export const operationsWithoutFilesPlugin = fp<ServerContext>(operations(undefined), {
  name: 'operations',
  dependencies: ['database', 'bus', 'live-feed'],
})

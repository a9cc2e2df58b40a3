import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { distinctUntilChanged, interval, map, type Observable, skipWhile, startWith, type Subscription } from 'rxjs'
import * as SERVICE from '#contract/endpoints/service.ts'
import type { Health } from '#contract/health.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { createDiskSpace } from '#server/database/disk-space.ts'
import type { Service } from '#server/http/app.ts'
import { registerComparisonWidget } from '#server/http/comparison-widget.ts'
import { cspReportRoutes } from '#server/http/csp-reports.ts'
import { serve } from '#server/http/serve.ts'
import type { ServerContext } from '../context.ts'
import { readVersion } from '../process/project.ts'
import { createEventLoopMonitor, setUnrefInterval } from './event-loop-monitor.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'

interface HealthDeps {
  readonly readiness: () => Promise<Health>
  readonly version: string
  /** Start time, unix milliseconds. */
  readonly startedAt: number
  readonly now: () => number
}

/** GET /health, GET /health/live, and GET /config.json with the addresses of the services. */
export const operationsRoutes =
  ({ readiness, version, startedAt, now }: HealthDeps): Service =>
  async (app) => {
    const { health, liveness, config } = SERVICE
    serve(
      app,
      { health, liveness, config },
      {
        async health(_request, reply) {
          const body = await readiness()
          if (body.status === 'error') void reply.code(503)
          return body
        },
        liveness: () => ({ status: 'alive', uptime_s: Math.round((now() - startedAt) / 1000) }),
        config: () => ({
          ...DEFAULT_BASES,
          sockets: SOCKET_PATHS,
          comparison: SERVICE.comparison.path,
          version,
        }),
      },
    )
  }

interface WriteMonitorDeps {
  readonly database: Pick<Database, 'readOnly'>
  readonly log: { warn(message: string): void }
  /** Triggers a look, beside the one at the start; every 5 s by default. */
  readonly ticks$?: Observable<unknown>
}

const TICK_MS = 5_000

/** Logs one line when the server becomes read-only, and one when it accepts writes again. */
export function monitorWrites({ database, log, ticks$ = interval(TICK_MS) }: WriteMonitorDeps): Subscription {
  return ticks$
    .pipe(
      startWith(undefined),
      map(() => database.readOnly()?.message),
      distinctUntilChanged(),
      skipWhile((reason) => reason === undefined),
    )
    .subscribe((reason) => log.warn(reason ?? 'The server accepts writes again.'))
}

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

import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { distinctUntilChanged, interval, map, type Observable, skipWhile, startWith, type Subscription } from 'rxjs'
import * as SERVICE from '#contract/endpoints/service.ts'
import type { Health } from '#contract/health.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { createDiskSpace } from '#server/database/disk-space.ts'
import type { Service } from '#server/http/app.ts'
import { serve } from '#server/http/serve.ts'
import type { ServerContext } from '../context.ts'
import { readVersion } from '../process/project.ts'
import { createEventLoopMonitor, setUnrefInterval } from './event-loop-monitor.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'
import { jsonParser } from '../http/body.ts'
import { redactUrl } from '../http/logger.ts'
import { createHash } from 'node:crypto'
import { comparison } from '#contract/endpoints/service.ts'
import type { ComparisonMessage } from '#contract/comparison.ts'

const VENDOR_SCRIPT = 'https://s3.tradingview.com/external-embedding/embed-widget-advanced-chart.js'
const VENDOR_FRAMES = 'https://www.tradingview-widget.com https://s.tradingview.com'

/** Settings in the format of the vendor's script. */
const CHART = {
  autosize: true,
  symbol: 'BTCUSD',
  interval: '1',
  timezone: 'Etc/UTC',
  theme: 'dark',
  style: '1',
  locale: 'en',
  allow_symbol_change: true,
  calendar: false,
}

const LOADED: ComparisonMessage = { type: 'comparison.loaded' }
const FAILED: ComparisonMessage = { type: 'comparison.failed' }

/** Messages are posted to any origin: the page's own origin is opaque, and they contain no data. */
const LOADER = `
const send = (message) => parent.postMessage(message, '*')
const container = document.getElementById('chart')
new MutationObserver((_, observer) => {
  const frame = container.querySelector('iframe')
  if (!frame) return
  observer.disconnect()
  frame.addEventListener('load', () => send(${JSON.stringify(LOADED)}))
}).observe(container, { childList: true, subtree: true })
const script = document.createElement('script')
script.src = ${JSON.stringify(VENDOR_SCRIPT)}
script.textContent = ${JSON.stringify(JSON.stringify(CHART))}
script.onerror = () => send(${JSON.stringify(FAILED)})
container.append(script)
`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>External comparison chart</title>
<style>html,body,#chart,.tradingview-widget-container__widget{height:100%;margin:0;background:#0b0e14}</style>
</head>
<body>
<div id="chart" class="tradingview-widget-container"><div class="tradingview-widget-container__widget"></div></div>
<script>${LOADER}</script>
</body>
</html>
`

const loaderHash = createHash('sha256').update(LOADER).digest('base64')

/**
 * Isolates the vendor's code in an opaque origin, without access to our storage, cookies or services. The sandbox is also
 * part of the policy, so that it applies when the page is opened directly.
 */
const CONTENT_SECURITY_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${loaderHash}' ${VENDOR_SCRIPT}`,
  "style-src 'unsafe-inline'",
  `frame-src ${VENDOR_FRAMES}`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** GET /widget/comparison: a public page that contains only the external comparison chart. */
export function registerComparisonWidget(app: FastifyInstance): void {
  serve(
    app,
    { comparison },
    {
      comparison: (_request, reply) =>
        reply
          .header('content-security-policy', CONTENT_SECURITY_POLICY)
          .header('cache-control', 'no-cache')
          // An opaque origin is already isolated; requesting it makes browsers warn.
          .header('origin-agent-cluster', '?0')
          .type('text/html; charset=utf-8')
          .send(PAGE),
    },
  )
}

/** Violations logged per report. */
const MAX_LOGGED = 20
const MAX_LOCATION = 200

/** A URL without its query, which may contain secrets; keywords such as `inline` and `eval` unchanged. */
function redactLocation(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return location?.slice(0, MAX_LOCATION)
  const { protocol, host, pathname } = new URL(location)
  return host === '' ? protocol : redactUrl(`${protocol}//${host}${pathname}`).slice(0, MAX_LOCATION)
}

/** Receives violations of the content security policy from browsers and logs them. */
export const cspReportRoutes: Service = async (app) => {
  app.addContentTypeParser('application/reports+json', { parseAs: 'string' }, jsonParser(app))
  const { reports } = SERVICE
  serve(
    app,
    { reports },
    {
      reports({ body: sent, log }) {
        const violations = sent.filter(({ type }) => type === 'csp-violation')
        for (const { url, body } of violations.slice(0, MAX_LOGGED))
          log.warn(
            {
              directive: body?.effectiveDirective?.slice(0, MAX_LOCATION),
              blocked: redactLocation(body?.blockedURL),
              source: redactLocation(body?.sourceFile),
              line: body?.lineNumber,
              page: redactLocation(url),
            },
            'content security policy violation',
          )
      },
    },
  )
}

interface HealthDeps {
  readonly readiness: () => Promise<Health>
  readonly version: string
  /** Start time, unix milliseconds. */
  readonly startedAt: number
  readonly now: () => number
}

/** GET /health, GET /health/ready, GET /health/live, and GET /config.json with the addresses of the services. */
export const operationsRoutes =
  ({ readiness, version, startedAt, now }: HealthDeps): Service =>
  async (app) => {
    const { health, readiness: ready, liveness, config } = SERVICE
    serve(
      app,
      { health, ready, liveness, config },
      {
        async health(_request, reply) {
          const body = await readiness()
          if (body.status === 'error') void reply.code(503)
          return body
        },
        async ready(_request, reply) {
          const { status, writes } = await readiness()
          if (status !== 'error' && writes.status === 'accepted') return { status: 'ready' }
          void reply.code(503)
          return { status: 'not ready' }
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
      standing: () => app.standing,
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

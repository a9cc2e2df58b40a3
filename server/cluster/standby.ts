import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import * as SERVICE from '#contract/endpoints/service.ts'
import type { Leadership } from '#server/cluster/leadership/ports.ts'
import { listenOn } from '../process/listen.ts'
import type { ServerContext } from '../context.ts'
import { readVersion } from '../process/project.ts'

/** The HTTP server of a worker that waits for its turn: health, liveness and metrics. */
export interface Standby {
  /** Stops to listen; returns the port. */
  end(): Promise<number>
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const METRICS = `# HELP pairbot_leader Whether the process runs market and analysis
# TYPE pairbot_leader gauge
pairbot_leader 0
`
const json = (status: number, body: object): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export async function openStandby(leadership: Leadership, context: ServerContext): Promise<Standby> {
  const { settings, logger, startedAt, market } = context
  const version = readVersion()
  const uptime = () => Math.round((market.now() - startedAt) / 1000)

  function metrics({ headers }: IncomingMessage): Answer {
    if (settings.metricsToken === undefined) return json(404, { detail: 'Metrics are off' })
    const isAllowed = timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${settings.metricsToken}`))
    return isAllowed
      ? { status: 200, body: METRICS, headers: { 'content-type': 'text/plain; version=0.0.4' } }
      : json(401, { detail: 'The token is not that of PAIRBOT_METRICS_TOKEN' })
  }

  function answer(request: IncomingMessage): Answer {
    switch (request.url?.split('?')[0] ?? '') {
      case SERVICE.liveness.path:
        return json(200, { status: 'alive', uptime_s: uptime() })
      case SERVICE.health.path:
        return json(200, {
          status: 'standby',
          version,
          role: settings.role,
          uptime_s: uptime(),
          leadership: { status: 'standby', token: null, since: null },
          errors: [],
        })
      case SERVICE.metrics.path:
        return metrics(request)
      default:
        return json(503, { detail: 'This worker stands by: another process runs market and analysis' })
    }
  }

  const server = createServer((request, response) => {
    const { status, body, headers } = answer(request)
    response.writeHead(status, { 'cache-control': 'no-store', connection: 'close', ...headers }).end(body)
  })
  const port = await listenOn(settings, async ({ port: wanted, host }) => {
    server.listen(wanted, host)
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : wanted
  })
  logger.warn(`Standby on port ${port}: takes over when no other process runs market and analysis.`)

  return {
    async end() {
      if (!server.listening) return port
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      logger.warn({ token: leadership.state().token }, 'This process runs market and analysis now.')
      return port
    },
  }
}

import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { setTimeout as delay } from 'node:timers/promises'
import { labelsOf, type PairId, PAIRS } from '#contract/pairs.ts'
import type { Need } from '#server/cluster/leadership/abilities.ts'
import type { LeasedLeadership } from '#server/cluster/leadership/postgresql.ts'
import { Deposed, type Leadership } from '#server/cluster/leadership/ports.ts'
import { type AssertLeads, leadsAlone } from '#server/database/database.ts'
import { SettingsError } from '#server/settings.ts'
import type { MarketSource } from '#server/market/ports.ts'
import type { ServerContext } from '../context.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import * as SERVICE from '#contract/endpoints/service.ts'
import { listenOn } from '#server/process/listen.ts'
import { readVersion } from '#server/process/project.ts'
import { reportTo } from '#server/process/uncaught.ts'

/** The HTTP server of a worker that waits for its turn: health, liveness and metrics. */
interface Standby {
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
# TYPE pairbot_pair_leader gauge
# TYPE pairbot_pair_standby gauge
`
const metricsOf = (pairs: readonly PairId[]): string =>
  METRICS +
  pairs
    .map((pair) => PAIRS[pair].label)
    .map((pair) => `pairbot_pair_leader{pair="${pair}"} 0\npairbot_pair_standby{pair="${pair}"} 1\n`)
    .join('')
const json = (status: number, body: object): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

async function openStandby(
  leadership: LeasedLeadership,
  pairs: readonly PairId[],
  context: ServerContext,
): Promise<Standby> {
  const { settings, logger, startedAt, market } = context
  const version = readVersion()
  const uptime = () => Math.round((market.now() - startedAt) / 1000)

  function metrics({ headers }: IncomingMessage): Answer {
    if (settings.metricsToken === undefined) return json(404, { detail: 'Metrics are off' })
    const isAllowed = timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${settings.metricsToken}`))
    return isAllowed
      ? { status: 200, body: metricsOf(pairs), headers: { 'content-type': 'text/plain; version=0.0.4' } }
      : json(401, { detail: 'The token is not that of PAIRBOT_METRICS_TOKEN' })
  }

  function answer(request: IncomingMessage): Answer {
    switch (request.url?.split('?')[0] ?? '') {
      case SERVICE.liveness.path:
        return json(200, { status: 'alive', uptime_s: uptime() })
      case SERVICE.readiness.path:
        return json(503, { status: 'not ready' })
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
      const led = labelsOf(leadership.pairs())
      logger.warn({ token: leadership.state().token }, `This process runs market and analysis of ${led} now.`)
      return port
    },
  }
}

/** The leadership of a process that has its database to itself. */
export function createSoleLeadership(since: number): Leadership {
  const token = 1
  return {
    state: () => ({ status: 'leader', token, since, otherHolder: null }),
    untilHeld: () => Promise.resolve(token),
    assertHeld: () => Promise.resolve(),
    depose: () => undefined,
    whenDeposed: new Promise(() => undefined),
    announce: () => undefined,
    release: () => Promise.resolve(),
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The right to run the market and the analysis; undefined for a gateway. */
    readonly leadership: Leadership | undefined
    /** The market of the pairs that this process leads, or will; absent at a gateway. */
    readonly source: MarketSource
    /** What a worker served until it led; to be ended before the server listens. */
    readonly standby: Standby | undefined
  }
}

/** A predecessor that was killed holds its leases for half of it, one that stops needs longer to say goodbye to its clients. */
const PATIENCE_MS = 10_000
/** Most starts find the leases free. */
const SILENCE_MS = 1_000

/** The check of transactions that only the leader may commit. */
export const assertLeads =
  ({ leadership }: FastifyInstance): AssertLeads =>
  (tx) =>
    leadership?.assertHeld(tx) ?? leadsAlone(tx)

async function isHeldWithin(leadership: Leadership, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const isHeld = await Promise.race([leadership.untilHeld().then(() => true), late])
  timer.abort()
  return isHeld
}

/** Takes the leases over, or says in one line what to do instead. */
async function lead(leadership: Leadership, pairs: readonly PairId[], { logger }: ServerContext): Promise<void> {
  if (await isHeldWithin(leadership, SILENCE_MS)) return
  const other = `Another process (${leadership.state().otherHolder ?? 'of unknown address'})`
  const what = `the analysis of ${labelsOf(pairs)}`
  logger.warn(`${other} runs ${what}: waiting ${PATIENCE_MS / 1000} s for it to end.`)
  if (await isHeldWithin(leadership, PATIENCE_MS - SILENCE_MS)) return
  throw new SettingsError(
    `${other} runs ${what}. Start this one with PAIRBOT_ROLE=gateway, or with PAIRBOT_ROLE=worker to take over when that one ends`,
  )
}

/** What a leader needs besides the database, which it shows by its lease. */
async function needsOf({ probe }: MarketSource, { settings, market }: ServerContext): Promise<Need[]> {
  const exchange: Need[] = probe ? [{ name: 'The exchange', probe }] : []
  if (settings.redisUrl === undefined) return exchange
  const { redisNeed } = await import('./redis-need.ts')
  return [redisNeed(settings.redisUrl, market.random), ...exchange]
}

/**
 * Waits for the lease to run the market and the analysis. A worker waits until it gets one; a one-process server waits
 * briefly, then stops and says what to do instead.
 */
export const leadershipPlugin = fp<ServerContext>(
  async (app, context) => {
    const { settings, logger, lifecycle, startedAt, market } = context
    const source = await context.source()
    if (settings.databaseUrl === undefined) {
      app.decorate('source', source)
      app.decorate('leadership', createSoleLeadership(startedAt))
      app.decorate('standby', undefined)
      return
    }
    const { kind, pairs } = source
    // The client is loaded only by those who have a server.
    const { openLeadership } = await import('#server/cluster/leadership/postgresql.ts')
    const leadership = openLeadership({
      url: settings.databaseUrl,
      market: kind,
      pairs,
      share: settings.pairsPerWorker,
      needs: await needsOf(source, context),
      now: market.now,
      report: reportTo(app.database, logger.warn.bind(logger), 'The lease on the analysis cannot be renewed.'),
    })
    lifecycle.add('leadership', () => leadership.release())
    const { onDeposed } = context
    void leadership.whenDeposed.then(({ message }) =>
      onDeposed(new Deposed(`${message} of ${labelsOf(leadership.pairs())}`)),
    )
    app.decorate('leadership', leadership)
    if (settings.role === 'worker') {
      const standby = await openStandby(leadership, pairs, context)
      app.decorate('standby', standby)
      lifecycle.add('standby', async () => void (await standby.end()))
      await app.database.whenReady
      leadership.start()
      await leadership.untilHeld()
      const held = leadership.pairs()
      app.decorate('source', held.length === pairs.length ? source : source.only(held))
      return
    }
    app.decorate('source', source)
    app.decorate('standby', undefined)
    if (app.database.waitingFor() === undefined) {
      leadership.start()
      await lead(leadership, pairs, context)
      return
    }
    // Without its database the server starts all the same; what it publishes to others waits.
    async function leadLater(): Promise<void> {
      await app.database.whenReady
      leadership.start()
      await lead(leadership, pairs, context)
    }
    leadLater().catch((error: unknown) => {
      // Others are reported where they arise.
      if (error instanceof SettingsError) onDeposed(error)
    })
  },
  { name: 'leadership', dependencies: ['database'] },
)

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { asyncScheduler } from 'rxjs'
import { ReadOnly, toUnavailable } from '../database/errors.ts'
import { createApp } from '../http/app.ts'
import { LeaderUnavailable, type KnownFailure } from '../http/errors.ts'
import { policyOf } from './policy.ts'
import type { FirstAdministrator } from '../identity/first-administrator.ts'
import type { MarketSource } from '../market/ports.ts'
import { createSource } from '../market/source.ts'
import { registerMetrics } from '../metrics/routes.ts'
import type { Settings } from '../settings.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { internalAddress, listen } from './listen.ts'
import { entryAges, roundTrip } from './measures.ts'
import type { Composition } from './parts/composition.ts'
import { PARTS } from './parts/parts.ts'
import { proxyNotice } from './proxy-notice.ts'

export interface StartOptions {
  readonly logger: Logger
  /** Folder of the built client; absent if the pages are served elsewhere (development). */
  readonly clientRoot: string | undefined
  /** How long to wait for another process to release the data directory. */
  readonly lockTimeoutMs?: number
  /** Called with one line when the process must end, as another one has taken over. */
  readonly onDeposed?: (reason: Error) => void
}

/** A running server. */
export interface Running {
  readonly app: FastifyInstance
  readonly address: string
  /** Label of its market. */
  readonly market: string
  /** Resolves once the database is ready, with the first administrator if this start created one. */
  readonly firstAdministrator: Promise<FirstAdministrator | undefined>
  /** Messages for the operator: refused candle files, dropped rows. */
  readonly notices: readonly string[]
  /** Planned stop: asks clients to reconnect later, finishes requests in flight, closes everything. */
  stop(): Promise<void>
}

/** What a process of each role consists of. */
const ROLES = {
  all: { hasMarket: true, parts: async () => PARTS },
  worker: { hasMarket: true, parts: async () => PARTS },
  // Only gateways load what they need for it.
  gateway: { hasMarket: false, parts: async () => (await import('./parts/gateway-parts.ts')).GATEWAY_PARTS },
} as const

function toKnownFailure(error: unknown): KnownFailure | undefined {
  // A gateway says it in its health.
  if (error instanceof LeaderUnavailable)
    return { statusCode: 503, message: error.message, retryAfterS: error.retryAfterS, isLogged: true }
  const unavailable = toUnavailable(error)
  if (!unavailable) return undefined
  const { message, retryAfterS } = unavailable
  return { statusCode: 503, message, retryAfterS, isLogged: unavailable instanceof ReadOnly }
}

/** A process with a market starts to choose its source, which may take seconds, while the database opens. */
export function createComposition(settings: Settings, options: StartOptions, lifecycle: Lifecycle): Composition {
  const { logger, lockTimeoutMs = 0, onDeposed = () => undefined } = options
  const publicUrl = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl)
  const market = { now: () => Date.now(), random: () => Math.random(), scheduler: asyncScheduler, log: logger }
  let chosen: Promise<MarketSource> | undefined
  const source = () => (chosen ??= createSource(settings, market))
  // If the database fails first, no user awaits the source.
  if (ROLES[settings.role].hasMarket) source().catch(() => undefined)
  const allowedOrigins = publicUrl ? [publicUrl.origin] : []
  const startedAt = market.now()
  return { settings, logger, lockTimeoutMs, publicUrl, allowedOrigins, startedAt, lifecycle, source, onDeposed, market }
}

async function createComposedApp(composition: Composition, clientRoot: string | undefined): Promise<FastifyInstance> {
  const { settings, logger, publicUrl, allowedOrigins } = composition
  const app = await createApp({
    // The identity part is registered later, but before the first request.
    access: {
      verify: (token) => app.identity.access.verify(token),
      verifySocket: (token, request) => app.identity.access.verifySocket(token, request),
    },
    cookieOwner: (request) => app.identity.cookieOwner(request),
    injectFailure: (sessionId, token) => app.identity.faultInjection.failureStatus(sessionId, token),
    logger,
    publicUrl,
    allowedOrigins,
    // Trusts only the address our own proxy reports, not earlier entries.
    trustProxy: settings.trustProxy ? 1 : 0,
    clientRoot,
    toKnownFailure,
    policy: policyOf(settings),
  })
  // First, so that the requests of all parts are counted.
  registerMetrics(app, settings.metricsToken, {
    readiness: () => app.readiness(),
    socketStats: () => app.gateway.stats(),
    redisStates: () => app.liveFeed.redisStates(),
    redisTimes$: () => app.liveFeed.redisTimes$,
    ages$: () => entryAges(app.liveFeed.log, composition.market.now),
    databaseSeconds: () => roundTrip(app.database),
    // A gateway has none.
    evaluator: () => (app.hasDecorator('strategies') ? app.strategies.evaluator.metrics() : undefined),
  })
  return app
}

async function assemble(settings: Settings, options: StartOptions, lifecycle: Lifecycle): Promise<Running> {
  const composition = createComposition(settings, options, lifecycle)
  const app = await createComposedApp(composition, options.clientRoot)
  for (const part of await ROLES[settings.role].parts()) await app.register(part, composition)
  await app.ready()
  const port = (await app.standby?.end()) ?? settings.port
  const address = await listen(app, { ...settings, port })
  app.leadership?.announce(internalAddress(settings, address))
  lifecycle.add('http', () => app.close())
  lifecycle.add('gateway', () => app.gateway.drain())
  const { market } = app.liveFeed
  return {
    app,
    address,
    market: market.describe().label,
    firstAdministrator: app.firstAdministrator,
    notices: [...[proxyNotice(settings) ?? []].flat(), ...market.notices()],
    stop: () => stop(lifecycle, options.logger),
  }
}

async function stop(lifecycle: Lifecycle, logger: Logger): Promise<void> {
  for (const { name, error } of await lifecycle.stop())
    logger.error({ err: error, part: name }, 'stopping a part failed')
}

/** Starts everything; stops the started parts again if one fails. */
export async function start(settings: Settings, options: StartOptions): Promise<Running> {
  const lifecycle = createLifecycle()
  try {
    return await assemble(settings, options, lifecycle)
  } catch (error) {
    await stop(lifecycle, options.logger)
    throw error
  }
}

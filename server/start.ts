import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { asyncScheduler } from 'rxjs'
import { ReadOnly, toUnavailable } from './database/errors.ts'
import { createApp } from './http/app.ts'
import { LeaderUnavailable, type KnownFailure } from './http/errors.ts'
import { assertServed } from './http/serve.ts'
import { policyOf } from './process/policy.ts'
import type { FirstAdministrator } from './identity/first-administrator.ts'
import { type ChosenSource, createSource } from './market/source.ts'
import { registerMetrics, entryAges, roundTrip } from './metrics/routes.ts'
import type { Settings } from './settings.ts'
import { createLifecycle, type Lifecycle } from './process/lifecycle.ts'
import { internalAddress, listen } from './process/listen.ts'
import type { ServerContext } from './context.ts'
import { ROLES } from './roles.ts'

/** Message for the operator if a proxy must be in front, but the addresses that it reports are ignored. */
export function proxyNotice({ publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>): string | undefined {
  // This server speaks plain HTTP only, so something else terminates TLS.
  const isBehindProxy = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
  if (!isBehindProxy || trustProxy) return undefined
  return 'Warning: PAIRBOT_PUBLIC_URL is https, so a proxy is in front, but PAIRBOT_TRUST_PROXY is 0: all users count as one address, and limits for strangers apply to them together'
}

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
export function createServerContext(settings: Settings, options: StartOptions, lifecycle: Lifecycle): ServerContext {
  const { logger, lockTimeoutMs = 0, onDeposed = () => undefined } = options
  const publicUrl = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl)
  const market = { now: () => Date.now(), random: () => Math.random(), scheduler: asyncScheduler, log: logger }
  let chosen: Promise<ChosenSource> | undefined
  const source = () => (chosen ??= createSource(settings, market))
  // If the database fails first, no user awaits the source.
  if (ROLES[settings.role].hasMarket) source().catch(() => undefined)
  const allowedOrigins = publicUrl ? [publicUrl.origin] : []
  const startedAt = market.now()
  return { settings, logger, lockTimeoutMs, publicUrl, allowedOrigins, startedAt, lifecycle, source, onDeposed, market }
}

async function createConfiguredApp(context: ServerContext, clientRoot: string | undefined): Promise<FastifyInstance> {
  const { settings, logger, publicUrl, allowedOrigins } = context
  const app = await createApp({
    // The identity plugin is registered later, but before the first request.
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
  // First, so that the requests of all plugins are counted.
  registerMetrics(app, settings.metricsToken, {
    readiness: () => app.readiness(),
    socketStats: () => app.gateway.stats(),
    // A gateway has none.
    pairs: () => (app.hasDecorator('live') ? app.live.streams.pairs : []),
    redisStates: () => app.liveFeed.redisStates(),
    redisTimes$: () => app.liveFeed.redisTimes$,
    ages$: () => entryAges(app.liveFeed.log, context.market.now),
    databaseSeconds: () => roundTrip(app.database),
    evaluator: () => (app.hasDecorator('strategies') ? app.strategies.evaluator.metrics() : undefined),
  })
  return app
}

async function assemble(settings: Settings, options: StartOptions, lifecycle: Lifecycle): Promise<Running> {
  const context = createServerContext(settings, options, lifecycle)
  const app = await createConfiguredApp(context, options.clientRoot)
  for (const plugin of await ROLES[settings.role].loadPlugins()) await app.register(plugin, context)
  await app.ready()
  assertServed(app, policyOf(settings))
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

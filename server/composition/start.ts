import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { asyncScheduler } from 'rxjs'
import { ReadOnly, toUnavailable } from '../database/errors.ts'
import { createApp } from '../http/app.ts'
import type { KnownFailure } from '../http/errors.ts'
import { POLICY, withOpenModels } from '../http/policy.ts'
import type { FirstAdministrator } from '../identity/first-administrator.ts'
import { createSource } from '../market/source.ts'
import { registerMetrics } from '../metrics/routes.ts'
import type { Settings } from '../settings.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { listen } from './listen.ts'
import { agreementPart } from './parts/agreement.ts'
import { backtestsPart } from './parts/backtests.ts'
import { backupPart } from './parts/backup.ts'
import { busPart } from './parts/bus.ts'
import { candleImportsPart } from './parts/candle-imports.ts'
import type { Composition } from './parts/composition.ts'
import { databasePart } from './parts/database.ts'
import { gatewayPart } from './parts/gateway.ts'
import { identityPart } from './parts/identity.ts'
import { liveDataPart } from './parts/live-data.ts'
import { marketRoutesPart } from './parts/market-routes.ts'
import { modelsPart } from './parts/models.ts'
import { operationsPart } from './parts/operations.ts'
import { scoreCardPart } from './parts/score-card.ts'
import { startPart } from './parts/start.ts'
import { strategiesPart } from './parts/strategies.ts'
import { proxyNotice } from './proxy-notice.ts'

export interface StartOptions {
  readonly logger: Logger
  /** Folder of the built client; absent if the pages are served elsewhere (development). */
  readonly clientRoot: string | undefined
  /** How long to wait for another process to release the data directory. */
  readonly lockTimeoutMs?: number
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

/** The parts of the server. Each declares what it depends on: Fastify refuses an order that misses a dependency. */
export const PARTS = [
  databasePart,
  busPart,
  liveDataPart,
  strategiesPart,
  backtestsPart,
  candleImportsPart,
  scoreCardPart,
  identityPart,
  modelsPart,
  operationsPart,
  backupPart,
  marketRoutesPart,
  gatewayPart,
  agreementPart,
  startPart,
] as const

function toKnownFailure(error: unknown): KnownFailure | undefined {
  const unavailable = toUnavailable(error)
  if (!unavailable) return undefined
  const { message, retryAfterS } = unavailable
  return { statusCode: 503, message, retryAfterS, isLogged: unavailable instanceof ReadOnly }
}

/** Starts to choose the source of the market, which may take seconds. */
export function createComposition(settings: Settings, options: StartOptions, lifecycle: Lifecycle): Composition {
  const { logger, lockTimeoutMs = 0 } = options
  const publicUrl = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl)
  const market = { now: () => Date.now(), random: () => Math.random(), scheduler: asyncScheduler, log: logger }
  const source = createSource(settings, market)
  // If the database fails first, no user awaits the source.
  source.catch(() => undefined)
  const allowedOrigins = publicUrl ? [publicUrl.origin] : []
  const startedAt = market.now()
  return { settings, logger, lockTimeoutMs, publicUrl, allowedOrigins, startedAt, lifecycle, source, market }
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
    policy: settings.openModels ? withOpenModels(POLICY) : POLICY,
  })
  // First, so that the requests of all parts are counted.
  registerMetrics(app, settings.metricsToken, {
    readiness: () => app.readiness(),
    socketStats: () => app.gateway.stats(),
    redisStates: () => app.redisLog?.states() ?? [],
    redisTimes$: () => app.redisLog?.times$,
  })
  return app
}

async function assemble(settings: Settings, options: StartOptions, lifecycle: Lifecycle): Promise<Running> {
  const composition = createComposition(settings, options, lifecycle)
  const app = await createComposedApp(composition, options.clientRoot)
  for (const part of PARTS) await app.register(part, composition)
  await app.ready()
  const address = await listen(app, settings)
  lifecycle.add('http', () => app.close())
  lifecycle.add('gateway', () => app.gateway.drain())
  const { market } = app.live
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

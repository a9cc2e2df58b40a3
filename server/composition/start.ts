import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { asyncScheduler, map, merge } from 'rxjs'
import { CLOSE } from '#contract/close-codes.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Database, Queries } from '../database/database.ts'
import { toUnavailable } from '../database/errors.ts'
import { openDatabase } from '../database/open.ts'
import { createGateway } from '../gateway/gateway.ts'
import { createApp } from '../http/app.ts'
import { registerComparisonWidget } from '../http/comparison-widget.ts'
import { cspReportRoutes } from '../http/csp-reports.ts'
import type { KnownFailure } from '../http/errors.ts'
import { POLICY, withOpenModels } from '../http/policy.ts'
import { writeAudit } from '../identity/audit/audit.ts'
import type { FirstAdministrator } from '../identity/first-administrator.ts'
import { createIdentity } from '../identity/identity.ts'
import type { Mailer } from '../identity/invitations/mailer.ts'
import { createSmtpMailer } from '../identity/invitations/smtp.ts'
import { createCandleArchive } from '../market/archive.ts'
import type { MarketDeps } from '../market/ports.ts'
import { candleRoutes } from '../market/routes.ts'
import { createSource } from '../market/source.ts'
import { createModels, type Models } from '../models/models.ts'
import type { ModelAuditEntry } from '../models/ports.ts'
import { startModelThread } from '../models/scoring/thread.ts'
import { SettingsError, type Settings } from '../settings.ts'
import type { StrategyAuditEntry } from '../strategies/ports.ts'
import { createStrategies } from '../strategies/strategies.ts'
import { marketDataRoutes } from '../streams/market-data/routes.ts'
import { streamProxyRoutes } from '../streams/routes.ts'
import { createLiveData } from './adapters/live-data.ts'
import { createModelFeed } from './adapters/model-market.ts'
import { createEventLoopMonitor, setUnrefInterval } from './event-loop-monitor.ts'
import { operationsRoutes } from './health.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { listen } from './listen.ts'
import { readVersion } from './project.ts'

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

const now = () => Date.now()
const random = () => Math.random()

function toKnownFailure(error: unknown): KnownFailure | undefined {
  const unavailable = toUnavailable(error)
  return unavailable && { statusCode: 503, message: unavailable.message, retryAfterS: unavailable.retryAfterS }
}

function createMailer({ mail }: Settings, logger: Logger): Mailer | undefined {
  if (!mail) return undefined
  const { smtpUrl: url, from, publicUrl } = mail
  const report = (error: unknown) => logger.warn({ err: error }, 'an invitation could not be sent by e-mail')
  return createSmtpMailer({ url, from, publicUrl: new URL(publicUrl) }, report)
}

async function openConfiguredDatabase(
  settings: Settings,
  options: StartOptions,
  lifecycle: Lifecycle,
): Promise<Database> {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new SettingsError(`PAIRBOT_DATA_DIR: cannot be created (${error.message})`, { cause: error })
  })
  const database = await openDatabase(
    settings.databaseUrl
      ? { engine: 'postgresql', url: settings.databaseUrl }
      : { engine: 'embedded', directory: settings.dataDir, lockTimeoutMs: options.lockTimeoutMs ?? 0 },
    (error) => options.logger.warn({ err: error }, 'database connection lost'),
  )
  lifecycle.add('database', () => database.close())
  return database
}

async function assemble(settings: Settings, options: StartOptions, lifecycle: Lifecycle): Promise<Running> {
  const { logger } = options
  const startedAt = now()
  const version = readVersion()
  const publicUrl = settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl)
  const allowedOrigins = publicUrl ? [publicUrl.origin] : []
  const marketDeps: MarketDeps = { now, random, scheduler: asyncScheduler, log: logger }

  const [source, database] = await Promise.all([
    createSource(settings, marketDeps),
    openConfiguredDatabase(settings, options, lifecycle),
  ])
  const archive = source.kind === 'kraken' ? createCandleArchive(database, source.kind) : undefined
  const live = createLiveData({ source, archive, epoch: randomUUID(), market: marketDeps, logger })
  const { market } = live
  const modelFeed = createModelFeed(live.log, source.kind, source.pairs)
  const audit = async (tx: Queries, act: StrategyAuditEntry | ModelAuditEntry) => void (await writeAudit(tx, act))
  const strategies = createStrategies({
    database,
    streams: { ...live.streams, updates$: merge(live.streams.updates$, modelFeed.updates$) },
    audit,
    now,
    stopwatch: () => performance.now(),
    report: (error) => logger.error({ err: error }, 'strategies failed'),
  })
  const identity = await createIdentity({
    database,
    settings: {
      dataDir: settings.dataDir,
      adminEmail: settings.adminEmail,
      adminPassword: settings.adminPassword,
      secureCookies: publicUrl?.protocol === 'https:',
    },
    now,
    random,
    mailer: createMailer(settings, logger),
    onAccountChange: (tx, userId, { actorId, ipAddress }) =>
      strategies.accountChanged(tx, userId, { userId: actorId, ipAddress }),
    report: (error) => logger.warn({ err: error }, 'identity: background work failed'),
  })
  lifecycle.add('identity', () => identity.close())
  const firstAdministrator = identity.firstAdministrator()

  const app = await createApp({
    access: identity.access,
    injectFailure: identity.faultInjection.failureStatus,
    logger,
    publicUrl,
    allowedOrigins,
    // Trusts only the address our own proxy reports, not earlier entries.
    trustProxy: settings.trustProxy ? 1 : 0,
    clientRoot: options.clientRoot,
    toKnownFailure,
    policy: settings.openModels ? withOpenModels(POLICY) : POLICY,
  })
  const models = await createModels({
    database,
    dataDir: settings.dataDir,
    audit,
    market: modelFeed.market,
    startThread: () => startModelThread(),
    now,
    clock: () => performance.now(),
    report: (error) => logger.error({ err: error }, 'models: background work failed'),
    notice: (text) => logger.warn(text),
  })
  const eventLoopMonitor = createEventLoopMonitor({
    clock: () => performance.now(),
    every: setUnrefInterval,
    alert: (lagMs) => logger.error({ lagMs: Math.round(lagMs) }, 'event loop blocked'),
  })
  lifecycle.add('watchdog', () => eventLoopMonitor.stop())
  const worstLagMs = () => eventLoopMonitor.worstLagMs()
  const operations = { database, market: () => market.describe(), version, startedAt, now, worstLagMs }
  await app.register(operationsRoutes(operations))
  registerComparisonWidget(app)
  await app.register(cspReportRoutes)
  await app.register(identity.routes, { prefix: DEFAULT_BASES.identity })
  await app.register(candleRoutes(market, now), { prefix: DEFAULT_BASES.tdp })
  await app.register(
    marketDataRoutes(live.log, () => models.active()),
    { prefix: DEFAULT_BASES.tdp },
  )
  await app.register(models.routes, { prefix: DEFAULT_BASES.tdp })
  await app.register(
    streamProxyRoutes({
      log: live.log,
      version,
      port: () => portOf(app),
      analytics: () => live.publisher.health(),
      now,
    }),
    { prefix: DEFAULT_BASES.proxy },
  )
  await app.register(strategies.routes, { prefix: DEFAULT_BASES.strategy })
  await app.ready()

  const gateway = createGateway({
    access: identity.access,
    accessEnded$: identity.sessionEnded$.pipe(
      map(({ sessionId, reason }) => ({ sessionId, code: CLOSE.sessionEnded, reason })),
    ),
    faultInjection: identity.faultInjection,
    market: () => market.describe(),
    allowedOrigins,
    compress: settings.compress,
    trustProxy: settings.trustProxy,
    endpoints: live.endpoints,
    now,
    random,
    report: (event) => logger.info(event, 'gateway'),
  })
  gateway.attach(app.server)
  lifecycle.add('strategies', () => strategies.stop())
  await strategies.start()
  lifecycle.add('live data', () => live.stop())
  lifecycle.add('models', () => models.stop())
  await startModels(models, database, logger)
  await live.start()
  const address = await listen(app, settings)
  lifecycle.add('http', () => app.close())
  lifecycle.add('gateway', () => gateway.drain())

  return {
    app,
    address,
    market: source.label,
    firstAdministrator,
    notices: market.notices(),
    stop: () => stop(lifecycle, logger),
  }
}

/** Starts the models; waits for them only with the embedded database, since a remote one may be slow. */
async function startModels(models: Models, database: Database, logger: Logger): Promise<void> {
  const started = models.start()
  if (database.engine === 'embedded') await started
  else started.catch((error: unknown) => logger.error({ err: error }, 'models cannot be used'))
}

/** The listening port; 0 before that. */
function portOf(app: FastifyInstance): number {
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
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

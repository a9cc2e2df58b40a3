import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { RateClass } from '#contract/endpoints/endpoint.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { validationText } from '#contract/validation-text.ts'
import type { AccessControl, InjectFailure } from './access.ts'
import { describeRoutes } from './api-docs/document.ts'
import { assertOneHost, assertSafeUrl } from './safe-url.ts'
import { acceptJsonOnly, limitBodyTime } from './body.ts'
import { errorHandler, RequestError, type KnownFailure } from './errors.ts'
import { readForwarded } from './forwarded.ts'
import { guardRoutes, type CookieOwner, type Limiter } from './guard.ts'
import { RATES, type PolicyTable, POLICY } from './route-policy.ts'
import { clientPages, SERVES_FILES, wantsPage, type ClientPages } from './static.ts'
import type { FastifyReply } from 'fastify'
import { requestIds } from './logger.ts'
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import * as SERVICE from '#contract/endpoints/service.ts'

/** Name of the reporting endpoint, shared by the two headers that use it. */
const REPORTS = 'pairbot'
const YEAR_S = 31_536_000
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-fA-F:.]+\](:\d+)?$/
const DENIED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'display-capture']

/** Responses of services, which browsers and proxies must not cache. */
const isService = (url: string): boolean => /^\/(api\/|health|config\.json)/.test(url)

/** Security headers of every response. A route may set its own Content-Security-Policy in its handler. */
async function secureHeaders(app: FastifyInstance, publicUrl: URL | undefined): Promise<void> {
  const tls = publicUrl?.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'worker-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", (request: IncomingMessage) => ownSocketSource(request, publicUrl)],
        'frame-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'report-to': [REPORTS],
      },
    },
    strictTransportSecurity: tls && { maxAge: YEAR_S, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    // The inspector sends to a window of another origin that it opens; who opens this page still has no hold on it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // All pages are keyed by site: browsers warn if pages of one origin differ.
    originAgentCluster: false,
    // Same-origin framing is allowed; the CSP's frame-ancestors denies the rest.
    xFrameOptions: { action: 'sameorigin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('reporting-endpoints', `${REPORTS}="${SERVICE.reports.path}"`)
    reply.header('permissions-policy', DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '))
    if (isService(request.url)) reply.header('cache-control', 'no-store')
  })
}

/** Older browsers do not include sockets of the same host in 'self'. An invalid host adds nothing. */
function ownSocketSource(request: IncomingMessage, publicUrl: URL | undefined): string {
  if (publicUrl) return `${publicUrl.protocol === 'https:' ? 'wss' : 'ws'}://${publicUrl.host}`
  const host = request.headers.host ?? ''
  return HOST.test(host) ? `ws://${host}` : "'self'"
}

/**
 * Prevents cross-site request forgery by Origin and Sec-Fetch-Site. Browsers send Origin with every POST; clients
 * without either header are not browsers and carry no one else's cookies.
 */
const assertSameOrigin =
  (allowedOrigins: readonly string[]) =>
  (request: FastifyRequest): void => {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite()
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(origin, request.host, allowedOrigins)) throw crossSite()
  }

/**
 * True for the configured origins; without any, for the request's host regardless of scheme, so that a proxy may
 * terminate TLS.
 */
const isOwnOrigin = (origin: string, host: string, allowedOrigins: readonly string[]): boolean =>
  allowedOrigins.length > 0 ? allowedOrigins.includes(origin) : URL.canParse(origin) && new URL(origin).host === host

const crossSite = () => new RequestError(403, 'Requests from other sites are refused.')

/**
 * Concurrent requests of one connection. Only a client that pipelines has more than one.
 */
export const MAX_IN_FLIGHT = 32

const inFlight = new WeakMap<object, number>()

/** An onRequest hook that refuses requests beyond the limit of a connection. */
async function limitInFlight({ raw: { socket } }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const count = inFlight.get(socket) ?? 0
  if (count >= MAX_IN_FLIGHT) {
    throw new RequestError(429, 'Too many requests at once on one connection.', { 'retry-after': '1' })
  }
  inFlight.set(socket, count + 1)
  reply.raw.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1))
}

export interface AppDeps {
  readonly access: AccessControl
  readonly injectFailure?: InjectFailure | undefined
  /** Without it, requests with a refresh cookie count against their address. */
  readonly cookieOwner?: CookieOwner
  /** No logging if absent. */
  readonly logger?: FastifyBaseLogger
  /** Public URL behind a reverse proxy. https enables HSTS. */
  readonly publicUrl?: URL | undefined
  /** Allowed origins. If empty, the Origin must match the request's host. */
  readonly allowedOrigins?: readonly string[]
  /** Number of reverse proxies whose X-Forwarded-* headers are trusted; 0 by default. */
  readonly trustProxy?: number
  /** Folder of the built client; absent if the pages are served elsewhere. */
  readonly clientRoot?: string | undefined
  /** Maps errors of the services to responses. */
  readonly toKnownFailure?: (error: unknown) => KnownFailure | undefined
  readonly policy?: PolicyTable
  /** Requests per minute and caller, replacing `RATES`; a missing class has no limit. */
  readonly rates?: Rates
}

type Rates = Readonly<Partial<Record<RateClass, number | undefined>>>

/** A service's routes, mounted by `app.register(service, { prefix: base })`. Zod schemas validate requests and responses. */
export type Service = FastifyPluginAsyncZod

const MINUTE_MS = 60_000
const TIMEOUTS = {
  /** For the slowest route; `limitBodyTime` enforces the limit of each. */
  requestTimeout: MODEL_LIMITS.uploadMs,
  /** Inactivity of a connection while a response is due. */
  connectionTimeout: 60_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
} as const

/** Trusts the given number of proxies nearest to this server. */
const trustHops = (proxies: number) => (_address: string, hop: number) => hop < proxies

/**
 * The HTTP application: parsing, security headers, error responses and the guard of every route. Register the services
 * on it; `ready()` and `listen()` reject if one of their routes has no policy.
 */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  z.config({ localeError: validationText })
  const handleError = errorHandler(deps.toKnownFailure ?? (() => undefined))
  const app: FastifyInstance = Fastify({
    ...TIMEOUTS,
    ...(deps.logger && { loggerInstance: deps.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // A part may take its time to start: the database waits for its lock, the market for its history.
    pluginTimeout: 0,
    trustProxy: deps.trustProxy ? trustHops(deps.trustProxy) : false,
    genReqId: requestIds(deps.trustProxy ?? 0),
    // Stream keys are path parameters.
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: handleError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorateRequest('principal', undefined)
  app.decorateRequest('accessUntil', undefined)
  app.decorateRequest('verifiedUserId', undefined)
  app.decorateRequest('apiTokenId', undefined)
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  readForwarded(app, deps.trustProxy ?? 0)
  await secureHeaders(app, deps.publicUrl)
  app.addHook('onRequest', limitInFlight)
  app.addHook('onRequest', limitBodyTime)
  app.addHook('onRequest', async ({ raw, url }) => {
    assertOneHost(raw)
    assertSafeUrl(url)
  })
  const pages = deps.clientRoot === undefined ? undefined : clientPages(deps.clientRoot)
  answerUnknownPaths(app, pages)
  acceptJsonOnly(app)
  await app.register(cookie)
  await app.register(rateLimit, { global: false, ipv6Subnet: 64 })
  const guard = guardRoutes({
    access: deps.access,
    injectFailure: deps.injectFailure,
    policy: deps.policy ?? POLICY,
    limiters: limitersOf(app, deps.rates ?? RATES),
    assertSameOrigin: assertSameOrigin(deps.allowedOrigins ?? []),
    cookieOwner: deps.cookieOwner ?? (async () => undefined),
  })
  app.addHook('onRoute', function (route) {
    guard(route, this.hasDecorator(SERVES_FILES))
  })
  await describeRoutes(app, deps.policy ?? POLICY)
  await pages?.register(app)
  return app
}

/** Refuses them before their body is read, unless they get the page. */
function answerUnknownPaths(app: FastifyInstance, pages: ClientPages | undefined) {
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !(pages && wantsPage(request))) throw notFound(request)
  })
  app.setNotFoundHandler((request, reply) => {
    if (!pages) throw notFound(request)
    return pages.send(request, reply)
  })
}

const notFound = ({ method, url }: FastifyRequest) =>
  new RequestError(404, `Not found: ${method} ${url.split('?', 1)[0]}`)

function limitersOf(app: FastifyInstance, rates: Rates) {
  const limiter = (name: RateClass): Limiter | undefined => {
    const max = rates[name]
    if (max === undefined) return undefined
    const perAddress = app.createRateLimit({ max, timeWindow: MINUTE_MS })
    const perUser = app.createRateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: ({ verifiedUserId = '', apiTokenId = verifiedUserId }) => apiTokenId,
    })
    return async (request) => {
      const result = await (request.verifiedUserId === undefined ? perAddress : perUser)(request)
      if (result.isAllowed) return undefined
      const { remaining, ttlInSeconds: resetS, isExceeded } = result
      return { name, quota: max, windowS: MINUTE_MS / 1000, remaining, resetS, isExceeded }
    }
  }
  return {
    none: limiter('none'),
    standard: limiter('standard'),
    token: limiter('token'),
    'sign-in': limiter('sign-in'),
    refresh: limiter('refresh'),
    invitation: limiter('invitation'),
    report: limiter('report'),
  }
}

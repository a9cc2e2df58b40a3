import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { RateClass, RoutePolicy } from '#contract/endpoints/endpoint.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { roleReaches, type Role } from '#contract/roles.ts'
import type { AccessControl, InjectFailure, Principal, AuthResult } from './access.ts'
import { RequestError } from './errors.ts'
import type { PolicyTable } from './route-policy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated user; set on every route that is not public. */
    principal: Principal | undefined
    /** The user whom the request was proven to come from, by its access token or refresh cookie. */
    verifiedUserId: string | undefined
    /** The API token of the request, if it has one: its id, by which its budget is counted. */
    apiTokenId: string | undefined
    /** Expiry of the request's access token, unix milliseconds; set with the principal if known. */
    accessUntil: number | undefined
  }
}

/** What is left of a budget of requests. */
export interface Budget {
  readonly name: RateClass
  /** Requests in a window. */
  readonly quota: number
  readonly windowS: number
  readonly remaining: number
  /** Until the window ends. */
  readonly resetS: number
  readonly isExceeded: boolean
}

/** Counts a request against the budget of its verified user, or else of its address. */
export type Limiter = (request: FastifyRequest) => Promise<Budget | undefined>

/** The id of the user to whose live session the refresh cookie of a request belongs, if it has one. */
export type CookieOwner = (request: FastifyRequest) => Promise<string | undefined>

export interface GuardDeps {
  readonly access: AccessControl
  readonly policy: PolicyTable
  readonly limiters: Readonly<Record<RateClass, Limiter | undefined>>
  /** Throws for cross-site requests. */
  readonly assertSameOrigin: (request: FastifyRequest) => void
  readonly cookieOwner: CookieOwner
  /** Called before each data route; absent if fault injection is not used. */
  readonly injectFailure?: InjectFailure | undefined
}

const FILES: RoutePolicy = { access: 'public', rate: 'none' }

/**
 * An onRoute hook that enforces each route's policy: rate, origin, authentication, role, in this order and before the
 * body is read. Throws for a route without a policy, so that the server does not start.
 */
export function guardRoutes(deps: GuardDeps) {
  return (route: RouteOptions, servesFiles: boolean): void => {
    const methods = [route.method].flat()
    for (const method of methods) {
      const key = `${method === 'HEAD' ? 'GET' : method} ${route.url}`
      const policy = servesFiles ? FILES : deps.policy[key]
      if (!policy) throw new Error(`Route without an endpoint: declare "${key}" in contract/endpoints/`)
      if (methods.length > 1 && !servesFiles)
        throw new Error(`One method per route, so that each has its policy: ${key}`)
      if (policy.bodyMs !== undefined) route.config = { ...route.config, bodyMs: policy.bodyMs }
      const injectFailure = isDataRoute(route.url) ? deps.injectFailure : undefined
      route.onRequest = [authorize(policy, { ...deps, injectFailure }), ...[route.onRequest ?? []].flat()]
    }
  }
}

/** Whether a route belongs to a service that requires sign-in. */
const isDataRoute = (url: string): boolean =>
  [DEFAULT_BASES.tdp, DEFAULT_BASES.proxy, DEFAULT_BASES.strategy].some((base) => url.startsWith(`${base}/`))

type Authenticated = Extract<AuthResult, { ok: true }>

const authorize =
  (policy: RoutePolicy, deps: GuardDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, rate = 'standard', sameOriginOnly, identifiedByCookie } = policy
    if (sameOriginOnly) deps.assertSameOrigin(request)
    if (access === 'public') {
      if (identifiedByCookie) request.verifiedUserId = await deps.cookieOwner(request)
      await limitRate(request, reply, deps.limiters[rate])
      return
    }
    const { principal, expiresAt } = await authenticate(request, reply, { ...deps, required: access })
    request.verifiedUserId = principal.userId
    if (principal.scopes) request.apiTokenId = principal.sessionId
    await limitRate(request, reply, deps.limiters[principal.scopes ? 'token' : rate])
    requireScope(principal, policy)
    requireRole(request, principal, access)
    if (access === 'Admin' && principal.lacksFactor === true)
      throw new RequestError(403, FACTOR_REQUIRED, {}, LACKS_FACTOR)
    if (policy.recentProof) requireRecentProof(principal)
    const status = deps.injectFailure?.(principal.sessionId, bearerOf(request))
    if (status !== undefined) throw INJECTED_ERRORS[status]()
    request.principal = principal
    request.accessUntil = expiresAt
  }

/** Says in the fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers) what is left; throws a 429 if nothing is. */
async function limitRate(request: FastifyRequest, reply: FastifyReply, limiter: Limiter | undefined): Promise<void> {
  const budget = await limiter?.(request)
  if (budget === undefined) return
  const { name, quota, windowS, remaining, resetS, isExceeded } = budget
  void reply.headers({
    'ratelimit-policy': `"${name}";q=${quota};w=${windowS}`,
    ratelimit: `"${name}";r=${remaining};t=${resetS}`,
  })
  if (isExceeded) throw tooManyRequests(resetS)
}

/** The authenticated user; throws 401, or 429 beyond the budget that an address has for requests without a valid token. */
async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, limiters, required }: GuardDeps & { readonly required: Role },
): Promise<Authenticated> {
  const result = await access.verify(bearerToken(request.headers.authorization))
  if (result.ok) return result
  await limitRate(request, reply, limiters.standard)
  // Signing in again would not help.
  if (result.role !== undefined && !roleReaches(result.role, required)) throw roleRefused(required)
  if (result.refusal === 'missing')
    throw new RequestError(401, 'Authentication required.', { 'www-authenticate': 'Bearer' })
  throw new RequestError(401, TOKEN_REFUSED, INVALID_TOKEN)
}

function requireScope({ scopes }: Principal, { scope }: RoutePolicy): void {
  if (!scopes) return
  if (scope === undefined) throw new RequestError(403, 'API tokens are not accepted here.')
  if (scope !== 'any' && !scopes.includes(scope))
    throw new RequestError(403, `Access denied. The API token lacks the scope ${scope}.`)
}

function requireRole(request: FastifyRequest, { role, userId }: Principal, required: Role): void {
  if (roleReaches(role, required)) return
  request.log.warn({ userId, required }, 'role refused')
  throw roleRefused(required)
}

const roleRefused = (required: Role) => new RequestError(403, `Access denied. ${required} role required.`)

/** Throws 403 with the reason `proof_required` for a user who has not proven for ten minutes who they are. */
export function requireRecentProof({ lacksProof = false }: Principal): void {
  if (lacksProof) throw new RequestError(403, PROOF_REQUIRED, {}, { reason: 'proof_required' })
}

/** One text for all, so that it does not reveal whether a token was once valid. */
const TOKEN_REFUSED = 'The access token is not valid.'

const INVALID_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' }

const FACTOR_REQUIRED = 'Admins need a second factor here. Set one up in your profile, under Security.'
const LACKS_FACTOR = { reason: 'factor_required' }
const PROOF_REQUIRED = 'Prove again who you are: for this, the last proof must not be older than ten minutes.'

/** Errors of fault injection. */
const INJECTED_ERRORS = {
  401: () => new RequestError(401, TOKEN_REFUSED, INVALID_TOKEN),
  503: () => new RequestError(503, 'Service Unavailable'),
}

const bearerToken = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]

/** A 429 with its Retry-After. */
export const tooManyRequests = (waitS: number): RequestError =>
  new RequestError(429, `Too many requests. Please try again in ${waitS} s.`, { 'retry-after': String(waitS) })

/** The access token of a request to a route that is not public. */
export const bearerOf = ({ headers }: FastifyRequest): string => bearerToken(headers.authorization) ?? ''

/** The authenticated user of a request to a route that is not public. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error(`${request.routeOptions.url} is public: it has no principal`)
  return request.principal
}

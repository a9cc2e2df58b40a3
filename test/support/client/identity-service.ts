import type { Role } from '#contract/roles.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import type { Fetch } from '#src/transport/http/http.ts'

export const CONFIG = {
  ...DEFAULT_BASES,
  sockets: SOCKET_PATHS,
  version: 'test',
}
export const USER = { email: 'ada@pairbot.test', role: 'Trader' as Role, username: 'ada' }
export const SIGN_IN = { email: USER.email, password: 'Correct-horse-7', remember_me: false }
export const LIFE_S = 900
/** A pending invitation. */
export const INVITED = {
  code: '0123456789abcdef0123456789abcdef',
  offer: { email: USER.email, role: USER.role, expiresAt: '2030-02-01T12:00:00.000Z' },
}

/** A received request. `token` is the bearer token. */
export interface ReceivedRequest {
  readonly route: string
  /** `?page=1`, or empty. */
  readonly search: string
  readonly body: unknown
  readonly token: string | undefined
  readonly signal: AbortSignal | undefined
}
type TestAnswer = Response | Promise<Response>

export const json = (status: number, body: unknown, statusText = ''): Response =>
  new Response(JSON.stringify(body), { status, statusText, headers: { 'content-type': 'application/json' } })
export const ok = (data: unknown): Response => json(200, { success: true, data })
export const html = (status: number, statusText: string): Response =>
  new Response('<html><body><h1>nginx</h1></body></html>', {
    status,
    statusText,
    headers: { 'content-type': 'text/html' },
  })
/** Rejects like a refused connection. */
export const unreachable = (): Promise<never> => Promise.reject(new TypeError('fetch failed'))
/** Never responds. */
export const silent = (): Promise<never> => new Promise(() => {})
/** A response that the test sends when it chooses. */
export function deferredResponse() {
  let respond: (response: Response) => void = () => {}
  const promise = new Promise<Response>((resolve) => {
    respond = resolve
  })
  return { answer: () => promise, respond: (response: Response) => respond(response) }
}

const HEALTH_ROUTE = 'GET /health'

/**
 * Fake backends: identity has one session with its cookie, the other services accept the newest token only. The response
 * of every route can be replaced.
 */
export function createBackend(user = USER) {
  const requests: ReceivedRequest[] = []
  /** Polls of the health, which every screen makes; not among the arrivals. */
  const polls: ReceivedRequest[] = []
  const scripted = new Map<string, (request: ReceivedRequest) => TestAnswer>()
  let issued = 0
  let cookie = false
  let valid: string | undefined

  const grant = () => {
    cookie = true
    valid = `token-${(issued += 1)}`
    return { access_token: valid, expires_in: LIFE_S }
  }
  const normal = (request: ReceivedRequest): TestAnswer => {
    switch (request.route.replace(DEFAULT_BASES.identity, '')) {
      case 'POST /auth/login':
        return ok({ ...grant(), user })
      case 'POST /auth/refresh':
        return cookie ? ok(grant()) : json(401, { success: false, error: 'No session' })
      case 'GET /auth/invitations/validate':
        return request.search === `?code=${INVITED.code}`
          ? ok(INVITED.offer)
          : json(404, { success: false, error: 'Invalid or expired invitation code' })
      case 'POST /auth/register':
        return ok({ ...grant(), user: { email: user.email } })
      case 'POST /auth/logout':
        cookie = false
        valid = undefined
        return ok(null)
      case 'GET /auth/me':
        return request.token === valid ? ok(user) : json(401, { success: false, error: 'Invalid token' })
      case 'POST /auth/ws-ticket':
        return request.token === valid ? ok({ ticket: `ticket-for-${request.token}`, expires_in: 30 }) : json(401, {})
      default:
        return request.token !== undefined && request.token === valid ? ok('data') : json(401, {})
    }
  }

  const fetch: Fetch = (url, init) => {
    const headers = new Headers(init.headers)
    const { pathname, search } = new URL(url, 'http://test')
    const request: ReceivedRequest = {
      route: `${init.method} ${pathname}`,
      search,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      token: headers.get('authorization')?.replace('Bearer ', ''),
      signal: init.signal ?? undefined,
    }
    const received = request.route === HEALTH_ROUTE ? polls : requests
    received.push(request)
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      Promise.resolve((scripted.get(request.route) ?? normal)(request)).then(resolve, reject)
    })
  }

  return {
    fetch,
    arrivals: requests,
    /** Number of calls of a route, such as `POST /auth/refresh`. */
    count: (route: string) => [...requests, ...polls].filter((request) => request.route === routeOf(route)).length,
    /** Replaces the response of a route; restores the default one without `answer`. */
    on(route: string, answer?: (request: ReceivedRequest) => TestAnswer): void {
      if (answer) scripted.set(routeOf(route), answer)
      else scripted.delete(routeOf(route))
    },
    normal,
    /** Restores an earlier session with this token. */
    resume: (token: string) => {
      cookie = true
      valid = token
    },
    /** Makes the services reject all issued tokens. */
    expireTokens: () => {
      valid = undefined
    },
    /** Ends the session on the server. */
    endSession: () => {
      cookie = false
      valid = undefined
    },
  }
}

const routeOf = (route: string): string => route.replace(/ (?=\/(auth|admin)\/)/, ` ${DEFAULT_BASES.identity}`)

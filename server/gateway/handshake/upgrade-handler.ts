import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { GATEWAY } from '#contract/limits.ts'
import type { AuthResult, Principal } from '#server/http/access.ts'
import { forwardedAddress } from '#server/http/forwarded.ts'
import { hasSeveralHosts } from '#server/http/safe-url.ts'
import { closeReason } from '../clients/disconnect.ts'
import { restartNotice } from '../clients/drain.ts'
import { affects } from '../clients/registry.ts'
import type { Endpoint } from '../delivery/endpoint.ts'
import { DEFLATE_OPTIONS, offersDeflate } from '../framing/index.ts'
import { DEFAULT_LIMITS, POLICY } from '../policy.ts'
import type { AccessEnded, GatewayDeps } from '../ports.ts'
import { type Selection, toSelection } from '../protocol/selection.ts'
import {
  type ConnectionLimits,
  type RefusedSocket,
  TERMINATED_BY_FAULT,
  TOO_MANY_SOCKETS,
  UNAVAILABLE,
} from './connection-limits.ts'

const connectionIdSchema = z.uuid()

/** What a client requests in the URL and headers of its upgrade. */
interface UpgradeRequest {
  readonly path: string
  /** The `token` parameter; undefined if absent, empty, repeated or too long. */
  readonly token: string | undefined
  /** `batch=1`: frames are JSON arrays of envelopes. */
  readonly batched: boolean
  /** `pairs=BTCUSD,ETHUSD&timeframe=1m,1h`; everything by default. */
  readonly selection: Selection
  /** The id of an earlier connection to resume. */
  readonly connectionId: string | undefined
  readonly origin: string | undefined
  /** The Host header. */
  readonly host: string | undefined
  readonly hasCookie: boolean
}

/** A substring retains its source string, here a URL with a token; a copy does not. */
const copyOf = (text: string): string => Buffer.from(text).toString()

function single(values: readonly string[]): string | undefined {
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

const listed = (values: readonly string[]) => single(values)?.split(',')

/** Path of a request without its query. Accepts any text; the URL is untrusted. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

export function parseUpgrade(request: IncomingMessage): UpgradeRequest {
  const { url = '/', headers } = request
  const path = pathOf(request)
  const parameters = new URLSearchParams(url.slice(path.length + 1))
  const token = single(parameters.getAll('token'))
  const connectionId = connectionIdSchema.safeParse(single(parameters.getAll('connection_id')))
  return {
    path,
    token: token !== undefined && token.length <= POLICY.maxTokenChars ? token : undefined,
    batched: single(parameters.getAll('batch')) === '1',
    selection: toSelection(listed(parameters.getAll('pairs')), listed(parameters.getAll('timeframe'))),
    connectionId: connectionId.success ? copyOf(connectionId.data) : undefined,
    origin: headers.origin,
    host: headers.host,
    hasCookie: headers.cookie !== undefined,
  }
}

/**
 * Prevents cross-site WebSocket hijacking. An Origin must be allowed; without one, only requests without cookies are
 * accepted. If no origins are configured, the Origin must match the request's Host.
 */
function isOriginAllowed({ origin, host, hasCookie }: UpgradeRequest, allowed: readonly string[]): boolean {
  if (origin === undefined) return !hasCookie
  return allowed.length > 0 ? allowed.includes(origin) : URL.canParse(origin) && new URL(origin).host === host
}

/** The client's address: the socket's, or the one a trusted proxy reports. */
export const clientAddress = ({ headers, socket }: IncomingMessage, trustProxy: boolean): string =>
  (trustProxy ? forwardedAddress(headers) : undefined) ?? socket.remoteAddress ?? 'unknown'

/** Rate-limiting key of an address: IPv4 unchanged, IPv6 by its /64, which one subscriber usually has. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Responds to an upgrade request with a bare status line and ends the connection. */
function rejectUpgrade(socket: Duplex, status: string) {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Handles an unclaimed upgrade as a plain HTTP request (RFC 9110, 7.8). Node does so only while there is no upgrade
 * listener; some HTTP clients offer h2c with every first request.
 */
function answerAsPlainRequest(server: Server, request: IncomingMessage) {
  const { headers, socket } = request
  // Node detaches its parser on upgrade, so a body can no longer be read.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    rejectUpgrade(socket, '426 Upgrade Required')
    return
  }
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  socket.on('error', () => socket.destroy())
  response.on('finish', () => socket.destroySoon())
  server.emit('request', request, response)
}

/** An upgraded socket whose user is known. */
export interface AuthenticatedSocket {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly upgrade: UpgradeRequest
  readonly address: string
  readonly principal: Principal
  readonly expiresAt: number
}

export interface UpgradeHandlerDeps extends Pick<
  GatewayDeps,
  'access' | 'allowedOrigins' | 'compress' | 'isAside' | 'now' | 'report' | 'limits' | 'trustProxy'
> {
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly connectionLimits: ConnectionLimits
  /** While draining: milliseconds after which the client should retry. */
  readonly drainRetryAfterMs: () => number | undefined
  /** Whether fault injection terminates this session's sockets. */
  readonly shouldTerminate: (sessionId: string, path: string) => boolean
  /** Registers the socket, or returns why it is refused. */
  readonly accept: (authenticated: AuthenticatedSocket, endpoint: Endpoint) => RefusedSocket | undefined
  readonly onRefused: () => void
}

/** Authenticates upgrade requests: Origin before the upgrade, token after it, so that a browser can read the close code. */
export interface UpgradeHandler {
  readonly attach: (server: Server) => void
  /** Refuses sockets whose access ends while their token is being checked. */
  onAccessEnded(ended: AccessEnded): void
  /** Refuses sockets whose access check takes too long. */
  timeOutPending(): void
}

/** An upgraded socket whose token is being checked. */
interface PendingSocket {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly endpoint: Endpoint
  readonly upgrade: UpgradeRequest
  readonly address: string
  readonly since: number
  readonly ended: AccessEnded[]
}

const ignore = () => {}

export function createUpgradeHandler(deps: UpgradeHandlerDeps): UpgradeHandler {
  const { access, connectionLimits, now, report, compress } = deps
  const pending = new Set<PendingSocket>()
  // `closeTimeout` is missing in ws's types: an inline literal would fail the excess property check.
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: GATEWAY.maxPayloadBytes,
    closeTimeout: POLICY.closeMs,
  }
  const plainSockets = new WebSocketServer({ ...options, perMessageDeflate: false })
  // `maxPayload` also limits the inflated size.
  const deflatedSockets = new WebSocketServer({ ...options, perMessageDeflate: DEFLATE_OPTIONS })

  function refuse({ ws, upgrade, address }: PendingSocket, { code, reason, refusal, isTerminated }: RefusedSocket) {
    deps.onRefused()
    report?.({ kind: 'socket-refused', path: upgrade.path, address, code, refusal })
    if (isTerminated) {
      ws.terminate()
      return
    }
    ws.resume()
    ws.close(code, closeReason(reason))
  }

  async function checkAccess({ token, path, origin }: UpgradeRequest): Promise<AuthResult | undefined> {
    if (token === undefined) return { ok: false, refusal: 'missing' }
    try {
      return await access.verifySocket(token, { path, origin })
    } catch (error) {
      report?.({ kind: 'failure', path, during: 'access check', error })
      return undefined
    }
  }

  /** Accepts the socket, or returns why it is refused. */
  function decide(pendingSocket: PendingSocket, result: AuthResult | undefined): RefusedSocket | undefined {
    const retryAfterMs = deps.drainRetryAfterMs()
    if (retryAfterMs !== undefined) return { ...restartNotice(retryAfterMs), refusal: 'draining' }
    if (!result) return UNAVAILABLE
    if (!result.ok) return connectionLimits.forUnauthenticated(pendingSocket.address, result.refusal)
    const { principal, expiresAt = now() + POLICY.tokenLifeMs } = result
    const ended = pendingSocket.ended.find((event) => affects(event, principal))
    if (ended) return { code: ended.code, reason: ended.reason, refusal: 'session-ended' }
    const { ws, socket, upgrade, address } = pendingSocket
    if (deps.shouldTerminate(principal.sessionId, upgrade.path)) return TERMINATED_BY_FAULT
    try {
      return deps.accept({ ws, socket, upgrade, address, principal, expiresAt }, pendingSocket.endpoint)
    } catch (error) {
      report?.({ kind: 'failure', path: upgrade.path, during: 'acceptance', error })
      return UNAVAILABLE
    }
  }

  async function authenticate(pendingSocket: PendingSocket) {
    const { ws, upgrade, address } = pendingSocket
    // On a protocol error ws closes the socket itself, with the right code.
    ws.on('error', ignore)
    // Nothing is read before authentication, so early frames are neither lost nor parsed.
    ws.pause()
    const before = [...pending].filter((other) => other.address === address).length
    if (before >= (deps.limits?.unverifiedPerAddress ?? DEFAULT_LIMITS.unverifiedPerAddress)) {
      refuse(pendingSocket, TOO_MANY_SOCKETS)
      return
    }
    pending.add(pendingSocket)
    const result = await checkAccess(upgrade)
    if (!pending.delete(pendingSocket) || ws.readyState !== WebSocket.OPEN) return
    const refused = decide(pendingSocket, result)
    if (refused) {
      refuse(pendingSocket, refused)
      return
    }
    ws.off('error', ignore)
    ws.resume()
  }

  function onUpgrade(endpoint: Endpoint, request: IncomingMessage, socket: Duplex, head: Buffer) {
    if (hasSeveralHosts(request)) {
      deps.onRefused()
      rejectUpgrade(socket, '400 Bad Request')
      return
    }
    if (deps.isAside?.()) {
      deps.onRefused()
      rejectUpgrade(socket, '503 Service Unavailable')
      return
    }
    const upgrade = parseUpgrade(request)
    const address = addressKey(clientAddress(request, deps.trustProxy ?? false))
    if (!isOriginAllowed(upgrade, deps.allowedOrigins)) {
      deps.onRefused()
      report?.({ kind: 'origin-refused', path: upgrade.path, origin: upgrade.origin ?? 'none', address })
      rejectUpgrade(socket, '403 Forbidden')
      return
    }
    const sockets =
      compress && offersDeflate(request.headers['sec-websocket-extensions']) ? deflatedSockets : plainSockets
    sockets.handleUpgrade(request, socket, head, (ws) => {
      void authenticate({ ws, socket, endpoint, upgrade, address, since: now(), ended: [] })
    })
  }

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const endpoint = deps.endpoints.get(pathOf(request))
        if (endpoint) onUpgrade(endpoint, request, socket, head)
        // An unclaimed upgrade would otherwise stay open forever.
        else if (server.listenerCount('upgrade') === 1) answerAsPlainRequest(server, request)
      })
    },
    onAccessEnded(ended) {
      for (const pendingSocket of pending) pendingSocket.ended.push(ended)
    },
    timeOutPending() {
      for (const pendingSocket of pending) {
        if (now() - pendingSocket.since < POLICY.accessCheckMs) continue
        pending.delete(pendingSocket)
        refuse(pendingSocket, UNAVAILABLE)
      }
    },
  }
}

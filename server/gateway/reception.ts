import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { GATEWAY } from '#contract/limits.ts'
import type { Principal, Verdict } from '#server/http/access.ts'
import { CUT, TOO_MANY_SOCKETS, UNAVAILABLE, type Admission, type RefusedSocket } from './admission.ts'
import { COMPRESSION, offersDeflate } from './compression.ts'
import { ignoreUpgrade, refuseUpgrade } from './decline.ts'
import { restartNotice } from './drain.ts'
import { closeReason } from './endings.ts'
import type { Endpoint } from './endpoint.ts'
import { DEFAULT_LIMITS, POLICY } from './policy.ts'
import type { AccessEnded, GatewayDeps } from './ports.ts'
import { concerns } from './registry.ts'
import { addressKey, addressOf, originAllowed, pathOf, readUpgrade, type UpgradeRequest } from './upgrade-request.ts'

/** A socket whose owner is known. */
export interface Arrival {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly upgrade: UpgradeRequest
  readonly address: string
  readonly principal: Principal
  readonly expiresAt: number
}

export interface ReceptionDeps extends Pick<
  GatewayDeps,
  'access' | 'allowedOrigins' | 'compress' | 'now' | 'report' | 'limits' | 'trustProxy'
> {
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly admission: Admission
  /** While the server stops: how long this one is to stay away, in milliseconds. */
  readonly draining: () => number | undefined
  /** Whether the session asked for its sockets to be cut. */
  readonly cuts: (sessionId: string, path: string) => boolean
  /** Takes the socket in, or says why not. */
  readonly admit: (arrival: Arrival, endpoint: Endpoint) => RefusedSocket | undefined
  readonly onRefused: () => void
}

/** Turns upgrade requests into arrivals: Origin before the upgrade, token after it, where a browser can read the refusal. */
export interface Reception {
  readonly attach: (server: Server) => void
  /** So that a verdict which was under way when access ended does not let anybody in. */
  onAccessEnded(ended: AccessEnded): void
  /** Gives up on verdicts that take too long. */
  sweep(): void
}

/** Upgraded, its token being looked at. */
interface Waiting {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly endpoint: Endpoint
  readonly upgrade: UpgradeRequest
  readonly address: string
  readonly since: number
  readonly ended: AccessEnded[]
}

const ignore = () => {}

export function createReception(deps: ReceptionDeps): Reception {
  const { access, admission, now, report, compress } = deps
  const waiting = new Set<Waiting>()
  // `closeTimeout` is missing in the type declarations of ws, which allow it only in an object that has a name.
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: GATEWAY.maxPayloadBytes,
    closeTimeout: POLICY.closeMs,
  }
  const plainSockets = new WebSocketServer({ ...options, perMessageDeflate: false })
  // Held to `maxPayload` after inflating, too.
  const deflatedSockets = new WebSocketServer({ ...options, perMessageDeflate: COMPRESSION })

  function refuse({ ws, upgrade, address }: Waiting, { code, reason, refusal, isCut }: RefusedSocket) {
    deps.onRefused()
    report?.({ kind: 'socket-refused', path: upgrade.path, address, code, refusal })
    if (isCut) {
      ws.terminate()
      return
    }
    ws.resume()
    ws.close(code, closeReason(reason))
  }

  async function verdictOn({ token, path, origin }: UpgradeRequest): Promise<Verdict | undefined> {
    if (token === undefined) return { ok: false, refusal: 'missing' }
    try {
      return await access.verifySocket(token, { path, origin })
    } catch (error) {
      report?.({ kind: 'fault', path, during: 'access check', error })
      return undefined
    }
  }

  /** Lets the arrival in, or says why not. */
  function decide(arrival: Waiting, verdict: Verdict | undefined): RefusedSocket | undefined {
    const retryAfterMs = deps.draining()
    if (retryAfterMs !== undefined) return { ...restartNotice(retryAfterMs), refusal: 'draining' }
    if (!verdict) return UNAVAILABLE
    if (!verdict.ok) return admission.ofStranger(arrival.address, verdict.refusal)
    const { principal, expiresAt = now() + POLICY.tokenLifeMs } = verdict
    const ended = arrival.ended.find((event) => concerns(event, principal))
    if (ended) return { code: ended.code, reason: ended.reason, refusal: 'session-ended' }
    const { ws, socket, upgrade, address } = arrival
    if (deps.cuts(principal.sessionId, upgrade.path)) return CUT
    try {
      return deps.admit({ ws, socket, upgrade, address, principal, expiresAt }, arrival.endpoint)
    } catch (error) {
      report?.({ kind: 'fault', path: upgrade.path, during: 'admission', error })
      return UNAVAILABLE
    }
  }

  async function receive(arrival: Waiting) {
    const { ws, upgrade, address } = arrival
    // Broken frames: ws closes with the right code by itself, which is heard by whoever admitted the socket.
    ws.on('error', ignore)
    // Nothing is read before the verdict, so that no early frame is lost and no stranger's frame is parsed.
    ws.pause()
    const before = [...waiting].filter((other) => other.address === address).length
    if (before >= (deps.limits?.unverifiedPerAddress ?? DEFAULT_LIMITS.unverifiedPerAddress)) {
      refuse(arrival, TOO_MANY_SOCKETS)
      return
    }
    waiting.add(arrival)
    const verdict = await verdictOn(upgrade)
    if (!waiting.delete(arrival) || ws.readyState !== WebSocket.OPEN) return
    const refused = decide(arrival, verdict)
    if (refused) {
      refuse(arrival, refused)
      return
    }
    ws.off('error', ignore)
    ws.resume()
  }

  function onUpgrade(endpoint: Endpoint, request: IncomingMessage, socket: Duplex, head: Buffer) {
    const upgrade = readUpgrade(request)
    const address = addressKey(addressOf(request, deps.trustProxy ?? false))
    if (!originAllowed(upgrade, deps.allowedOrigins)) {
      deps.onRefused()
      report?.({ kind: 'origin-refused', path: upgrade.path, origin: upgrade.origin ?? 'none', address })
      refuseUpgrade(socket, '403 Forbidden')
      return
    }
    const sockets =
      compress && offersDeflate(request.headers['sec-websocket-extensions']) ? deflatedSockets : plainSockets
    sockets.handleUpgrade(request, socket, head, (ws) => {
      void receive({ ws, socket, endpoint, upgrade, address, since: now(), ended: [] })
    })
  }

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const endpoint = deps.endpoints.get(pathOf(request))
        if (endpoint) onUpgrade(endpoint, request, socket, head)
        // What nobody takes would otherwise stay open for ever.
        else if (server.listenerCount('upgrade') === 1) ignoreUpgrade(server, request)
      })
    },
    onAccessEnded(ended) {
      for (const arrival of waiting) arrival.ended.push(ended)
    },
    sweep() {
      for (const arrival of waiting) {
        if (now() - arrival.since < POLICY.verdictMs) continue
        waiting.delete(arrival)
        refuse(arrival, UNAVAILABLE)
      }
    },
  }
}

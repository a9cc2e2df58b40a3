import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type RawData, WebSocket } from 'ws'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY, LIVENESS } from '#contract/limits.ts'
import { type Client, createClient, onPong, ping } from './clients/client.ts'
import { createDisconnect, type Disconnect } from './clients/disconnect.ts'
import { drainClients, movedRetryAfter, restartNotice, retryAfter } from './clients/drain.ts'
import { createRegistry, type Registry } from './clients/registry.ts'
import { createCounters } from './counters.ts'
import { createDelivery, waitingMessages } from './delivery/delivery.ts'
import { createEndpoint, type Endpoint } from './delivery/endpoint.ts'
import { createFaultInjection, type FaultInjection } from './delivery/fault-injection.ts'
import { createPrivateMessages, type PrivateMessages } from './delivery/private-messages.ts'
import { releaseInflater, wireFormatOf } from './framing/index.ts'
import { type ConnectionLimits, createConnectionLimits, type RefusedSocket } from './handshake/connection-limits.ts'
import { type AuthenticatedSocket, createUpgradeHandler } from './handshake/upgrade-handler.ts'
import { POLICY } from './policy.ts'
import type { AccessEnded, GatewayDeps, GatewayStats, OpenSession } from './ports.ts'
import { createInbound, type Inbound } from './protocol/inbound.ts'
import { answerHeartbeat, systemStatus } from './protocol/messages.ts'
import { toSelection } from './protocol/selection.ts'
import { systemTimers } from './timers.ts'

interface SocketListenersDeps {
  readonly now: () => number
  readonly registry: Pick<Registry, 'bySocket'>
  readonly inbound: Inbound
  readonly disconnect: Disconnect
}

/** Attaches the gateway's listeners to the socket of a registered client. */
type AttachListeners = (ws: WebSocket) => void

/** One set of listeners for all sockets: closures for each would be a tenth of a connection's memory. */
function createSocketListeners({ now, registry, inbound, disconnect }: SocketListenersDeps): AttachListeners {
  const forClient = (ws: WebSocket, run: (client: Client) => void) => {
    const client = registry.bySocket(ws)
    if (client) run(client)
  }

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    releaseInflater(this)
    forClient(this, (client) => {
      client.lastReceivedAt = now()
      if (this.readyState === WebSocket.OPEN) inbound.onMessage(client, data, isBinary)
    })
  }

  function onPing(this: WebSocket) {
    forClient(this, (client) => {
      client.lastReceivedAt = now()
      if (this.readyState === WebSocket.OPEN) inbound.onControlFrame(client)
    })
  }

  function onPongReceived(this: WebSocket) {
    forClient(this, (client) => {
      if (client.isAwaitingPong) onPong(client)
      else if (this.readyState === WebSocket.OPEN) inbound.onControlFrame(client)
    })
  }

  function onError(this: WebSocket) {
    forClient(this, (client) => inbound.onProtocolError(client))
  }

  function onClose(this: WebSocket) {
    forClient(this, (client) => disconnect.onClosed(client))
  }

  return (ws) =>
    void ws
      .on('message', onMessage)
      .on('ping', onPing)
      .on('pong', onPongReceived)
      .on('error', onError)
      .on('close', onClose)
}

interface AcceptClientDeps {
  readonly now: () => number
  readonly registry: Registry
  readonly connectionLimits: ConnectionLimits
  readonly disconnect: Disconnect
  readonly attachListeners: AttachListeners
  readonly faultInjection: Pick<FaultInjection, 'onJoined'>
  readonly privateMessages: Pick<PrivateMessages, 'onJoined'> | undefined
}

/** The requested connection id, or a new one if another user holds it. */
function chooseConnectionId(
  { upgrade, principal }: AuthenticatedSocket,
  registry: Registry,
): { connectionId: string; older?: Client } {
  const requested = upgrade.connectionId
  if (requested === undefined) return { connectionId: randomUUID() }
  const older = registry.byConnectionId(upgrade.path, requested)
  if (!older) return { connectionId: requested }
  return older.principal.userId === principal.userId
    ? { connectionId: requested, older }
    : { connectionId: randomUUID() }
}

/** Registers an authenticated socket as a client and welcomes it, or returns why it is refused. */
function acceptClient(
  authenticated: AuthenticatedSocket,
  endpoint: Endpoint,
  deps: AcceptClientDeps,
): RefusedSocket | undefined {
  const { registry, connectionLimits, disconnect } = deps
  const { ws, socket, upgrade, address, principal, expiresAt } = authenticated
  const { connectionId, older } = chooseConnectionId(authenticated, registry)
  const refused = connectionLimits.forPrincipal(address, principal, older !== undefined)
  if (refused) return refused

  const { path, nextEntryNumber } = endpoint
  const wireFormat = wireFormatOf(upgrade.batched, ws.extensions !== '')
  const firstEntry = nextEntryNumber()
  const client = createClient(
    { ws, socket, connectionId, path, principal, expiresAt, wireFormat, firstEntry, selection: upgrade.selection },
    deps.now(),
  )
  registry.add(client)
  deps.attachListeners(ws)
  endpoint.welcome(client)
  deps.faultInjection.onJoined(client)
  deps.privateMessages?.onJoined(client)
  ping(client, deps.now())
  if (older) disconnect.close(older, CLOSE.replaced, 'Replaced by a newer connection', 'replaced')
  return undefined
}

/** Disconnects a slow reader, so that it does not affect the others. */
function closeSlowReader(client: Client, disconnect: Disconnect) {
  disconnect.close(client, CLOSE.tryLater, 'Reading too slowly', 'slow-reader')
}

function isStalled({ blockedSince = Infinity, isAwaitingPong, answersPings, pingedAt }: Client, now: number): boolean {
  return now - blockedSince > POLICY.stalledMs || (isAwaitingPong && answersPings && now - pingedAt > POLICY.stalledMs)
}

/** Ends connections of silent peers, expired tokens and stalled readers; pings the others when due. */
function reapClients(clients: Iterable<Client>, disconnect: Disconnect, now: number) {
  for (const client of clients) {
    const { lastReceivedAt, expiresAt, isAwaitingPong, pingedAt } = client
    if (now - lastReceivedAt > POLICY.silentMs) disconnect.terminate(client, 'silent')
    else if (now >= expiresAt) disconnect.close(client, CLOSE.token, 'Token expired', 'token-expired')
    else if (isStalled(client, now)) closeSlowReader(client, disconnect)
    else if (!isAwaitingPong && now - pingedAt >= POLICY.pingMs) ping(client, now)
  }
}

/** The sessions of these clients, each once. */
function openSessions(clients: Iterable<Pick<Client, 'principal' | 'openedAt'>>): readonly OpenSession[] {
  const sessions = new Map<string, OpenSession>()
  for (const { principal, openedAt } of clients) {
    const { sessionId, userId } = principal
    const since = Math.min(openedAt, sessions.get(sessionId)?.since ?? openedAt)
    sessions.set(sessionId, { sessionId, userId, since })
  }
  return [...sessions.values()]
}

/** The WebSocket endpoints, on the port of the HTTP server. */
export interface Gateway {
  /** Handles upgrades of the gateway's own paths; others are left to other listeners. */
  attach(server: Server): void
  /** Planned stop: asks every client to reconnect later and closes it. Resolves within `GATEWAY.drainMs`, never rejects. */
  drain(): Promise<void>
  stats(): GatewayStats
  /** Closes the sockets whose access has ended. */
  endAccess(ended: AccessEnded): void
  /** The sessions and API tokens that have open sockets. */
  sessions(): readonly OpenSession[]
  /** Asks so many clients, those that have been here longest, to connect again in a second or two. */
  move(this: void, count: number): void
}

/** Subscribes to publications and ended access immediately; call `attach` to accept sockets. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { now, random, market, report } = deps
  const timers = deps.timers ?? systemTimers
  const counters = createCounters()
  const registry = createRegistry()
  const connectionLimits = createConnectionLimits(deps, registry)
  const delivery = createDelivery<Client>({
    counters,
    now,
    onOverflow: (client) => closeSlowReader(client, disconnect),
  })
  const faultInjection = createFaultInjection({
    port: deps.faultInjection,
    registry,
    delivery,
    timers,
    terminate: (client) => disconnect.terminate(client),
  })
  const endpoints = new Map(
    deps.endpoints.map((endpoint) => [endpoint.path, createEndpoint(endpoint, { ...deps, timers, delivery })]),
  )
  const privateMessages =
    deps.privateFeed && createPrivateMessages({ feed: deps.privateFeed, registry, delivery, timers, report })
  const disconnect = createDisconnect({ registry, endpoints, counters, report })
  const inbound = createInbound({
    now,
    counters,
    onHeartbeat: (client) => delivery.send(client, answerHeartbeat(client.connectionId, now())),
    onResume: (client, { last_ids, epoch }) => void endpoints.get(client.path)?.resume(client, last_ids, epoch),
    onSubscribe: (client, { pairs, timeframe }) =>
      endpoints.get(client.path)?.select(client, toSelection(pairs, [timeframe ?? []].flat())),
    onTooManyBadFrames: (client) => disconnect.close(client, CLOSE.policy, 'Too many bad frames', 'bad-frames'),
    onBrokenFrame: (client) => disconnect.onClosing(client, 'bad-frames'),
  })
  const attachListeners = createSocketListeners({ now, registry, inbound, disconnect })
  let draining: Promise<void> | undefined

  const upgradeHandler = createUpgradeHandler({
    ...deps,
    connectionLimits,
    endpoints,
    drainRetryAfterMs: () => (draining ? retryAfter(random) : undefined),
    accept: (socket, endpoint) =>
      acceptClient(socket, endpoint, {
        now,
        registry,
        connectionLimits,
        disconnect,
        attachListeners,
        faultInjection,
        privateMessages,
      }),
    shouldTerminate: faultInjection.shouldTerminate,
    onRefused() {
      counters.refused += 1
    },
  })

  function onAccessEnded(ended: AccessEnded) {
    upgradeHandler.onAccessEnded(ended)
    const affected = registry.affectedBy(ended)
    for (const client of affected) disconnect.close(client, ended.code, ended.reason, 'access-ended')
    timers.after(POLICY.endedCloseMs, () => {
      for (const client of affected) disconnect.terminate(client)
    })
  }

  const accessEndedSubscription = deps.accessEnded$.subscribe(onAccessEnded)
  const stopReaping = timers.every(POLICY.reapMs, () => {
    reapClients(registry.all(), disconnect, now())
    upgradeHandler.timeOutPending()
    for (const endpoint of endpoints.values()) endpoint.publishMarketChange()
  })
  const stopStatus = timers.every(GATEWAY.statusMs, () => {
    connectionLimits.prune()
    for (const endpoint of endpoints.values()) endpoint.publishStatus()
  })

  const stopIdleHeartbeats = timers.every(LIVENESS.idleHeartbeatMs, () => {
    for (const endpoint of endpoints.values()) endpoint.publishIdleHeartbeat()
  })

  async function stop() {
    stopReaping()
    stopStatus()
    stopIdleHeartbeats()
    for (const endpoint of endpoints.values()) endpoint.stop()
    privateMessages?.stop()
    const statusFor = (retryAfterMs: number) =>
      systemStatus(market(), now(), { status: 'draining', retry_after_ms: retryAfterMs })
    await drainClients({ registry, delivery, disconnect, random, timers, statusFor })
    accessEndedSubscription.unsubscribe()
    faultInjection.stop()
  }

  return {
    attach: upgradeHandler.attach,
    drain: () => (draining ??= stop()),
    stats: () => ({
      ...counters,
      dropped: { ...counters.dropped },
      clients: registry.size(),
      waiting: [...registry.all()].reduce((sum, client) => sum + waitingMessages(client), 0),
    }),
    endAccess: onAccessEnded,
    sessions: () => openSessions(registry.all()),
    move(count) {
      for (const client of [...registry.all()].slice(0, count)) {
        const { code, reason } = restartNotice(movedRetryAfter(random))
        delivery.flush(client)
        disconnect.close(client, code, reason, 'moved')
      }
    },
  }
}

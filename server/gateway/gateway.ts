import type { Server } from 'node:http'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY, LIVENESS } from '#contract/limits.ts'
import type { Client } from './clients/client.ts'
import { createDisconnect } from './clients/disconnect.ts'
import { drainClients, retryAfter } from './clients/drain.ts'
import { openSessions } from './clients/open-sessions.ts'
import { closeSlowReader, reapClients } from './clients/reap.ts'
import { createRegistry } from './clients/registry.ts'
import { createSocketListeners } from './clients/socket-listeners.ts'
import { createCounters } from './counters.ts'
import { createDelivery } from './delivery/delivery.ts'
import { createEndpoint } from './delivery/endpoint.ts'
import { createFaultInjection } from './delivery/fault-injection.ts'
import { waitingMessages } from './delivery/send-queue.ts'
import { acceptClient } from './handshake/accept-client.ts'
import { createConnectionLimits } from './handshake/connection-limits.ts'
import { createUpgradeHandler } from './handshake/upgrade-handler.ts'
import { POLICY } from './policy.ts'
import type { AccessEnded, GatewayDeps, GatewayStats, OpenSession } from './ports.ts'
import { createInbound } from './protocol/inbound.ts'
import { answerHeartbeat, systemStatus } from './protocol/messages.ts'
import { toSelection } from './protocol/selection.ts'
import { systemTimers } from './timers.ts'

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
  const disconnect = createDisconnect({ registry, endpoints, counters, report })
  const inbound = createInbound({
    now,
    counters,
    onHeartbeat: (client) => delivery.send(client, answerHeartbeat(client.connectionId, now())),
    onResume: (client, { last_ids, epoch }) => void endpoints.get(client.path)?.resume(client, last_ids, epoch),
    onSubscribe: (client, { pairs, timeframe }) =>
      endpoints.get(client.path)?.select(client, toSelection(pairs, timeframe)),
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
      acceptClient(socket, endpoint, { now, registry, connectionLimits, disconnect, attachListeners, faultInjection }),
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
  }
}

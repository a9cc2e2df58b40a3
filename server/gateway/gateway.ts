import type { Server } from 'node:http'
import { GATEWAY } from '#contract/limits.ts'
import { createAdmission } from './admission.ts'
import type { Client } from './client.ts'
import { connect } from './connect.ts'
import { createCounters } from './counters.ts'
import { drainClients, retryAfter } from './drain.ts'
import { createEndpoint } from './endpoint.ts'
import { systemStatus } from './messages.ts'
import { POLICY } from './policy.ts'
import type { AccessEnded, DropCause, GatewayDeps, GatewayStats } from './ports.ts'
import { createReception } from './reception.ts'
import { createRegistry } from './registry.ts'
import { closeSlow, sweepClients } from './sweep.ts'
import { systemTimers } from './timers.ts'

/** The socket endpoints of the server, on the port of its HTTP server. */
export interface Gateway {
  /** Takes the upgrades of the gateway's own paths; all others are left to whoever else listens. */
  attach(server: Server): void
  /** Planned stop: tells every client when to come back and closes it. Done within `GATEWAY.drainMs`; never fails. */
  drain(): Promise<void>
  stats(): GatewayStats
}

/** Listens to publications and to ended access at once; sockets come with `attach`. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { now, random, market, report } = deps
  const timers = deps.timers ?? systemTimers
  const counters = createCounters()
  const registry = createRegistry()
  const admission = createAdmission(deps, registry)
  const endpoints = new Map(
    deps.endpoints.map((endpoint) => [endpoint.path, createEndpoint(endpoint, { ...deps, timers })]),
  )
  let drained: Promise<void> | undefined

  function onEnding(client: Client, cause: DropCause | undefined) {
    if (!registry.end(client)) return
    endpoints.get(client.path)?.leave(client)
    if (cause === undefined) return
    counters.dropped[cause] += 1
    const { path, connectionId, principal } = client
    report?.({ kind: 'client-dropped', path, connectionId, userId: principal.userId, cause })
  }

  const reception = createReception({
    ...deps,
    admission,
    endpoints,
    draining: () => (drained ? retryAfter(random) : undefined),
    admit: (arrival, endpoint) =>
      connect(arrival, { endpoint, registry, admission, counters, now, onSlow: closeSlow, onEnding }),
    onRefused() {
      counters.refused += 1
    },
  })

  function onAccessEnded(ended: AccessEnded) {
    reception.onAccessEnded(ended)
    const concerned = registry.concerned(ended)
    for (const client of concerned) client.close(ended.code, ended.reason, 'access-ended')
    timers.after(POLICY.endedCloseMs, () => {
      for (const client of concerned) client.cut()
    })
  }

  const endings = deps.accessEnded$.subscribe(onAccessEnded)
  const stopSweep = timers.every(POLICY.sweepMs, () => {
    sweepClients(registry.all(), now())
    reception.sweep()
    for (const endpoint of endpoints.values()) endpoint.watchMarket()
  })
  const stopStatus = timers.every(GATEWAY.statusMs, () => {
    admission.sweep()
    for (const endpoint of endpoints.values()) endpoint.publishStatus()
  })

  async function stop() {
    stopSweep()
    stopStatus()
    for (const endpoint of endpoints.values()) endpoint.stop()
    await drainClients({
      registry,
      random,
      timers,
      statusFor: (retryAfterMs) => systemStatus(market(), now(), { status: 'draining', retry_after_ms: retryAfterMs }),
    })
    endings.unsubscribe()
  }

  return {
    attach: reception.attach,
    drain: () => (drained ??= stop()),
    stats: () => ({ ...counters, dropped: { ...counters.dropped }, clients: registry.size() }),
  }
}

import type { Server } from 'node:http'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import { createAdmission } from './admission.ts'
import type { Client } from './client.ts'
import { connect } from './connect.ts'
import { createCounters } from './counters.ts'
import { createDelivery } from './delivery.ts'
import { createDrills } from './drills.ts'
import { drainClients, retryAfter } from './drain.ts'
import { createEndings } from './endings.ts'
import { createEndpoint } from './endpoint.ts'
import { createInbox } from './inbox.ts'
import { createListeners } from './listeners.ts'
import { answerHeartbeat, systemStatus } from './messages.ts'
import { POLICY } from './policy.ts'
import type { AccessEnded, GatewayDeps, GatewayStats } from './ports.ts'
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
  const delivery = createDelivery<Client>({ counters, now, onOverflow: (client) => closeSlow(client, endings) })
  const drills = createDrills({ port: deps.drills, registry, delivery, timers, cut: (client) => endings.cut(client) })
  const drilled = { ...delivery, offer: drills.offer }
  const endpoints = new Map(
    deps.endpoints.map((endpoint) => [endpoint.path, createEndpoint(endpoint, { ...deps, timers, delivery: drilled })]),
  )
  const endings = createEndings({ registry, endpoints, counters, report })
  const inbox = createInbox({
    now,
    counters,
    onHeartbeat: (client) => delivery.say(client, answerHeartbeat(client.connectionId, now())),
    onResume: (client, { last_ids, epoch }) => void endpoints.get(client.path)?.resume(client, last_ids, epoch),
    onTooManyBadFrames: (client) => endings.close(client, CLOSE.policy, 'Too many bad frames', 'bad-frames'),
    onBrokenFrame: (client) => endings.closing(client, 'bad-frames'),
  })
  const listen = createListeners({ now, registry, inbox, endings })
  let drained: Promise<void> | undefined

  const reception = createReception({
    ...deps,
    admission,
    endpoints,
    draining: () => (drained ? retryAfter(random) : undefined),
    admit: (arrival, endpoint) => connect(arrival, endpoint, { now, registry, admission, endings, listen, drills }),
    cuts: drills.cuts,
    onRefused() {
      counters.refused += 1
    },
  })

  function onAccessEnded(ended: AccessEnded) {
    reception.onAccessEnded(ended)
    const concerned = registry.concerned(ended)
    for (const client of concerned) endings.close(client, ended.code, ended.reason, 'access-ended')
    timers.after(POLICY.endedCloseMs, () => {
      for (const client of concerned) endings.cut(client)
    })
  }

  const accessEnds = deps.accessEnded$.subscribe(onAccessEnded)
  const stopSweep = timers.every(POLICY.sweepMs, () => {
    sweepClients(registry.all(), endings, now())
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
    const statusFor = (retryAfterMs: number) =>
      systemStatus(market(), now(), { status: 'draining', retry_after_ms: retryAfterMs })
    await drainClients({ registry, delivery, endings, random, timers, statusFor })
    accessEnds.unsubscribe()
    drills.stop()
  }

  return {
    attach: reception.attach,
    drain: () => (drained ??= stop()),
    stats: () => ({ ...counters, dropped: { ...counters.dropped }, clients: registry.size() }),
  }
}

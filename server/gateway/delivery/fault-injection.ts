import type { Fault } from '#contract/fault-injection.ts'
import { GATEWAY } from '#contract/limits.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Client } from '../clients/client.ts'
import type { Registry } from '../clients/registry.ts'
import type { GatewayDeps } from '../ports.ts'
import type { Timers } from '../timers.ts'
import type { Delivery } from './delivery.ts'
import type { Entry } from './entry.ts'

/** The fault injected into a client, and the frames it delays. */
export interface ActiveFault {
  readonly fault: Fault
  readonly delayed: { readonly entries: readonly Entry[]; readonly frame: Buffer }[]
  delayedBytes: number
}

/** Injects faults between broadcasts and the clients of sessions that requested them. */
export interface FaultInjection {
  /** Wraps `Delivery.enqueue`. */
  readonly enqueue: Delivery<Client>['enqueue']
  /** Applies the session's fault to a client that has just connected. */
  onJoined(client: Client): void
  /** Whether new sockets of this session are terminated. */
  readonly shouldTerminate: (sessionId: string, path: string) => boolean
  stop(): void
}

export interface FaultInjectionDeps {
  readonly port: GatewayDeps['faultInjection']
  readonly registry: Pick<Registry, 'ofSession'>
  readonly delivery: Pick<Delivery<Client>, 'enqueue'>
  readonly timers: Pick<Timers, 'after'>
  readonly terminate: (client: Client) => void
}

const appliesTo = (fault: Fault, path: string): boolean =>
  !('socket' in fault) || fault.socket === undefined || SOCKET_PATHS[fault.socket] === path

/** The first half of an entry's text: invalid JSON, alone or in an array. */
const truncate = (entry: Entry): Entry => {
  const text = entry.text.slice(0, entry.text.length / 2)
  return { ...entry, text, bytes: Buffer.byteLength(text) }
}

export function createFaultInjection({
  port,
  registry,
  delivery,
  timers,
  terminate,
}: FaultInjectionDeps): FaultInjection {
  function enqueueEntries(client: Client, entries: readonly Entry[]) {
    if (entries.length === 0) return
    const frame = client.encode(entries.map(({ text }) => text))
    delivery.enqueue(client, entries, frame)
  }

  function releaseOldest(client: Client, activeFault: ActiveFault) {
    const next = activeFault.delayed.shift()
    if (!next) return
    activeFault.delayedBytes -= next.frame.length
    delivery.enqueue(client, next.entries, next.frame)
  }

  function delay(client: Client, activeFault: ActiveFault, ms: number, entries: readonly Entry[], frame: Buffer) {
    activeFault.delayed.push({ entries, frame })
    activeFault.delayedBytes += frame.length
    timers.after(ms, () => releaseOldest(client, activeFault))
    // The same limit as for a slow reader; beyond it, the oldest entries are released early.
    while (activeFault.delayedBytes > GATEWAY.outboundCapBytes) releaseOldest(client, activeFault)
  }

  function applyFault(client: Client, activeFault: ActiveFault, entries: readonly Entry[], frame: Buffer) {
    const { fault } = activeFault
    if (fault.kind === 'delay-feed') delay(client, activeFault, fault.delay_ms, entries, frame)
    else if (fault.kind === 'broken-json') enqueueEntries(client, entries.map(truncate))
    else if (fault.kind === 'stop-stream')
      enqueueEntries(
        client,
        entries.filter(({ stream }) => stream !== fault.stream),
      )
    else delivery.enqueue(client, entries, frame)
  }

  function clearFault(client: Client) {
    const { activeFault } = client
    client.activeFault = undefined
    for (const { entries, frame } of activeFault?.delayed.splice(0) ?? []) delivery.enqueue(client, entries, frame)
  }

  function startFault(client: Client, fault: Fault | undefined) {
    clearFault(client)
    if (!fault || !appliesTo(fault, client.path)) return
    if (fault.kind === 'cut-socket') terminate(client)
    else client.activeFault = { fault, delayed: [], delayedBytes: 0 }
  }

  const changes = port?.changes$.subscribe(({ sessionId, fault }) => {
    for (const client of registry.ofSession(sessionId)) startFault(client, fault)
  })

  return {
    enqueue(client, entries, frame) {
      if (client.activeFault) applyFault(client, client.activeFault, entries, frame)
      else delivery.enqueue(client, entries, frame)
    },
    onJoined(client) {
      const fault = port?.faultOf(client.principal.sessionId)
      if (fault) startFault(client, fault)
    },
    shouldTerminate(sessionId, path) {
      const fault = port?.faultOf(sessionId)
      return fault?.kind === 'cut-socket' && appliesTo(fault, path)
    },
    stop() {
      changes?.unsubscribe()
    },
  }
}

import type { Fault } from '#contract/fault-injection.ts'
import { GATEWAY } from '#contract/limits.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Client } from '../clients/client.ts'
import type { Registry } from '../clients/registry.ts'
import type { GatewayDeps } from '../ports.ts'
import type { Timers } from '../timers.ts'
import type { Delivery, EntryInterceptor } from './delivery.ts'
import type { Entry } from './entry-queue.ts'

/** Injects faults into the clients of sessions that requested them; other clients are not touched. */
export interface FaultInjection {
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

/** Delays entries by `ms`, in order. */
function delayedBy(ms: number, timers: Pick<Timers, 'after'>, enqueue: EntryInterceptor['enqueue']): EntryInterceptor {
  const delayed: { readonly entries: readonly Entry[]; readonly frame: Buffer }[] = []
  let bytes = 0

  function releaseOldest() {
    const next = delayed.shift()
    if (!next) return
    bytes -= next.frame.length
    enqueue(next.entries, next.frame)
  }

  return {
    enqueue(entries, frame) {
      delayed.push({ entries, frame })
      bytes += frame.length
      timers.after(ms, releaseOldest)
      // The same limit as for a slow reader; beyond it, the oldest entries are released early.
      while (bytes > GATEWAY.outboundCapBytes) releaseOldest()
    },
    release() {
      while (delayed.length > 0) releaseOldest()
    },
  }
}

export function createFaultInjection(deps: FaultInjectionDeps): FaultInjection {
  const { port, registry, delivery, timers, terminate } = deps

  /** Undefined for a fault that does not affect the feed. */
  function interceptorFor(client: Client, fault: Fault): EntryInterceptor | undefined {
    const enqueue = (entries: readonly Entry[], frame: Buffer) => delivery.enqueue(client, entries, frame)
    const changed = (change: (entries: readonly Entry[]) => readonly Entry[]): EntryInterceptor => ({
      enqueue(all) {
        const entries = change(all)
        if (entries.length > 0) enqueue(entries, client.encode(entries.map(({ text }) => text)))
      },
      release: () => {},
    })
    switch (fault.kind) {
      case 'delay-feed':
        return delayedBy(fault.delay_ms, timers, enqueue)
      case 'broken-json':
        return changed((entries) => entries.map(truncate))
      case 'stop-stream':
        return changed((entries) => entries.filter(({ stream }) => stream !== fault.stream))
      case 'cut-socket':
      case 'answer-401':
      case 'answer-503':
        return undefined
    }
  }

  function startFault(client: Client, fault: Fault | undefined) {
    client.interceptor?.release()
    client.interceptor = undefined
    if (!fault || !appliesTo(fault, client.path)) return
    if (fault.kind === 'cut-socket') terminate(client)
    else client.interceptor = interceptorFor(client, fault)
  }

  const changes = port?.changes$.subscribe(({ sessionId, fault }) => {
    for (const client of registry.ofSession(sessionId)) startFault(client, fault)
  })

  return {
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

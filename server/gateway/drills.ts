import type { DrillFault } from '#contract/fault-injection.ts'
import { GATEWAY } from '#contract/limits.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Client } from './client.ts'
import type { Delivery } from './delivery.ts'
import type { Entry } from './entry.ts'
import type { GatewayDeps } from './ports.ts'
import type { Registry } from './registry.ts'
import type { Timers } from './timers.ts'

/** What a client goes through that is drilled, and what it is to get later. */
export interface Affliction {
  readonly fault: DrillFault
  readonly held: { readonly entries: readonly Entry[]; readonly frame: Buffer }[]
  heldBytes: number
}

/** Faults between a broadcast and its clients, for those whose session asked for them; all others are passed by. */
export interface Drills {
  /** Stands before `Delivery.offer`. */
  readonly offer: Delivery<Client>['offer']
  /** A client that was just admitted may belong to a session that drills. */
  onJoined(client: Client): void
  /** New sockets of this session are to be cut. */
  readonly cuts: (sessionId: string, path: string) => boolean
  stop(): void
}

export interface DrillsDeps {
  readonly port: GatewayDeps['drills']
  readonly registry: Pick<Registry, 'ofSession'>
  readonly delivery: Pick<Delivery<Client>, 'offer'>
  readonly timers: Pick<Timers, 'after'>
  readonly cut: (client: Client) => void
}

const concerns = (fault: DrillFault, path: string): boolean =>
  !('socket' in fault) || fault.socket === undefined || SOCKET_PATHS[fault.socket] === path

/** The first half of a text: no JSON any more, alone or in an array. */
const broken = (entry: Entry): Entry => {
  const text = entry.text.slice(0, entry.text.length / 2)
  return { ...entry, text, bytes: Buffer.byteLength(text) }
}

export function createDrills({ port, registry, delivery, timers, cut }: DrillsDeps): Drills {
  function give(client: Client, entries: readonly Entry[]) {
    if (entries.length === 0) return
    const frame = client.framing(entries.map(({ text }) => text))
    delivery.offer(client, entries, frame)
  }

  function release(client: Client, affliction: Affliction) {
    const next = affliction.held.shift()
    if (!next) return
    affliction.heldBytes -= next.frame.length
    delivery.offer(client, next.entries, next.frame)
  }

  function hold(client: Client, affliction: Affliction, ms: number, entries: readonly Entry[], frame: Buffer) {
    affliction.held.push({ entries, frame })
    affliction.heldBytes += frame.length
    timers.after(ms, () => release(client, affliction))
    // As much as waits for a slow reader; beyond it what is oldest comes early.
    while (affliction.heldBytes > GATEWAY.outboundCapBytes) release(client, affliction)
  }

  function afflict(client: Client, affliction: Affliction, entries: readonly Entry[], frame: Buffer) {
    const { fault } = affliction
    if (fault.kind === 'delay-feed') hold(client, affliction, fault.delay_ms, entries, frame)
    else if (fault.kind === 'broken-json') give(client, entries.map(broken))
    else if (fault.kind === 'stop-stream')
      give(
        client,
        entries.filter(({ stream }) => stream !== fault.stream),
      )
    else delivery.offer(client, entries, frame)
  }

  function relieve(client: Client) {
    const { affliction } = client
    client.affliction = undefined
    for (const { entries, frame } of affliction?.held.splice(0) ?? []) delivery.offer(client, entries, frame)
  }

  function begin(client: Client, fault: DrillFault | undefined) {
    relieve(client)
    if (!fault || !concerns(fault, client.path)) return
    if (fault.kind === 'cut-socket') cut(client)
    else client.affliction = { fault, held: [], heldBytes: 0 }
  }

  const changes = port?.changes$.subscribe(({ sessionId, fault }) => {
    for (const client of registry.ofSession(sessionId)) begin(client, fault)
  })

  return {
    offer(client, entries, frame) {
      if (client.affliction) afflict(client, client.affliction, entries, frame)
      else delivery.offer(client, entries, frame)
    },
    onJoined(client) {
      const fault = port?.faultOf(client.principal.sessionId)
      if (fault) begin(client, fault)
    },
    cuts(sessionId, path) {
      const fault = port?.faultOf(sessionId)
      return fault?.kind === 'cut-socket' && concerns(fault, path)
    },
    stop() {
      changes?.unsubscribe()
    },
  }
}

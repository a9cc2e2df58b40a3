import { Observable, retry } from 'rxjs'
import type { ServerMessage, SystemStatus } from '#contract/messages.ts'
import { createBroadcast, type Broadcast } from './broadcast.ts'
import type { Client } from '../clients/client.ts'
import type { Delivery } from './delivery.ts'
import { encodeEntry } from './entry.ts'
import type { WireFormat } from '../protocol/encoding.ts'
import { acknowledge, marketState, systemStatus } from '../protocol/messages.ts'
import type { EndpointDeps, GatewayDeps, Publication, Replay } from '../ports.ts'
import type { Timers } from '../timers.ts'

/** A stream name that no publisher uses: a newer status replaces one that still waits. */
const STATUS = 'SystemStatus'
const RESUBSCRIBE_MS = 1_000

/** One path of the gateway: what is published on it, and who listens. */
export interface Endpoint {
  readonly path: string
  /** Number the next entry gets: who joins now has to have what came before from its snapshot. */
  readonly nextEntryNumber: () => number
  /** Ack, then the snapshot, then whatever is published from now on. */
  welcome(client: Client): void
  leave(client: Client): void
  resume(client: Client, lastIds: Readonly<Record<string, string>>, epoch: string): Promise<void>
  /** Tells everybody at once when the market is not in the state of the last call. */
  publishMarketChange(): void
  /** SystemStatus with what a client that missed nothing must hold. */
  publishStatus(): void
  /** Writes what waits for its batch and takes no more publications. */
  stop(): void
}

export interface EndpointParts extends Pick<GatewayDeps, 'market' | 'now' | 'report'> {
  readonly timers: Timers
  readonly delivery: Delivery<Client>
}

export function createEndpoint(endpoint: EndpointDeps, parts: EndpointParts): Endpoint {
  const { market, now, report, timers, delivery } = parts
  const { enqueue } = delivery
  const createBroadcastIn = (wireFormat: WireFormat) => createBroadcast<Client>({ wireFormat, now, timers, enqueue })
  const groups: Readonly<Record<WireFormat, Broadcast<Client>>> = {
    single: createBroadcastIn('single'),
    batch: createBroadcastIn('batch'),
    'single-deflated': createBroadcastIn('single-deflated'),
    'batch-deflated': createBroadcastIn('batch-deflated'),
  }
  const allGroups = Object.values(groups)
  let published = 0
  let lastMarket = marketState(market())

  const statusOf = (more: Partial<SystemStatus['data']>) => systemStatus(market(), now(), more)

  function reportFailure(during: string, error: unknown) {
    report?.({ kind: 'failure', path: endpoint.path, during, error })
  }

  /** Runs what the endpoint was given; its failure is told and costs nobody their connection. */
  function guarded<T>(during: string, run: () => T, otherwise: T): T {
    try {
      return run()
    } catch (error) {
      reportFailure(during, error)
      return otherwise
    }
  }

  function publish(publication: Publication) {
    const entry = guarded('encode', () => encodeEntry(publication, published), undefined)
    if (!entry) return
    published += 1
    for (const group of allGroups) group.publish(entry)
  }

  async function replayFor(lastIds: Readonly<Record<string, string>>, epoch: string): Promise<Replay> {
    try {
      return (await endpoint.resume?.(lastIds, epoch)) ?? 'discontinuity'
    } catch (error) {
      reportFailure('resume', error)
      return 'discontinuity'
    }
  }

  function publishStatus() {
    const streams = guarded('streams', endpoint.streams, undefined)
    publish({ stream: STATUS, delivery: 'latest', message: statusOf(streams ? { streams } : {}) })
  }

  const subscription = endpoint.publications$
    .pipe(
      retry({
        delay(error) {
          reportFailure('publications', error)
          return new Observable<void>((over) => timers.after(RESUBSCRIBE_MS, () => over.next()))
        },
      }),
    )
    .subscribe(publish)

  return {
    path: endpoint.path,
    nextEntryNumber: () => published,
    welcome(client) {
      delivery.send(client, acknowledge(client.connectionId, market(), now()))
      delivery.replay(client, guarded<readonly ServerMessage[]>('snapshot', endpoint.snapshot, []))
      groups[client.wireFormat].join(client)
    },
    leave(client) {
      groups[client.wireFormat].leave(client)
    },
    async resume(client, lastIds, epoch) {
      const replay = await replayFor(lastIds, epoch)
      if (replay !== 'discontinuity' && delivery.replay(client, replay)) return
      delivery.send(client, statusOf({ message: 'discontinuity' }))
    },
    publishMarketChange() {
      const state = marketState(market())
      if (state === lastMarket) return
      lastMarket = state
      publishStatus()
    },
    publishStatus,
    stop() {
      subscription.unsubscribe()
      for (const group of allGroups) group.flush()
    },
  }
}

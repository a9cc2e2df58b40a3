import { Observable, retry, type Subscription } from 'rxjs'
import type { ServerMessage, SystemStatus } from '#contract/messages.ts'
import { DEFAULT_TIMEFRAME, type Timeframe } from '#contract/timeframes.ts'
import type { Client } from '../clients/client.ts'
import type { WireFormat } from '../framing/index.ts'
import type { EndpointDeps, GatewayDeps, Publication, Replay } from '../ports.ts'
import { acknowledge, idleHeartbeat, marketState, systemStatus } from '../protocol/messages.ts'
import { EVERYTHING, isSelected, type Selection, subjectOf } from '../protocol/selection.ts'
import type { Timers } from '../timers.ts'
import { type Broadcast, createBroadcast } from './broadcast.ts'
import type { Delivery } from './delivery.ts'
import { encodeEntry } from './entry-queue.ts'

/** Which clients have selected which timeframes; candles that no client has selected are not built. */
interface RollupWatch {
  add(client: object, timeframes: Iterable<Timeframe>): void
  remove(client: object, timeframes: Iterable<Timeframe>): void
  stop(): void
}

function createRollupWatch(rollups: EndpointDeps['rollups'], publish: (publication: Publication) => void): RollupWatch {
  const watched = new Map<Timeframe, { readonly clients: Set<object>; readonly subscription: Subscription }>()

  return {
    add(client, timeframes) {
      if (rollups === undefined) return
      for (const timeframe of timeframes) {
        // One-minute candles are always published.
        if (timeframe === DEFAULT_TIMEFRAME) continue
        const found = watched.get(timeframe)
        if (found) found.clients.add(client)
        else
          watched.set(timeframe, {
            clients: new Set([client]),
            subscription: rollups(timeframe).publications$.subscribe(publish),
          })
      }
    },
    remove(client, timeframes) {
      for (const timeframe of timeframes) {
        const found = watched.get(timeframe)
        if (!found?.clients.delete(client) || found.clients.size > 0) continue
        found.subscription.unsubscribe()
        watched.delete(timeframe)
      }
    },
    stop() {
      for (const { subscription } of watched.values()) subscription.unsubscribe()
      watched.clear()
    },
  }
}

/** Stream names of the endpoint's own messages, unused by publishers: a newer one replaces a queued one. */
const STATUS = 'SystemStatus'
const HEARTBEAT = 'Heartbeat'
const RESUBSCRIBE_MS = 1_000

/** One socket path of the gateway: its publications and its clients. */
export interface Endpoint {
  readonly path: string
  /** Number of the next entry. A client that joins now gets everything before it from its snapshot. */
  readonly nextEntryNumber: () => number
  /** Sends the ack and the snapshot, then subscribes the client to publications. */
  welcome(client: Client): void
  leave(client: Client): void
  /** Changes what a client gets, and sends it the newest entries of what it did not get before. */
  select(client: Client, selection: Selection): void
  resume(client: Client, lastIds: Readonly<Record<string, string>>, epoch: string): Promise<void>
  /** Publishes a status if the market's state has changed since the last call. */
  publishMarketChange(): void
  /** Publishes a SystemStatus with each stream's length and last message id. */
  publishStatus(): void
  /** Publishes a Heartbeat if since the last call nothing was published that every client gets. */
  publishIdleHeartbeat(): void
  /** Flushes pending entries and unsubscribes from publications. */
  stop(): void
}

export interface EndpointParts extends Pick<GatewayDeps, 'market' | 'now' | 'report'> {
  readonly timers: Timers
  readonly delivery: Delivery<Client>
}

export function createEndpoint(endpoint: EndpointDeps, parts: EndpointParts): Endpoint {
  const { market, now, report, timers, delivery } = parts
  const broadcastIn = (wireFormat: WireFormat) =>
    createBroadcast<Client>({ wireFormat, now, timers, deliver: delivery.deliver })
  const groups: Readonly<Record<WireFormat, Broadcast<Client>>> = {
    single: broadcastIn('single'),
    batch: broadcastIn('batch'),
    'single-deflated': broadcastIn('single-deflated'),
    'batch-deflated': broadcastIn('batch-deflated'),
  }
  const allGroups = Object.values(groups)
  let published = 0
  let publishedToAll = 0
  let publishedBefore = 0
  let lastMarket = marketState(market())

  const statusOf = (more: Partial<SystemStatus['data']>) => systemStatus(market(), now(), more)

  function reportFailure(during: string, error: unknown) {
    report?.({ kind: 'failure', path: endpoint.path, during, error })
  }

  /** Runs a callback of the endpoint; an error is reported and `otherwise` returned, so that no connection is affected. */
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
    if (entry.pair === undefined || selective.size === 0) publishedToAll += 1
    for (const group of allGroups) group.publish(entry)
  }

  /** Clients that do not get everything. */
  const selective = new Set<Client>()
  const rollups = createRollupWatch(endpoint.rollups, publish)

  function begin(client: Client) {
    if (client.selection !== EVERYTHING) selective.add(client)
    rollups.add(client, client.selection.timeframes)
  }

  function end(client: Client) {
    selective.delete(client)
    rollups.remove(client, client.selection.timeframes)
  }

  /** The newest entries that a client has selected. */
  const snapshotFor = (selection: Selection): readonly ServerMessage[] =>
    guarded<readonly ServerMessage[]>(
      'snapshot',
      () => {
        const candles = [...selection.timeframes].flatMap((timeframe) =>
          timeframe === DEFAULT_TIMEFRAME ? [] : (endpoint.rollups?.(timeframe).snapshot() ?? []),
        )
        return [...candles, ...endpoint.snapshot()].filter((message) => isSelected(selection, subjectOf(message)))
      },
      [],
    )

  async function replayFor(
    { selection }: Client,
    lastIds: Readonly<Record<string, string>>,
    epoch: string,
  ): Promise<Replay> {
    try {
      const replay = (await endpoint.resume?.(lastIds, epoch)) ?? 'discontinuity'
      if (replay === 'discontinuity' || selection === EVERYTHING) return replay
      return replay.filter((message) => isSelected(selection, subjectOf(message)))
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
      delivery.replay(client, snapshotFor(client.selection))
      groups[client.wireFormat].join(client)
      begin(client)
    },
    leave(client) {
      groups[client.wireFormat].leave(client)
      end(client)
    },
    select(client, selection) {
      const before = client.selection
      if (selection.key === before.key) return
      // What is pending belongs to the old selection; what comes later follows the snapshot.
      groups[client.wireFormat].flush()
      end(client)
      client.selection = selection
      begin(client)
      const added = snapshotFor(selection).filter((message) => !isSelected(before, subjectOf(message)))
      if (added.length > 0 && !delivery.replay(client, added)) delivery.send(client, ...added)
    },
    async resume(client, lastIds, epoch) {
      let replay: Replay
      let before: number
      do {
        // What is pending is in the replay: after it, it would come twice.
        groups[client.wireFormat].flush()
        before = published
        replay = await replayFor(client, lastIds, epoch)
      } while (published !== before)
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
    publishIdleHeartbeat() {
      if (publishedToAll === publishedBefore)
        publish({ stream: HEARTBEAT, delivery: 'latest', message: idleHeartbeat(now()) })
      publishedBefore = publishedToAll
    },
    stop() {
      subscription.unsubscribe()
      rollups.stop()
      for (const group of allGroups) group.flush()
    },
  }
}

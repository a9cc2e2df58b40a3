import { map, merge, Subject, type Observable } from 'rxjs'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import { wrapperOf, type WrappedPayload } from '#contract/streams.ts'
import { GATEWAY } from '#contract/limits.ts'
import { type StreamEntry, type StreamLog, compareEntryIds } from './ports.ts'

/** A stream entry as the analytics socket carries it. Its timestamp is market time: ages are measured on that clock. */
export function toAnalyticsUpdate(key: string, entry: StreamEntry, epoch: string): AnalyticsUpdate {
  const pair = pairOfKey(key)
  return {
    type: 'AnalyticsUpdate',
    data: {
      stream_key: key,
      data: entry.data,
      timestamp: entry.provenance.exchange_time,
      message_type: wrapperOf(parseStreamKey(key).category),
      provenance: entry.provenance,
    },
    timestamp: entry.provenance.published_at,
    ...(pair ? { trading_pair: PAIRS[pair].label } : {}),
    seq: entry.seq,
    epoch,
    message_id: entry.id,
  }
}

export interface StreamState {
  /** Number of entries since counting began. */
  readonly length: number
  readonly last_message_id: string | null
}

export interface AnalyticsPublication {
  readonly key: string
  /** Log entries are lossless; a running value may be replaced by a newer one. */
  readonly delivery: 'lossless' | 'latest'
  readonly update: AnalyticsUpdate
}

/** Entries of the log and running values in between, for the analytics socket. */
export interface AnalyticsFeed {
  readonly updates$: Observable<AnalyticsPublication>
  /** Publishes a provisional value, replaced by the next entry of its stream. Not stored; repeats the last entry's `seq`. */
  publishRunning(key: string, data: WrappedPayload, provenance: Provenance): void
  /** The newest entry of every stream, for a new client. */
  latest(): readonly AnalyticsUpdate[]
  /** Length and last id of each stream, for a client to check that it missed nothing. */
  streams(): Record<string, StreamState>
  /** Number of the last entry of a stream; 0 without one. */
  lastSeq(key: string): number
  /** Entries after the client's last ids, or `discontinuity` if some are no longer available. */
  resume(
    lastIds: Readonly<Record<string, string>>,
    epoch: string,
  ): Promise<readonly AnalyticsUpdate[] | 'discontinuity'>
}

/** Subscribes to a log until `stop`. */
export function createAnalyticsFeed(log: StreamLog): AnalyticsFeed & { stop(): void } {
  const newest = new Map<string, StreamEntry>()
  const subscription = log.appended$.subscribe(({ key, entry }) => newest.set(key, entry))

  subscription.add(
    log.reloaded$.subscribe((loaded) => {
      newest.clear()
      for (const [key, entry] of loaded) newest.set(key, entry)
    }),
  )

  const running = new Subject<AnalyticsPublication>()
  const lastSeq = (key: string) => newest.get(key)?.seq ?? 0

  return {
    updates$: merge(
      log.appended$.pipe(
        map(({ key, entry }): AnalyticsPublication => {
          return { key, delivery: 'lossless', update: toAnalyticsUpdate(key, entry, log.epoch) }
        }),
      ),
      running,
    ),
    lastSeq,
    publishRunning: (key, data, provenance) => {
      const seq = lastSeq(key)
      const { message_id: _, ...update } = toAnalyticsUpdate(key, { id: '', seq, data, provenance }, log.epoch)
      running.next({ key, delivery: 'latest', update })
    },
    latest: () => [...newest].map(([key, entry]) => toAnalyticsUpdate(key, entry, log.epoch)),
    streams: () =>
      Object.fromEntries([...newest].map(([key, entry]) => [key, { length: entry.seq, last_message_id: entry.id }])),
    resume: async (lastIds, epoch) => {
      if (epoch !== log.epoch) return 'discontinuity'
      const missed: { readonly key: string; readonly entry: StreamEntry }[] = []
      for (const key of newest.keys()) {
        const held = lastIds[key]
        if (held === newest.get(key)?.id) continue
        const { entries, complete } = held
          ? await log.after(key, held, GATEWAY.resumeEntries)
          : { entries: (await log.recent(key, 1)).toReversed(), complete: true }
        if (!complete) return 'discontinuity'
        missed.push(...entries.map((entry) => ({ key, entry })))
      }
      return missed
        .toSorted((a, b) => compareEntryIds(a.entry.id, b.entry.id))
        .map(({ key, entry }) => toAnalyticsUpdate(key, entry, log.epoch))
    },
    stop: () => subscription.unsubscribe(),
  }
}

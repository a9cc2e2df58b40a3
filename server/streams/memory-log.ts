import { Subject } from 'rxjs'
import { GATEWAY } from '#contract/limits.ts'
import { compareEntryIds, nextEntryId } from './entry-id.ts'
import type { PastEntry, StreamEntry, StreamLog } from './ports.ts'
import { createRingBuffer, type RingBuffer } from './ring-buffer.ts'

/** The entries a client may request, plus the one before them that it already has. */
const CAPACITY = GATEWAY.resumeEntries + 1

/** Those before the first own entry, newest first. */
function toPastEntries(past: readonly PastEntry[], first: StreamEntry | undefined, limit: number): StreamEntry[] {
  const before = first?.provenance.exchange_time ?? Infinity
  return past
    .filter(({ provenance }) => provenance.exchange_time < before)
    .toReversed()
    .slice(0, limit)
    .map((entry, index) => ({ ...entry, id: nextEntryId(undefined, entry.provenance.exchange_time), seq: 0 - index }))
}

/** A stream log in memory, bounded per stream. A restart starts a new epoch. */
export function createMemoryLog(options: { readonly epoch: string; readonly capacity?: number }): StreamLog {
  const capacity = options.capacity ?? CAPACITY
  const streams = new Map<string, RingBuffer<StreamEntry>>()
  const pasts = new Map<string, readonly StreamEntry[]>()
  const appended = new Subject<{ readonly key: string; readonly entry: StreamEntry }>()

  const streamOf = (key: string): RingBuffer<StreamEntry> => {
    const known = streams.get(key)
    if (known) return known
    const created = createRingBuffer<StreamEntry>(capacity)
    streams.set(key, created)
    return created
  }

  return {
    epoch: options.epoch,
    appended$: appended.asObservable(),

    append: (key, data, provenance) => {
      const stream = streamOf(key)
      const last = stream.last()
      const id = nextEntryId(last?.id, provenance.published_at)
      const entry: StreamEntry = { id, seq: (last?.seq ?? 0) + 1, data, provenance }
      stream.push(entry)
      appended.next({ key, entry })
      return Promise.resolve(entry)
    },

    setPast: (key, past) => {
      const [first] = streams.get(key)?.tail(capacity) ?? []
      pasts.set(key, toPastEntries(past, first, capacity))
      return Promise.resolve()
    },

    recent: (key, count) => {
      const own = streams.get(key)?.tail(count).toReversed() ?? []
      const past = pasts.get(key)?.slice(0, Math.max(0, Math.min(count, capacity) - own.length)) ?? []
      return Promise.resolve([...own, ...past])
    },

    after: (key, id, limit) => {
      const stream = streams.get(key)
      if (!stream) return Promise.resolve({ entries: [], complete: false })
      const retained = stream.tail(capacity)
      const known = retained.some((entry) => entry.id === id)
      const entries = retained.filter((entry) => compareEntryIds(entry.id, id) > 0)
      return Promise.resolve({ entries: entries.slice(-limit), complete: known && entries.length <= limit })
    },

    info: (key) => {
      const stream = streams.get(key)
      const last = stream?.last()
      return Promise.resolve(stream && last ? { length: stream.length(), last } : undefined)
    },

    keys: () => Promise.resolve([...streams.keys()].toSorted()),
    check: () => Promise.resolve(),
    close: () => {
      appended.complete()
      return Promise.resolve()
    },
  }
}

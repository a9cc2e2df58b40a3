import {
  type Continuation,
  type PastEntry,
  type StreamEntry,
  type StreamInfo,
  compareEntryIds,
  nextEntryId,
} from './ports.ts'

/** The newest `capacity` items, in the order they came. */
interface RingBuffer<Item> {
  push(item: Item): void
  last(): Item | undefined
  length(): number
  /** The last `count` items, oldest first. */
  tail(count: number): Item[]
}

/** A ring buffer over one array that never grows past its capacity. */
function createRingBuffer<Item>(capacity: number): RingBuffer<Item> {
  const items: Item[] = []
  let next = 0

  return {
    push: (item) => {
      items[next] = item
      next = (next + 1) % capacity
    },
    last: () => items[(next - 1 + items.length) % Math.max(1, items.length)],
    length: () => items.length,
    tail: (count) => {
      const wanted = Math.max(0, Math.min(count, items.length))
      const ordered = items.length < capacity ? items : [...items.slice(next), ...items.slice(0, next)]
      return ordered.slice(ordered.length - wanted)
    },
  }
}

/** The newest entries of every stream, in memory, as readers ask for them. */
export interface StreamStore {
  last(key: string): StreamEntry | undefined
  /** Adds the entry that follows the stream's last one. */
  push(key: string, entry: StreamEntry): void
  /** Replaces a stream by these entries, oldest first. */
  replace(key: string, entries: readonly StreamEntry[]): void
  setPast(key: string, past: readonly PastEntry[]): void
  recent(key: string, count: number): readonly StreamEntry[]
  after(key: string, id: string, limit: number): Continuation
  info(key: string): StreamInfo | undefined
  keys(): readonly string[]
  clear(): void
}

/** Those before the first own entry, newest first. */
function toPastEntries(past: readonly PastEntry[], first: StreamEntry | undefined, limit: number): StreamEntry[] {
  const before = first?.provenance.exchange_time ?? Infinity
  return past
    .filter(({ provenance }) => provenance.exchange_time < before)
    .toReversed()
    .slice(0, limit)
    .map((entry, index) => ({ ...entry, id: nextEntryId(undefined, entry.provenance.exchange_time), seq: 0 - index }))
}

/** Keeps `capacity` entries per stream. */
export function createStreamStore(capacity: number): StreamStore {
  const streams = new Map<string, RingBuffer<StreamEntry>>()
  const pasts = new Map<string, readonly StreamEntry[]>()

  function create(key: string): RingBuffer<StreamEntry> {
    const created = createRingBuffer<StreamEntry>(capacity)
    streams.set(key, created)
    return created
  }

  return {
    last: (key) => streams.get(key)?.last(),
    push: (key, entry) => (streams.get(key) ?? create(key)).push(entry),
    replace(key, entries) {
      const stream = create(key)
      for (const entry of entries.slice(-capacity)) stream.push(entry)
    },
    setPast(key, past) {
      const [first] = streams.get(key)?.tail(capacity) ?? []
      pasts.set(key, toPastEntries(past, first, capacity))
    },
    recent(key, count) {
      const own = streams.get(key)?.tail(count).toReversed() ?? []
      const past = pasts.get(key)?.slice(0, Math.max(0, Math.min(count, capacity) - own.length)) ?? []
      return [...own, ...past]
    },
    after(key, id, limit) {
      const stream = streams.get(key)
      if (!stream) return { entries: [], complete: false }
      const retained = stream.tail(capacity)
      const known = retained.some((entry) => entry.id === id)
      const entries = retained.filter((entry) => compareEntryIds(entry.id, id) > 0)
      return { entries: entries.slice(-limit), complete: known && entries.length <= limit }
    },
    info(key) {
      const stream = streams.get(key)
      const last = stream?.last()
      return stream && last ? { length: stream.length(), last } : undefined
    },
    keys: () => [...streams.keys()].toSorted(),
    clear() {
      streams.clear()
      pasts.clear()
    },
  }
}

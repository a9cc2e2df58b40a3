import type { Publication } from '../ports.ts'
import { subjectOf, type Subject } from '../protocol/selection.ts'

/** A publication encoded once for all clients. */
export interface Entry extends Subject {
  /** Counts the publications of an endpoint; a client whose `firstEntry` is n gets the entries from n on. */
  readonly number: number
  readonly stream: string
  readonly lossless: boolean
  readonly text: string
  readonly bytes: number
}

export function encodeEntry({ stream, delivery, message }: Publication, number: number): Entry {
  const text = JSON.stringify(message)
  const { pair, timeframe } = subjectOf(message)
  return { number, stream, pair, timeframe, lossless: delivery === 'lossless', text, bytes: Buffer.byteLength(text) }
}

/**
 * Queued entries, oldest first. A last-value entry replaces the queued one of its stream and moves to the end, so that
 * it never overtakes an earlier lossless entry. Lossless entries are never replaced.
 */
export interface EntryQueue {
  /** Returns true if an older entry was replaced. */
  push(entry: Entry): boolean
  /** Removes and returns the oldest entries, up to `bytes` in total but at least one if there is any. */
  take(bytes: number): Entry[]
  bytes(): number
  size(): number
  isEmpty(): boolean
}

export function createEntryQueue(): EntryQueue {
  // Keyed by stream or, for lossless entries, by number. A Map preserves insertion order and deletes in constant time.
  const waiting = new Map<string | number, Entry>()
  let bytes = 0

  function remove(key: string | number): boolean {
    const entry = waiting.get(key)
    if (entry === undefined) return false
    bytes -= entry.bytes
    return waiting.delete(key)
  }

  return {
    push(entry) {
      const key = entry.lossless ? entry.number : entry.stream
      const replaced = remove(key)
      waiting.set(key, entry)
      bytes += entry.bytes
      return replaced
    },
    take(limit) {
      const taken: Entry[] = []
      let size = 0
      for (const [key, entry] of waiting) {
        if (taken.length > 0 && size + entry.bytes > limit) break
        remove(key)
        taken.push(entry)
        size += entry.bytes
      }
      return taken
    },
    bytes: () => bytes,
    size: () => waiting.size,
    isEmpty: () => waiting.size === 0,
  }
}

import type { Redis } from 'ioredis'
import type { StreamEntry } from '../ports.ts'
import type { StreamStore } from '../stream-store.ts'
import { type FenceArguments, LogDeposed, type RedisKeys } from './keys.ts'
import { encodeBody, type Heads } from './replies.ts'
import { DEPOSED, RESTORE } from './scripts.ts'

/** Entries of one script, which keeps Redis from answering others. */
const ENTRIES_PER_CALL = 100

export interface RestoreDeps {
  readonly redis: Redis
  readonly keys: RedisKeys
  readonly store: StreamStore
  readonly capacity: number
  /** The number in the journal that an entry had. */
  readonly numberOf: (entry: StreamEntry) => number
}

/** The streams that end in Redis before they do in the store. */
export const behind = (heads: Heads, store: StreamStore, owns: (key: string) => boolean): readonly string[] =>
  store.keys().filter((key) => owns(key) && (heads.last.get(key)?.seq ?? 0) < (store.last(key)?.seq ?? 0))

/**
 * Writes to a stream again what it has lost, under the same ids and numbers. False if it goes on in another way than in the store, or the
 * store no longer knows. Throws `LogDeposed`, and if another process writes to it meanwhile.
 */
export async function restoreStream(
  { redis, keys, store, capacity, numberOf }: RestoreDeps,
  { key, heads, fence }: { readonly key: string; readonly heads: Heads; readonly fence: FenceArguments },
): Promise<boolean> {
  const found = heads.last.get(key)
  const known = store
    .recent(key, capacity)
    .filter(({ seq }) => seq > 0)
    .toReversed()
  if (found && !known.some(({ id, seq }) => id === found.id && seq === found.seq)) return false
  const lost = known.filter(({ seq }) => seq > (found?.seq ?? 0))
  let head = found ? `${found.seq} ${found.id}` : ''
  for (let from = 0; from < lost.length; from += ENTRIES_PER_CALL) {
    const some = lost.slice(from, from + ENTRIES_PER_CALL)
    const last = some.at(-1)
    const next = last ? `${last.seq} ${last.id}` : head
    const entries = some.flatMap((entry) => [entry.id, entry.seq, encodeBody(entry), numberOf(entry)])
    const names = [keys.heads, keys.fences, keys.stream(key)]
    const words = [key, head, next, capacity, fence.token, fence.scopes, ...entries]
    const answer = await redis.call('EVAL', RESTORE, names.length, ...names, ...words)
    if (answer === DEPOSED) throw new LogDeposed()
    if (answer !== 'restored') throw new Error('another process writes to the streams of this one')
    head = next
  }
  return true
}

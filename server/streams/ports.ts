import type { Observable } from 'rxjs'
import type { StreamLogEngine } from '#contract/health.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { WrappedPayload } from '#contract/streams.ts'
import { RequestError } from '#server/http/errors.ts'

/** One stored entry of a stream. */
export interface StreamEntry {
  /** `ms-n`: unix milliseconds and a counter, strictly growing within the stream even when the clock steps back. */
  readonly id: string
  /** Counts the stream's entries from 1 without gaps; those from before the log began are 0 and below. */
  readonly seq: number
  readonly data: WrappedPayload
  /** The source of its values and the times at each processing step. */
  readonly provenance: Provenance
}

/** An entry from before the log began. */
export type PastEntry = Pick<StreamEntry, 'data' | 'provenance'>

export interface StreamInfo {
  /** Number of retained entries, without those from before the log began. */
  readonly length: number
  readonly last: StreamEntry
}

/** Entries after an id; `complete` is false if entries in between were dropped or the id is unknown. */
export interface Continuation {
  readonly entries: readonly StreamEntry[]
  readonly complete: boolean
}

/** Bounded append-only streams. Every adapter passes the suite in test/server/streams/log-suite.ts. */
export interface StreamLog {
  readonly engine: StreamLogEngine
  /** Changes when counting restarts, which invalidates a reader's ids. Read it anew each time. */
  readonly epoch: string
  /** Resolves when entries can be read; rejects with one line for the operator if they never can. */
  readonly whenReady: Promise<void>
  /** Everything appended by this process or another, in the order in which it was stored. Hot. */
  readonly appended$: Observable<{ readonly key: string; readonly entry: StreamEntry }>
  /** The streams were loaded, or replaced under a new epoch: emits the newest entry of each, from which readers start over. Hot. */
  readonly reloaded$: Observable<ReadonlyMap<string, StreamEntry>>
  /**
   * Derives the entry's id from `provenance.published_at`. Resolves when the entry is stored and readers here have it;
   * waits as long as the log cannot be reached. Calls take effect in their order.
   */
  append(key: string, data: WrappedPayload, provenance: Provenance): Promise<StreamEntry>
  /**
   * Replaces what a stream had before its own first entry, recomputed after a restart; oldest first, ids from
   * `provenance.exchange_time`. `recent` returns these too; they are neither counted nor announced.
   */
  setPast(key: string, past: readonly PastEntry[]): Promise<void>
  /** The last `count` entries, newest first. Empty for an unknown stream. */
  recent(key: string, count: number): Promise<readonly StreamEntry[]>
  /** Entries that came after `id`, oldest first, at most `limit`. */
  after(key: string, id: string, limit: number): Promise<Continuation>
  info(key: string): Promise<StreamInfo | undefined>
  /** Keys of all streams, sorted. */
  keys(): Promise<readonly string[]>
  /** Why the log cannot be reached; undefined while it can. */
  problem(): string | undefined
  /** Rejects with the reason when the log cannot be reached. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The right to write to a log that processes share. */
export interface LogFence {
  /** What one process at a time may write, such as pairs. */
  readonly scopes: readonly string[]
  /** Resolves with a number that grows with each process that gets the right, waits while this one may not have it, rejects if it never will. */
  readonly untilHeld: () => Promise<number>
  /** Called when the log has seen a higher number. */
  readonly onRefused: () => void
}

/**
 * The connections to Redis of a process: one writes entries, one reads what all processes have written, and one relays what is
 * live and not stored from the leader to the gateways.
 */
export type RedisRole = 'writer' | 'reader' | 'relay' | 'probe'

/** How long one thing took, for metrics: a batch until Redis had stored it, an entry until it came back. */
export interface RedisTime {
  readonly role: RedisRole
  readonly seconds: number
}

/** State of a connection, for metrics. */
export interface RedisState {
  readonly role: RedisRole
  readonly connected: boolean
  readonly losses: number
}

const FORM = /^(\d{1,15})-(\d{1,9})$/

/** The two parts of an entry id, or undefined if it is invalid. */
function parseEntryId(id: string): { readonly ms: number; readonly n: number } | undefined {
  const match = FORM.exec(id)
  return match ? { ms: Number(match[1]), n: Number(match[2]) } : undefined
}

/** The next id at a time, strictly above the last one even if the clock stepped back. */
export function nextEntryId(last: string | undefined, atMs: number): string {
  const before = last === undefined ? undefined : parseEntryId(last)
  const ms = Math.floor(atMs)
  if (!before || ms > before.ms) return `${ms}-0`
  return `${before.ms}-${before.n + 1}`
}

/** Comparator by age, oldest first. Invalid ids sort first. */
export function compareEntryIds(a: string, b: string): number {
  const left = parseEntryId(a) ?? { ms: -1, n: -1 }
  const right = parseEntryId(b) ?? { ms: -1, n: -1 }
  return left.ms - right.ms || left.n - right.n
}

/** The part of a log that routes read. */
export type ReadableLog = Pick<StreamLog, 'epoch' | 'recent' | 'info' | 'keys'>

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw new RequestError(503, 'The stream log cannot be reached.', { 'retry-after': '1' }, { cause })
  }
}

/** Wraps a log for routes: failures become a 503 with Retry-After, their cause goes to the server's log. */
export const toReadableLog = (log: StreamLog): ReadableLog => ({
  // A log that restarts counting changes it.
  get epoch() {
    return log.epoch
  },
  recent: (key, count) => orUnavailable(log.recent(key, count)),
  info: (key) => orUnavailable(log.info(key)),
  keys: () => orUnavailable(log.keys()),
})

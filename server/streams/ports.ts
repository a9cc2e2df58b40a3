import type { Observable } from 'rxjs'
import type { Provenance } from '#contract/provenance.ts'
import type { WrappedPayload } from '#contract/streams.ts'

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
  /** Changes when counting restarts, which invalidates a reader's ids. */
  readonly epoch: string
  /** Everything appended by this process or another, in order within each stream. Hot. */
  readonly appended$: Observable<{ readonly key: string; readonly entry: StreamEntry }>
  /** Derives the entry's id from `provenance.published_at`. */
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
  /** Rejects with the reason when the log cannot be reached. */
  check(): Promise<void>
  close(): Promise<void>
}

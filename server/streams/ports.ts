import type { Observable } from 'rxjs'
import type { Provenance } from '#contract/provenance.ts'
import type { WrappedPayload } from '#contract/streams.ts'

/** One entry of a stream, as the log keeps it. */
export interface StreamEntry {
  /** `ms-n`: unix milliseconds and a counter, strictly growing within the stream even when the clock steps back. */
  readonly id: string
  /** Counts the stream's entries from 1 without a hole. */
  readonly seq: number
  readonly data: WrappedPayload
  /** Where its figures come from, and when each station saw them. */
  readonly provenance: Provenance
}

export interface StreamInfo {
  /** Entries that are still kept. */
  readonly length: number
  readonly last: StreamEntry
}

/** Entries after an id; `complete` is false when entries between were already dropped or the id was never given out. */
export interface Continuation {
  readonly entries: readonly StreamEntry[]
  readonly complete: boolean
}

/** Append-only streams, each bounded. Every adapter passes the suite in test/server/streams/log-suite.ts. */
export interface StreamLog {
  /** Changes whenever the count starts anew, so that a reader knows its ids are worth nothing. */
  readonly epoch: string
  /** Everything appended by this process or another, in order within each stream. Hot. */
  readonly appended$: Observable<{ readonly key: string; readonly entry: StreamEntry }>
  /** Its id is made of `provenance.published_at`. */
  append(key: string, data: WrappedPayload, provenance: Provenance): Promise<StreamEntry>
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

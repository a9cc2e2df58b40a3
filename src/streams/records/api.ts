import type { Observable } from 'rxjs'
import type { StreamMessage, StreamMetadata } from '#contract/streams.ts'

/** What a call came to; a failure in words. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }

/** The stream-proxy API. Each observable asks when subscribed, answers once, never errors, and aborts when unsubscribed. */
export interface StreamApi {
  readonly list: () => Observable<Result<readonly string[]>>
  readonly metadata: (key: string) => Observable<Result<StreamMetadata>>
  /** Null when the stream has no message. */
  readonly latest: (key: string) => Observable<Result<StreamMessage | null>>
  /** At most `count` messages, newest first. */
  readonly recent: (key: string, count: number) => Observable<Result<readonly StreamMessage[]>>
}

import type { Observable } from 'rxjs'
import type { StreamMessage, StreamMetadata } from '#contract/streams.ts'
import type { Result } from '#src/lib/result.ts'

/** The stream-proxy API. All observables are cold, emit once, never error, and abort on unsubscription. */
export interface StreamApi {
  readonly list: () => Observable<Result<readonly string[]>>
  readonly metadata: (key: string) => Observable<Result<StreamMetadata>>
  /** Null if the stream has no message. */
  readonly latest: (key: string) => Observable<Result<StreamMessage | null>>
  /** At most `count` messages, newest first. */
  readonly recent: (key: string, count: number) => Observable<Result<readonly StreamMessage[]>>
}

import {
  auditTime,
  defer,
  delay,
  filter,
  finalize,
  map,
  merge,
  mergeMap,
  tap,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { Gap, MessageRouter } from '../message-router.ts'
import type { Result } from '#src/lib/result.ts'
import type { StreamApi } from './api.ts'

/** Result of reloading the newest messages of one stream. */
export interface GapFillResult {
  readonly key: string
  readonly result: Result<readonly StreamMessage[]>
}

/** Streams to reload, with a message if data is lost for good. */
export interface MissingEntries {
  readonly keys: readonly string[]
  readonly text?: string
}

export const DISCONTINUITY = 'The server could not replay what was missed'

/** Frames may be reordered, and messages missed during a reconnect are replayed: most gaps close by themselves. */
const SETTLE_MS = 1_000
/** Entries named by a status message may still be on their way. */
const DIVERGED_MS = 5_000

interface GapDeps {
  readonly timers: SchedulerLike
  readonly router: Pick<MessageRouter, 'gaps$' | 'statuses$' | 'hasGap'>
  /** Whether a stream has not received the entry with this id. */
  readonly isBehind: (key: string, newestId: string) => boolean
  readonly observedKeys: () => readonly string[]
}

/** Streams whose sequence number jumped and that are still incomplete after a delay. */
function fromGaps({ router, timers }: GapDeps): Observable<MissingEntries> {
  return defer(() => {
    const gaps = new Map<string, Gap>()
    return router.gaps$.pipe(
      filter(({ type }) => type === 'AnalyticsUpdate'),
      tap((gap) => gaps.set(gap.stream, gap)),
      auditTime(SETTLE_MS, timers),
      map(() => {
        const keys = [...gaps.values()].filter(({ feed, stream }) => router.hasGap(feed, stream))
        gaps.clear()
        return { keys: keys.map(({ stream }) => stream) }
      }),
    )
  })
}

/** Streams that are still behind some time after a server status named their newest entry. */
const fromStatus = ({ router, isBehind, timers }: GapDeps): Observable<MissingEntries> =>
  router.statuses$.pipe(
    filter(({ feed }) => feed === 'analytics'),
    mergeMap(({ message }) => (message.data.streams === undefined ? [] : [Object.entries(message.data.streams)])),
    delay(DIVERGED_MS, timers),
    map((streams) => ({
      keys: streams
        .filter(([key, { last_message_id: newest }]) => newest !== null && isBehind(key, newest))
        .map(([key]) => key),
    })),
  )

/** Emits the streams to reload: after a gap, if the server's newest id differs, and if the server cannot replay. */
export function detectGaps(deps: GapDeps): Observable<MissingEntries> {
  const discontinuities$ = deps.router.statuses$.pipe(
    filter(({ feed }) => feed === 'analytics'),
    filter(({ message }) => message.data.message === 'discontinuity'),
    map((): MissingEntries => ({ keys: deps.observedKeys(), text: DISCONTINUITY })),
  )
  return merge(discontinuities$, fromGaps(deps), fromStatus(deps))
}

/** Reloads streams, four at a time; a stream that is already pending is not requested again. */
export function fillGaps(api: StreamApi, keys$: Observable<readonly string[]>): Observable<GapFillResult> {
  return defer(() => {
    const pending = new Set<string>()
    return keys$.pipe(
      mergeMap((keys) => {
        const fresh = keys.filter((key) => !pending.has(key))
        for (const key of fresh) pending.add(key)
        return fresh
      }),
      mergeMap(
        (key) =>
          api.recent(key, STREAMS.recentCap).pipe(
            map((result): GapFillResult => ({ key, result })),
            finalize(() => pending.delete(key)),
          ),
        STREAMS.parallelPolls,
      ),
    )
  })
}

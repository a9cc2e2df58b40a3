import {
  concat,
  defer,
  exhaustMap,
  finalize,
  from,
  ignoreElements,
  map,
  mergeMap,
  of,
  reduce,
  scan,
  share,
  startWith,
  Subject,
  switchMap,
  takeUntil,
  tap,
  timer,
  type Observable,
  type Subscription,
} from 'rxjs'
import { MONITORING, STREAMS } from '#contract/limits.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { StreamApi } from './api.ts'
import type { StreamEntry } from './entry.ts'
import { createKept } from './kept.ts'
import { pollStream, type Polled } from './polling.ts'

/** How far a load of history is. */
export interface HistoryProgress {
  readonly total: number
  /** Streams that were asked, `failed` of them without an answer. */
  readonly done: number
  readonly failed: number
  readonly messages: number
}

/** What asking for a stream's latest message came to: `empty` is an answer, too. */
export type Fetched = { readonly kind: 'message' | 'empty' } | { readonly kind: 'failed'; readonly error: string }

/** What somebody who looks at the streams asks of them. Everything ends with the session, and when unsubscribed. */
export interface Visits {
  /** While subscribed, by however many: every 5 s the server's list is read, and streams that are new are fetched. */
  readonly monitor$: Observable<never>
  /** Reads a stream's metadata and its latest message; what it brings joins the record. */
  readonly fetchLatest: (key: string) => Observable<Fetched>
  /** Reads the newest messages of each stream, at most 25 each and four streams at once. */
  readonly loadHistory: (keys: readonly string[], perStream: number) => Observable<HistoryProgress>
  /** The newest messages of a stream, newest first and at most 25: what was loaded, and what comes while subscribed. */
  readonly history: (key: string) => Observable<readonly StreamEntry[]>
}

/** Where what visitors ask for goes: the records take it as they take everything else. */
export interface Intake {
  readonly lastId: (key: string) => string | undefined
  readonly isHeld: (key: string) => boolean
  readonly takePolled: (polled: Polled) => void
  readonly takeMessage: (key: string, message: StreamMessage) => void
  readonly failedFetch: (error: string) => void
  /** Every entry that was taken, whichever way it came. */
  readonly taken$: Observable<StreamEntry>
}

export function createVisits(api: StreamApi, intake: Intake): Visits & { start: () => Subscription } {
  const { lastId, isHeld, takePolled, takeMessage, failedFetch, taken$ } = intake
  const kept = createKept()
  const loading = new Set<string>()
  const over = new Subject<void>()

  const look = (): Observable<Polled> =>
    api.list().pipe(
      switchMap((listed): Observable<Polled> => {
        if (!listed.ok) return of({ kind: 'unlisted', error: listed.error })
        const fresh = [...new Set(listed.value)].filter((key) => !isHeld(key)).slice(0, MONITORING.maxStreams)
        return from(fresh).pipe(mergeMap((key) => pollStream({ api, lastId }, key), STREAMS.parallelPolls))
      }),
    )

  /** The metadata comes last: if it fails, that is the status the stream is left with. */
  const fetchOne = (key: string): Observable<Fetched> =>
    concat(
      api.latest(key).pipe(
        map((asked): Polled | undefined => {
          if (!asked.ok) return { kind: 'failed', key, error: asked.error }
          return asked.value === null ? undefined : { kind: 'message', key, message: asked.value }
        }),
      ),
      api
        .metadata(key)
        .pipe(
          map((asked): Polled =>
            asked.ok ? { kind: 'metadata', key, metadata: asked.value } : { kind: 'failed', key, error: asked.error },
          ),
        ),
    ).pipe(
      tap((polled) => {
        if (polled !== undefined) takePolled(polled)
      }),
      reduce(
        (fetched: Fetched, polled): Fetched => {
          if (fetched.kind === 'failed' || polled === undefined || polled.kind === 'metadata') return fetched
          return polled.kind === 'failed' ? { kind: 'failed', error: polled.error } : { kind: 'message' }
        },
        { kind: 'empty' },
      ),
    )

  function loadOne(key: string, count: number): Observable<number | undefined> {
    return defer(() => {
      loading.add(key)
      return api.recent(key, count).pipe(
        map((answer) => {
          if (!answer.ok) {
            failedFetch(answer.error)
            return undefined
          }
          for (const message of answer.value.toReversed()) takeMessage(key, message)
          return answer.value.length
        }),
        finalize(() => loading.delete(key)),
      )
    })
  }

  return {
    monitor$: timer(0, STREAMS.monitoringMs).pipe(
      exhaustMap(() => look().pipe(takeUntil(over))),
      tap(takePolled),
      ignoreElements(),
      share(),
    ),
    fetchLatest: (key) => fetchOne(key).pipe(takeUntil(over)),
    loadHistory: (keys, perStream) => {
      const start: HistoryProgress = { total: keys.length, done: 0, failed: 0, messages: 0 }
      return from(keys).pipe(
        mergeMap((key) => loadOne(key, Math.min(perStream, STREAMS.recentCap)), STREAMS.parallelPolls),
        scan(
          ({ total, done, failed, messages }, count): HistoryProgress => ({
            total,
            done: done + 1,
            failed: failed + (count === undefined ? 1 : 0),
            messages: messages + (count ?? 0),
          }),
          start,
        ),
        startWith(start),
        takeUntil(over),
      )
    },
    history: kept.of,
    start() {
      const running = taken$.subscribe((entry) => kept.add(entry, loading.has(entry.key)))
      running.add(() => {
        over.next()
        kept.forget()
      })
      return running
    },
  }
}

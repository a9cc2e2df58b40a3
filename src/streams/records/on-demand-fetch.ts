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
  Observable,
  type Subscription,
  distinctUntilChanged,
  filter,
} from 'rxjs'
import { MONITORING, STREAMS } from '#contract/limits.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { StreamApi } from './api.ts'
import type { StreamEntry } from './entry.ts'
import { pollStream, type PollEvent } from './polling.ts'

const NONE: readonly StreamEntry[] = []

/** Newest messages of watched or loaded streams: at most 25 each, newest first. */
interface RecentMessages {
  readonly of: (key: string) => Observable<readonly StreamEntry[]>
  /** Stores an entry of a watched stream; of others only if it was requested. */
  readonly add: (entry: StreamEntry, wasRequested: boolean) => void
  readonly clear: () => void
}

const isSame = (a: StreamEntry, b: StreamEntry): boolean =>
  a.messageId === undefined ? b.messageId === undefined : a.messageId === b.messageId

/** Inserts an entry. A running value has no id and replaces the one before it. */
function withEntry(entries: readonly StreamEntry[], entry: StreamEntry): readonly StreamEntry[] {
  const others = entries.filter((other) => !isSame(other, entry))
  const at = others.findIndex(({ timestamp }) => timestamp <= entry.timestamp)
  return others.toSpliced(at === -1 ? others.length : at, 0, entry).slice(0, STREAMS.recentCap)
}

function createRecentMessages(): RecentMessages {
  const lists = new Map<string, readonly StreamEntry[]>()
  const watched = new Map<string, number>()
  const changes = new Subject<string>()
  const listOf = (key: string) => lists.get(key) ?? NONE

  return {
    of: (key) =>
      new Observable((subscriber) => {
        watched.set(key, (watched.get(key) ?? 0) + 1)
        subscriber.add(() => {
          const remaining = (watched.get(key) ?? 1) - 1
          if (remaining === 0) watched.delete(key)
          else watched.set(key, remaining)
        })
        changes
          .pipe(
            filter((changed) => changed === key),
            startWith(key),
            map(listOf),
            distinctUntilChanged(),
          )
          .subscribe(subscriber)
      }),
    add(entry, wasRequested) {
      if (!wasRequested && !watched.has(entry.key)) return
      lists.set(entry.key, withEntry(listOf(entry.key), entry))
      changes.next(entry.key)
    },
    clear() {
      const keys = [...lists.keys()]
      lists.clear()
      for (const key of keys) changes.next(key)
    },
  }
}

/** Progress of loading a history. */
export interface HistoryProgress {
  readonly total: number
  /** Streams requested so far, including `failed` ones. */
  readonly done: number
  readonly failed: number
  readonly messages: number
}

/** Result of fetching the latest message. `empty`: the stream has none. */
export type FetchResult = { readonly kind: 'message' | 'empty' } | { readonly kind: 'failed'; readonly error: string }

/** Requests for stream data on behalf of a screen. All end with the session or on unsubscription. */
export interface OnDemandFetch {
  /** While subscribed, reads the server's list every 5 s and fetches new streams. Shared by all subscribers. */
  readonly discovery$: Observable<never>
  /** Fetches a stream's metadata and its latest message into its record. */
  readonly fetchLatest: (key: string) => Observable<FetchResult>
  /** Loads the newest messages of each stream: at most 25 each, four streams at a time. */
  readonly loadHistory: (keys: readonly string[], perStream: number) => Observable<HistoryProgress>
  /** Newest messages of a stream, newest first, at most 25: loaded ones and those received while subscribed. */
  readonly history: (key: string) => Observable<readonly StreamEntry[]>
}

/** Receives fetched data; the records treat it like any other. */
export interface RecordSink {
  readonly lastId: (key: string) => string | undefined
  readonly isHeld: (key: string) => boolean
  readonly applyPollEvent: (polled: PollEvent) => void
  readonly applyMessage: (key: string, message: StreamMessage) => void
  readonly reportFetchFailure: (error: string) => void
  /** Every accepted entry, from any source. */
  readonly accepted$: Observable<StreamEntry>
}

export function createOnDemandFetch(api: StreamApi, sink: RecordSink): OnDemandFetch & { start: () => Subscription } {
  const { lastId, isHeld, applyPollEvent, applyMessage, reportFetchFailure, accepted$ } = sink
  const recent = createRecentMessages()
  const loading = new Set<string>()
  const stopped = new Subject<void>()

  const discover = (): Observable<PollEvent> =>
    api.list().pipe(
      switchMap((listed): Observable<PollEvent> => {
        if (!listed.ok) return of({ kind: 'unlisted', error: listed.error })
        const fresh = [...new Set(listed.value)].filter((key) => !isHeld(key)).slice(0, MONITORING.maxStreams)
        return from(fresh).pipe(mergeMap((key) => pollStream({ api, lastId }, key), STREAMS.parallelPolls))
      }),
    )

  /** Metadata is fetched last: if that fails, the stream keeps the failed status. */
  const fetchOne = (key: string): Observable<FetchResult> =>
    concat(
      api.latest(key).pipe(
        map((result): PollEvent | undefined => {
          if (!result.ok) return { kind: 'failed', key, error: result.error }
          return result.value === null ? undefined : { kind: 'message', key, message: result.value }
        }),
      ),
      api
        .metadata(key)
        .pipe(
          map((result): PollEvent =>
            result.ok
              ? { kind: 'metadata', key, metadata: result.value }
              : { kind: 'failed', key, error: result.error },
          ),
        ),
    ).pipe(
      tap((polled) => {
        if (polled !== undefined) applyPollEvent(polled)
      }),
      reduce(
        (fetched: FetchResult, polled): FetchResult => {
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
        map((result) => {
          if (!result.ok) {
            reportFetchFailure(result.error)
            return undefined
          }
          for (const message of result.value.toReversed()) applyMessage(key, message)
          return result.value.length
        }),
        finalize(() => loading.delete(key)),
      )
    })
  }

  return {
    discovery$: timer(0, STREAMS.monitoringMs).pipe(
      exhaustMap(() => discover().pipe(takeUntil(stopped))),
      tap(applyPollEvent),
      ignoreElements(),
      share(),
    ),
    fetchLatest: (key) => fetchOne(key).pipe(takeUntil(stopped)),
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
        takeUntil(stopped),
      )
    },
    history: recent.of,
    start() {
      const running = accepted$.subscribe((entry) => recent.add(entry, loading.has(entry.key)))
      running.add(() => {
        stopped.next()
        recent.clear()
      })
      return running
    },
  }
}

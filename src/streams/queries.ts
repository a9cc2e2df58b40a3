import {
  asyncScheduler,
  combineLatest,
  concat,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  ignoreElements,
  map,
  merge,
  NEVER,
  of,
  repeat,
  startWith,
  Subject,
  switchMap,
  takeUntil,
  tap,
  throttleTime,
  timer,
  type Observable,
} from 'rxjs'
import type { RemoteData, RemoteSource } from '#src/lib/remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { remoteData } from './remote-data.ts'

export interface QueryPorts {
  /** Whether the page is visible; replays its current value. */
  readonly visible$: Observable<boolean>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Says when data of the area have changed, while it is live, which replays its current value. Without it they are loaded every so often. */
  readonly feed?: { readonly isLive$: Observable<boolean>; readonly changes$: Observable<unknown> }
}

/** A recording may change in quick succession. */
const FOLLOW_MS = 1_000

/** Cold: requests on subscription, emits once, never errors, aborts on unsubscription. */
type Load<T, E> = () => Observable<Result<T, E>>

/** The period while something of what was loaded last is going on. */
interface Busy<T> {
  readonly ms: number
  readonly when: (value: T) => boolean
}

/** The ways in which data of one area are loaded, and loaded again after a change of them. */
export interface Queries {
  /** Loads once. */
  readonly once: <T, E>(load: Load<T, E>) => RemoteSource<T, E>
  /** As `every`, and has what `pushed$` emits while the feed is live. `isOlder` compares the present value with one before. */
  readonly pushed: <T, E>(
    ms: number,
    load: Load<T, E>,
    pushed$: Observable<Result<T, E>>,
    isOlder: (value: T, before: T) => boolean,
  ) => RemoteSource<T, E>
  /**
   * Loads every `ms`, or when the feed says so, while the page is visible, more often while `busy`, of whose period `ms` is a multiple, and after a change.
   */
  readonly every: <T, E>(ms: number, load: Load<T, E>, busy?: Busy<T>) => RemoteSource<T, E>
  /** Loads for each of the inputs; the last value stays until that of the next arrives. Equal ones in a row are one. */
  readonly latest: <Input, T, E>(
    inputs$: Observable<Input>,
    load: (input: Input) => Observable<Result<T, E>>,
  ) => RemoteSource<T, E>
  /** Reloads after a change, unless it was refused: without a response the server may still have made it. */
  readonly change: <T, E>(change: Promise<Result<T, E>>, isRefusal?: (error: E) => boolean) => Promise<Result<T, E>>
  /** Loads again what is loaded every so often. */
  readonly reload: () => void
}

/** Lets failures through, and values that are not older than one before. */
function newestOnly<T, E>(isOlder: (value: T, before: T) => boolean): (result: Result<T, E>) => boolean {
  let newest: Result<T, E> | undefined
  return (result) => {
    if (!result.ok) return true
    if (newest?.ok === true && isOlder(result.value, newest.value)) return false
    newest = result
    return true
  }
}

/** Creates the queries of one area. */
export function createQueries({ visible$, now, feed }: QueryPorts): Queries {
  const changes = new Subject<void>()
  const { isLive$ = of(false), changes$ = NEVER } = feed ?? {}
  const news$ = changes$.pipe(throttleTime(FOLLOW_MS, asyncScheduler, { leading: true, trailing: true }))
  const reload = () => changes.next()
  /**
   * Loads as `ticks$` says or, while the feed is live, at once and as `live$` says, and after a change; not while the page is
   * hidden. What is in flight when the feed goes live or has news may be older than these: it is loaded once more then.
   */
  function follow<T, E>(
    load: Load<T, E>,
    ticks$: Observable<unknown>,
    live$: Observable<unknown>,
    refresh$: Observable<unknown>,
  ): Observable<RemoteData<T, E>> {
    let isStale = false
    const stale$ = live$.pipe(
      startWith(undefined),
      tap(() => (isStale = true)),
    )
    const loadFresh = () =>
      defer(() => {
        isStale = false
        return load()
      }).pipe(repeat({ delay: () => (isStale ? of(undefined) : EMPTY) }))
    return remoteData({
      queries$: of({ key: '', load: loadFresh }),
      due$: combineLatest([visible$, isLive$]).pipe(
        switchMap(([isVisible, isLive]) => (isVisible ? (isLive ? stale$ : ticks$) : NEVER)),
      ),
      refresh$: merge(refresh$, changes),
      now,
    })
  }
  return {
    once: (load) => (refresh$) => remoteData({ queries$: of({ key: '', load }), refresh$, now }),

    every: (ms, load, busy) => (refresh$) => {
      let isBusy = false
      const period = busy?.ms ?? ms
      const ticks$ = timer(0, period).pipe(filter((tick) => isBusy || tick % (ms / period) === 0))
      const loadNow = () =>
        load().pipe(
          tap((result) => {
            if (result.ok) isBusy = busy?.when(result.value) ?? false
          }),
        )
      return follow(loadNow, ticks$, news$, refresh$)
    },

    pushed(ms, load, pushed$, isOlder) {
      /** Ends when it is loaded and the feed is not live, which sends the newest value when it comes up. */
      const loadNow = () =>
        load().pipe(
          connect((loaded$) => {
            const off$ = concat(loaded$.pipe(ignoreElements()), isLive$.pipe(filter((isLive) => !isLive)))
            return merge(loaded$, pushed$).pipe(takeUntil(off$))
          }),
          filter(newestOnly(isOlder)),
        )
      return (refresh$) => follow(loadNow, timer(0, ms), NEVER, refresh$)
    },

    latest: (inputs$, load) => (refresh$) =>
      remoteData({
        queries$: inputs$.pipe(
          map((input) => ({ key: JSON.stringify(input), load: () => load(input) })),
          distinctUntilChanged((a, b) => a.key === b.key),
        ),
        refresh$,
        now,
      }),

    async change(change, isRefusal = () => false) {
      const result = await change
      if (result.ok || !isRefusal(result.error)) reload()
      return result
    },
    reload,
  }
}

import {
  distinctUntilChanged,
  filter,
  map,
  merge,
  NEVER,
  of,
  Subject,
  switchMap,
  tap,
  timer,
  type Observable,
} from 'rxjs'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { remoteData } from './remote-data.ts'

interface QueryPorts {
  /** Whether the page is visible; replays its current value. */
  readonly visible$: Observable<boolean>
  /** Wall clock, unix ms. */
  readonly now: () => number
}

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
  /**
   * Loads every `ms` while the page is visible, more often while `busy`, of whose period `ms` is a multiple, and after a change.
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

/** Creates the queries of one area. */
export function createQueries({ visible$, now }: QueryPorts): Queries {
  const changes = new Subject<void>()
  const reload = () => changes.next()
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
      return remoteData({
        queries$: of({ key: '', load: loadNow }),
        due$: visible$.pipe(switchMap((isVisible) => (isVisible ? ticks$ : NEVER))),
        refresh$: merge(refresh$, changes),
        now,
      })
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

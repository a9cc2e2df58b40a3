import { useObservable, useObservableState } from 'observable-hooks'
import { useContext, useMemo, useState } from 'react'
import { distinctUntilChanged, interval, map, merge, NEVER, of, Subject, switchMap } from 'rxjs'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { NOT_LOADED, type RemoteData, type RemoteSource } from '#src/lib/remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { reloadAfterFailure, remoteData, type Query } from '#src/streams/remote-data.ts'
import { RestoredContext } from './restored-context.ts'

export interface Reloadable<T, E = string> extends RemoteData<T, E> {
  /** Loads again. Stable across renders. */
  readonly reload: () => void
}

/**
 * Subscribes to remote data; what failed is loaded again when the connection is restored. A new `source` starts over, so it
 * must be stable across renders.
 */
export function useRemoteData<T, E = string>(source: RemoteSource<T, E>): Reloadable<T, E> {
  const [reload$] = useState(() => new Subject<void>())
  const [reload] = useState(() => () => reload$.next())
  const restored$ = useContext(RestoredContext)
  const data$ = useMemo(() => reloadAfterFailure(source, restored$)(reload$), [source, restored$, reload$])
  return { ...useObservableState<RemoteData<T, E>>(data$, NOT_LOADED), reload }
}

/**
 * The result of `load(params)`. Loads again when `params` change (compared as JSON), on `reload`, and every `everyMs` if
 * given. `load` must be stable across renders.
 */
export function useRemoteQuery<T, Params>(
  load: (params: Params, signal: AbortSignal) => Promise<Result<T>>,
  params: Params,
  everyMs?: number,
): Reloadable<T> {
  const inputs$ = useObservable((inputs$) => inputs$, [load, params, everyMs] as const)
  const [source] = useState((): RemoteSource<T> => {
    const queries$ = inputs$.pipe(
      map(([load, params]): Query<T> => ({
        key: JSON.stringify(params),
        load: () => fromAbortable((signal) => load(params, signal)),
      })),
      distinctUntilChanged((a, b) => a.key === b.key),
    )
    const ticks$ = inputs$.pipe(
      map(([, , period]) => period),
      distinctUntilChanged(),
      switchMap((period) => (period === undefined ? NEVER : interval(period))),
    )
    return (refresh$) => remoteData({ queries$, due$: merge(of(0), ticks$), refresh$, now: Date.now })
  })
  return useRemoteData(source)
}

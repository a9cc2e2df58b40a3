import { useObservable, useObservableState } from 'observable-hooks'
import { useState } from 'react'
import { distinctUntilChanged, interval, map, merge, NEVER, Subject, switchMap, withLatestFrom } from 'rxjs'
import type { Result } from '#src/lib/result.ts'
import { resource, type Query, type Resource } from '#src/streams/resource.ts'

export interface Reloadable<T> extends Resource<T> {
  /** Loads again. */
  readonly reload: () => void
}

/** State before the first load, which starts at once. */
const LOADING = { value: undefined, at: undefined, isLoading: true, isPrevious: false, error: undefined }
const now = () => Date.now()

/**
 * The result of `load(params)`. Loads again when `params` change (compared as JSON), on `reload`, and every `everyMs` if
 * given. `load` must be stable across renders.
 */
export function useResource<T, Params>(
  load: (params: Params, signal: AbortSignal) => Promise<Result<T>>,
  params: Params,
  everyMs?: number,
): Reloadable<T> {
  const [reload$] = useState(() => new Subject<void>())
  const [reload] = useState(() => () => reload$.next())
  const state$ = useObservable(
    (inputs$) => {
      const requests$ = inputs$.pipe(
        map(([load, params]): Query<T> => ({ key: JSON.stringify(params), load: (signal) => load(params, signal) })),
        distinctUntilChanged((a, b) => a.key === b.key),
      )
      const ticks$ = inputs$.pipe(
        map(([, , period]) => period),
        distinctUntilChanged(),
        switchMap((period) => (period === undefined ? NEVER : interval(period))),
      )
      const reloads$ = merge(reload$, ticks$).pipe(
        withLatestFrom(requests$),
        map(([, request]) => request),
      )
      return resource(merge(requests$, reloads$), now)
    },
    [load, params, everyMs] as const,
  )
  return { ...useObservableState<Resource<T>>(state$, LOADING), reload }
}

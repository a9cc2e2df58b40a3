import { useObservable, useObservableState } from 'observable-hooks'
import { useState } from 'react'
import { distinctUntilChanged, interval, map, merge, NEVER, Subject, switchMap, withLatestFrom } from 'rxjs'
import type { Answer } from '#src/streams/index.ts'
import { resource, type Ask, type Resource } from '#src/streams/resource.ts'

export interface Reloadable<T> extends Resource<T> {
  /** Asks again. */
  readonly reload: () => void
}

/** Before the first question is asked, which is at once. */
const ASKING = { value: undefined, at: undefined, isLoading: true, isEarlier: false, error: undefined }
const now = () => Date.now()

/**
 * What `load` answers to `query`: asked again when the query changes (by its JSON), on `reload`, and every `everyMs`, when
 * given. `load` has to be the same function at every render.
 */
export function useResource<T, Query>(
  load: (query: Query, signal: AbortSignal) => Promise<Answer<T>>,
  query: Query,
  everyMs?: number,
): Reloadable<T> {
  const [reload$] = useState(() => new Subject<void>())
  const [reload] = useState(() => () => reload$.next())
  const state$ = useObservable(
    (inputs$) => {
      const asks$ = inputs$.pipe(
        map(([load, query]): Ask<T> => ({ key: JSON.stringify(query), load: (signal) => load(query, signal) })),
        distinctUntilChanged((a, b) => a.key === b.key),
      )
      const ticks$ = inputs$.pipe(
        map(([, , period]) => period),
        distinctUntilChanged(),
        switchMap((period) => (period === undefined ? NEVER : interval(period))),
      )
      const again$ = merge(reload$, ticks$).pipe(
        withLatestFrom(asks$),
        map(([, ask]) => ask),
      )
      return resource(merge(asks$, again$), now)
    },
    [load, query, everyMs] as const,
  )
  return { ...useObservableState<Resource<T>>(state$, ASKING), reload }
}

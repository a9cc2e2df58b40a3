import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { asyncScheduler, throttleTime, type Observable } from 'rxjs'

/** The value of an observable that has one at once, renewed no more often than every `everyMs`. */
export function useSampled<T>(source$: Observable<T>, everyMs: number): T {
  const sampled$ = useMemo(
    () => source$.pipe(throttleTime(everyMs, asyncScheduler, { leading: true, trailing: true })),
    [source$, everyMs],
  )
  return useObservableEagerState(sampled$)
}

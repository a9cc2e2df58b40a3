import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { throttle, timer, type Observable } from 'rxjs'

/**
 * The value of an observable that has one at once, renewed no more often than every `everyMs`; what is `empty` is
 * renewed as soon as there is something. Give functions and observables that stay the same.
 */
export function useSampled<T>(source$: Observable<T>, everyMs: number, empty?: (value: T) => boolean): T {
  const sampled$ = useMemo(
    () => source$.pipe(throttle((value) => timer(empty?.(value) ? 0 : everyMs), { leading: true, trailing: true })),
    [source$, everyMs, empty],
  )
  return useObservableEagerState(sampled$)
}

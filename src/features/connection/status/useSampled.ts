import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { throttle, timer, type Observable } from 'rxjs'

/**
 * The value of an observable with a current value, updated at most every `everyMs`; a value that is `empty` is replaced
 * without delay. Pass stable functions and observables.
 */
export function useSampled<T>(source$: Observable<T>, everyMs: number, empty?: (value: T) => boolean): T {
  const sampled$ = useMemo(
    () => source$.pipe(throttle((value) => timer(empty?.(value) ? 0 : everyMs), { leading: true, trailing: true })),
    [source$, everyMs, empty],
  )
  return useObservableEagerState(sampled$)
}

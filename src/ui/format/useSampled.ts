import { useMemo } from 'react'
import type { Observable } from 'rxjs'

/** The value that an observable replays on subscription. */
function currentOf<T>(value$: Observable<T>): T {
  const seen: T[] = []
  value$.subscribe((value) => seen.push(value)).unsubscribe()
  const [value] = seen
  if (value === undefined) throw new Error('an observable without a current value')
  return value
}

/**
 * The current value of an observable that replays one, read anew only when `at` changes: for times that stand beside a clock
 * and must be of the same moment.
 */
export const useSampled = <T extends object>(value$: Observable<T>, at: unknown): T =>
  useMemo(() => ({ at, value: currentOf(value$) }), [value$, at]).value

import {
  concat,
  distinctUntilChanged,
  exhaustMap,
  NEVER,
  of,
  scan,
  startWith,
  switchMap,
  timer,
  type Observable,
} from 'rxjs'
import type { Result } from '#src/lib/result.ts'

/** State of a polled value. */
export interface PollState<T, Failure> {
  /** Latest successful value; failures keep it. */
  readonly value: T | undefined
  /** Time of the value, unix ms. */
  readonly at: number | undefined
  /** Failure of the latest attempt; undefined after a success. */
  readonly failure: Failure | undefined
  /** A request is in flight. */
  readonly isFetching: boolean
}

export const NOTHING_YET = { value: undefined, at: undefined, failure: undefined, isFetching: true } as const

export interface PollOptions<T, Failure> {
  /** Cold: requests on subscription, emits once, never errors, aborts on unsubscription. */
  readonly fetch: () => Observable<Result<T, Failure>>
  /** If absent, requests once and on `refresh$` only. */
  readonly everyMs?: number | undefined
  /** Requests immediately, aborts the request in flight and restarts the interval. */
  readonly refresh$?: Observable<unknown> | undefined
  /**
   * Whether the result is visible; replays its current value. Polling pauses while false and resumes immediately on
   * true.
   */
  readonly visible$?: Observable<boolean> | undefined
  /** Wall clock, unix ms. */
  readonly now: () => number
}

type Step<T, Failure> = 'fetching' | Result<T, Failure>

/**
 * Requests immediately and then at an interval. Requests never overlap; a failure keeps the last value and its time.
 */
export function polled<T, Failure>(options: PollOptions<T, Failure>): Observable<PollState<T, Failure>> {
  const { fetch, everyMs, refresh$ = NEVER, visible$ = of(true), now } = options
  const due$ =
    everyMs === undefined ? of(0) : visible$.pipe(switchMap((visible) => (visible ? timer(0, everyMs) : NEVER)))
  const cycle$ = due$.pipe(exhaustMap(() => concat(of('fetching' as const), fetch())))
  return refresh$.pipe(
    startWith(undefined),
    switchMap(() => cycle$),
    scan((state: PollState<T, Failure>, step: Step<T, Failure>): PollState<T, Failure> => {
      if (step === 'fetching') return state.isFetching ? state : { ...state, isFetching: true }
      if (step.ok) return { value: step.value, at: now(), failure: undefined, isFetching: false }
      return { ...state, failure: step.error, isFetching: false }
    }, NOTHING_YET),
    startWith<PollState<T, Failure>>(NOTHING_YET),
    distinctUntilChanged(),
  )
}

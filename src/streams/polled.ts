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

/** What asking came to. */
export type PollResult<T, Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

/** What asking again and again has brought so far. */
export interface PollState<T, Failure> {
  /** The newest good answer; later failures leave it. */
  readonly value: T | undefined
  /** When it came, unix ms. */
  readonly at: number | undefined
  /** Why the newest attempt brought nothing; undefined after one that did. */
  readonly failure: Failure | undefined
  /** An answer is being waited for. */
  readonly isFetching: boolean
}

export const NOTHING_YET = { value: undefined, at: undefined, failure: undefined, isFetching: true } as const

export interface PollOptions<T, Failure> {
  /** Asks when subscribed, answers once, never errors, and aborts when unsubscribed. */
  readonly fetch: () => Observable<PollResult<T, Failure>>
  /** Absent: once, and whenever `again$` says so. */
  readonly everyMs?: number | undefined
  /** Asks at once, whatever is under way, and counts the interval from there. */
  readonly refresh$?: Observable<unknown> | undefined
  /** Whether anybody looks, its present value at once: nothing is asked meanwhile, and at once when it turns true. */
  readonly visible$?: Observable<boolean> | undefined
  /** Wall clock, unix ms. */
  readonly now: () => number
}

type Step<T, Failure> = 'fetching' | PollResult<T, Failure>

/** Asks at once and then regularly. Questions never overlap; a failure keeps the last good answer and its time. */
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
      return { ...state, failure: step.failure, isFetching: false }
    }, NOTHING_YET),
    startWith<PollState<T, Failure>>(NOTHING_YET),
    distinctUntilChanged(),
  )
}

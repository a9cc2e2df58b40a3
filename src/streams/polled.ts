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
export type Asked<T, Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

/** What asking again and again has brought so far. */
export interface Polled<T, Failure> {
  /** The newest good answer; later failures leave it. */
  readonly value: T | undefined
  /** When it came, unix ms. */
  readonly at: number | undefined
  /** Why the newest attempt brought nothing; undefined after one that did. */
  readonly failure: Failure | undefined
  /** An answer is being waited for. */
  readonly isAsking: boolean
}

export const NOTHING_YET = { value: undefined, at: undefined, failure: undefined, isAsking: true } as const

export interface PollOptions<T, Failure> {
  /** Asks when subscribed, answers once, never errors, and aborts when unsubscribed. */
  readonly ask: () => Observable<Asked<T, Failure>>
  /** Absent: once, and whenever `again$` says so. */
  readonly everyMs?: number | undefined
  /** Asks at once, whatever is under way, and counts the interval from there. */
  readonly again$?: Observable<unknown> | undefined
  /** Whether anybody looks, its present value at once: nothing is asked meanwhile, and at once when it turns true. */
  readonly awake$?: Observable<boolean> | undefined
  /** Wall clock, unix ms. */
  readonly now: () => number
}

type Step<T, Failure> = 'asking' | Asked<T, Failure>

/** Asks at once and then regularly. Questions never overlap; a failure keeps the last good answer and its time. */
export function polled<T, Failure>(options: PollOptions<T, Failure>): Observable<Polled<T, Failure>> {
  const { ask, everyMs, again$ = NEVER, awake$ = of(true), now } = options
  const due$ = everyMs === undefined ? of(0) : awake$.pipe(switchMap((awake) => (awake ? timer(0, everyMs) : NEVER)))
  const round$ = due$.pipe(exhaustMap(() => concat(of('asking' as const), ask())))
  return again$.pipe(
    startWith(undefined),
    switchMap(() => round$),
    scan((held: Polled<T, Failure>, step: Step<T, Failure>): Polled<T, Failure> => {
      if (step === 'asking') return held.isAsking ? held : { ...held, isAsking: true }
      if (step.ok) return { value: step.value, at: now(), failure: undefined, isAsking: false }
      return { ...held, failure: step.failure, isAsking: false }
    }, NOTHING_YET),
    startWith<Polled<T, Failure>>(NOTHING_YET),
    distinctUntilChanged(),
  )
}

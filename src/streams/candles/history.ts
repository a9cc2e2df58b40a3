import {
  auditTime,
  catchError,
  concat,
  defer,
  EMPTY,
  exhaustMap,
  from,
  ignoreElements,
  map,
  merge,
  of,
  repeat,
  startWith,
  Subject,
  switchMap,
  tap,
  timer,
  type Observable,
  type ObservableInput,
} from 'rxjs'
import { CHART, STREAMS } from '#contract/limits.ts'
import type { HistoryResult, StreamPorts } from '../ports.ts'
import type { DashboardView } from '../view.ts'

/**
 * Runs `project` for a trigger; triggers that arrive meanwhile cause one more run afterwards. exhaustMap would lose
 * those triggers, and switchMap would never finish under a steady flow of them.
 */
export const exhaustTrailing =
  <R>(project: () => ObservableInput<R>) =>
  (triggers$: Observable<unknown>): Observable<R> =>
    defer(() => {
      let isDue = false
      const run$ = defer(() => {
        isDue = false
        return project()
      }).pipe(repeat({ delay: () => (isDue ? of(undefined) : EMPTY) }))
      return triggers$.pipe(
        tap(() => (isDue = true)),
        exhaustMap(() => run$),
      )
    })

/** A history load that has ended. Times are unix ms. */
export interface HistoryLoad {
  readonly result: HistoryResult
  readonly requestedAt: number
  readonly receivedAt: number
}

/** One loss triggers several signals; within this time they count as one. */
const DEBOUNCE_MS = 20
/** Pause between two loads, so that a feed full of gaps does not flood the server with requests. */
const LOAD_PAUSE_MS = 1_000

/** History loads of a view: one at the start, one per trigger, and one some time after a failure. */
export function historyLoads(
  view: DashboardView,
  { fetchCandles, now, timers }: Pick<StreamPorts, 'fetchCandles' | 'now' | 'timers'>,
  triggers$: Observable<unknown>,
): Observable<HistoryLoad> {
  const load$ = defer(() => {
    const requestedAt = now()
    return from(fetchCandles(view, CHART.maxCandles)).pipe(
      catchError((error: unknown) => of<HistoryResult>({ kind: 'failed', error: String(error) })),
      map((result): HistoryLoad => ({ result, requestedAt, receivedAt: now() })),
    )
  })
  return defer(() => {
    const results = new Subject<HistoryLoad>()
    const retries$ = results.pipe(
      switchMap(({ result }) => (result.kind === 'history' ? EMPTY : timer(STREAMS.fallbackPollMs, timers))),
    )
    return merge(triggers$, retries$).pipe(
      auditTime(DEBOUNCE_MS, timers),
      startWith(undefined),
      exhaustTrailing(() => concat(load$, timer(LOAD_PAUSE_MS, timers).pipe(ignoreElements()))),
      tap(results),
    )
  })
}

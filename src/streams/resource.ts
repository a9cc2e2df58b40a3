import { from, map, Observable, scan, startWith, switchMap } from 'rxjs'
import type { Result } from '#src/lib/result.ts'

/** A query. Equal keys mean the same query, repeated. */
export interface Query<T> {
  readonly key: string
  readonly load: (signal: AbortSignal) => Promise<Result<T>>
}

/** State of a query that can be repeated. */
export interface Resource<T> {
  /** Latest successful value; it stays while a request is in flight and when it fails. */
  readonly value: T | undefined
  /** Time of the value, unix ms. */
  readonly at: number | undefined
  readonly isLoading: boolean
  /** The value belongs to the previous query. */
  readonly isPrevious: boolean
  /** Message of the latest failure. */
  readonly error: string | undefined
}

interface State<T> extends Resource<T> {
  readonly key: string | undefined
}

type QueryEvent<T> =
  | { readonly kind: 'started'; readonly key: string }
  | { readonly kind: 'settled'; readonly key: string; readonly result: Result<T>; readonly at: number }

const EMPTY = {
  key: undefined,
  value: undefined,
  at: undefined,
  isLoading: false,
  isPrevious: false,
  error: undefined,
}

function fold<T>(state: State<T>, step: QueryEvent<T>): State<T> {
  const isSame = state.key === step.key
  if (step.kind === 'started')
    return {
      ...state,
      isLoading: true,
      isPrevious: !isSame && state.value !== undefined,
      error: isSame ? state.error : undefined,
    }
  const { key, result, at } = step
  if (result.ok) return { key, value: result.value, at, isLoading: false, isPrevious: false, error: undefined }
  const current = isSame ? state : EMPTY
  return { ...current, key, isLoading: false, isPrevious: false, error: result.error }
}

const resultOf = <T>(load: Query<T>['load']): Observable<Result<T>> =>
  new Observable((subscriber) => {
    const controller = new AbortController()
    subscriber.add(() => controller.abort())
    from(load(controller.signal)).subscribe(subscriber)
  })

/**
 * State of the latest query. A new query aborts the previous one; a value survives a failure of its own query, never
 * that of another. `now` is the wall clock, unix ms.
 */
export const resource = <T>(queries$: Observable<Query<T>>, now: () => number): Observable<Resource<T>> =>
  queries$.pipe(
    switchMap(({ key, load }) =>
      resultOf(load).pipe(
        map((result): QueryEvent<T> => ({ kind: 'settled', key, result, at: now() })),
        startWith<QueryEvent<T>>({ kind: 'started', key }),
      ),
    ),
    scan<QueryEvent<T>, State<T>>(fold, EMPTY),
  )

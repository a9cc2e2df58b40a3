import { from, map, Observable, scan, startWith, switchMap } from 'rxjs'
import type { Result } from './records/api.ts'

/** A question whose answer is shown. Equal keys are the same question, asked again. */
export interface Query<T> {
  readonly key: string
  readonly load: (signal: AbortSignal) => Promise<Result<T>>
}

/** What is known of an answer that is asked for, and asked for again. */
export interface Resource<T> {
  /** The newest good answer; it stays while a newer one is awaited and when that one fails. */
  readonly value: T | undefined
  /** When the value came, unix ms. */
  readonly at: number | undefined
  readonly isLoading: boolean
  /** The value answers an earlier question than the one that is being asked. */
  readonly isPrevious: boolean
  /** Why the newest try failed. */
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
 * The newest question's answer, with what is on its way and what went wrong. A newer question aborts the older; a value
 * survives a failure of its own question, never that of another. `now` is the wall clock, unix ms.
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

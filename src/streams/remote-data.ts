import {
  combineLatest,
  concat,
  defer,
  distinctUntilChanged,
  exhaustMap,
  filter,
  map,
  merge,
  NEVER,
  of,
  scan,
  startWith,
  switchMap,
  tap,
  type Observable,
} from 'rxjs'
import { NOT_LOADED, type RemoteData, type RemoteSource } from '#src/lib/remote-data.ts'
import type { Result } from '#src/lib/result.ts'

/** A query. Equal keys mean the same query, repeated. */
export interface Query<T, E = string> {
  readonly key: string
  /** Cold: requests on subscription, emits once, never errors, aborts on unsubscription. */
  readonly load: () => Observable<Result<T, E>>
}

export interface RemoteDataOptions<T, E> {
  /** Each query aborts the one before it. */
  readonly queries$: Observable<Query<T, E>>
  /** Emits when to send the query, also for the first time. Ignored while a request is in flight. Default: once. */
  readonly due$?: Observable<unknown> | undefined
  /** Sends the query immediately, aborts the request in flight and subscribes to `due$` anew. */
  readonly refresh$?: Observable<unknown> | undefined
  /** Wall clock, unix ms. */
  readonly now: () => number
}

interface State<T, E> {
  /** Key of the latest result. */
  readonly key: string | undefined
  readonly data: RemoteData<T, E>
}

function foldStart<T, E>(state: State<T, E>, key: string): State<T, E> {
  const { data } = state
  const isSame = state.key === key
  const isPrevious = !isSame && data.value !== undefined
  const error = isSame ? data.error : undefined
  if (data.isLoading && data.isPrevious === isPrevious && data.error === error) return state
  return { ...state, data: { ...data, isLoading: true, isPrevious, error } }
}

function foldResult<T, E>(state: State<T, E>, key: string, result: Result<T, E>, at: number): State<T, E> {
  const settled = { isLoading: false, isPrevious: false }
  if (result.ok) return { key, data: { ...settled, value: result.value, at, error: undefined } }
  const { value, at: valueAt } = state.key === key ? state.data : NOT_LOADED
  return { key, data: { ...settled, value, at: valueAt, error: result.error } }
}

/**
 * The state of the latest query. Requests never overlap. A value survives a failure of its own query, never that of
 * another.
 */
export function remoteData<T, E = string>(options: RemoteDataOptions<T, E>): Observable<RemoteData<T, E>> {
  const { queries$, due$ = of(undefined), refresh$ = NEVER, now } = options
  return combineLatest([queries$, refresh$.pipe(startWith(undefined))]).pipe(
    switchMap(([{ key, load }]) =>
      due$.pipe(
        exhaustMap(() => concat(of(undefined), load())),
        map((result) => ({ key, result })),
      ),
    ),
    scan(
      (state: State<T, E>, { key, result }) =>
        result === undefined ? foldStart(state, key) : foldResult(state, key, result, now()),
      { key: undefined, data: NOT_LOADED },
    ),
    map(({ data }) => data),
    startWith<RemoteData<T, E>>(NOT_LOADED),
    distinctUntilChanged(),
  )
}

/** Also loads when `restored$` emits, if the latest request failed. */
export const reloadAfterFailure =
  <T, E>(source: RemoteSource<T, E>, restored$: Observable<unknown>): RemoteSource<T, E> =>
  (refresh$) =>
    defer(() => {
      let hasFailed = false
      return source(merge(refresh$, restored$.pipe(filter(() => hasFailed)))).pipe(
        tap(({ error }) => (hasFailed = error !== undefined)),
      )
    })

import type { Observable } from 'rxjs'

/** The state of a value that is loaded, and perhaps loaded again, from a server. */
export interface RemoteData<T, E = string> {
  /** Latest successful value; it stays while a request is in flight and when it fails. */
  readonly value: T | undefined
  /** Time of the value, unix ms. */
  readonly at: number | undefined
  /** A request is in flight. */
  readonly isLoading: boolean
  /** The value belongs to the previous query. */
  readonly isPrevious: boolean
  /** Failure of the latest request; undefined after a success. */
  readonly error: E | undefined
}

/** State before the first request, which is about to be sent. */
export const NOT_LOADED = {
  value: undefined,
  at: undefined,
  isLoading: true,
  isPrevious: false,
  error: undefined,
} as const

/** Loads while subscribed, and immediately when `refresh$` emits. */
export type RemoteSource<T, E = string> = (refresh$: Observable<unknown>) => Observable<RemoteData<T, E>>

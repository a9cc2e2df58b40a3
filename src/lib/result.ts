/** A value, or why there is none. */
export type Result<T, E = string> = Success<T> | Failure<E>

interface Success<T> {
  readonly ok: true
  readonly value: T
}

interface Failure<E> {
  readonly ok: false
  readonly error: E
}

export const success = <T>(value: T): Success<T> => ({ ok: true, value })

export const failure = <E>(error: E): Failure<E> => ({ ok: false, error })

/** Converts the value of a success and the error of a failure. */
export const mapResult = <T, E, U, F>(
  result: Result<T, E>,
  onValue: (value: T) => U,
  onError: (error: E) => F,
): Result<U, F> => (result.ok ? success(onValue(result.value)) : failure(onError(result.error)))

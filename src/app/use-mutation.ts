import { useCallback, useState } from 'react'
import type { Result } from '#src/lib/result.ts'

export interface Mutation<Args extends readonly unknown[], T, E> {
  /** Runs the mutation; undefined if it is already running. Stable while `run` is and none is running. */
  readonly mutate: (...args: Args) => Promise<Result<T, E> | undefined>
  readonly isPending: boolean
  /** Arguments of the running mutation. */
  readonly pending: Args | undefined
  /** Why the latest run failed, until the next one. */
  readonly error: E | undefined
}

/** The state of a change on the server, which runs once at a time. `run` never rejects. */
export function useMutation<Args extends readonly unknown[], T, E = string>(
  run: (...args: Args) => Promise<Result<T, E>>,
): Mutation<Args, T, E> {
  const [pending, setPending] = useState<Args>()
  const [error, setError] = useState<E>()

  const mutate = useCallback(
    async (...args: Args) => {
      if (pending !== undefined) return undefined
      setPending(args)
      setError(undefined)
      const result = await run(...args)
      setPending(undefined)
      if (!result.ok) setError(() => result.error)
      return result
    },
    [run, pending],
  )
  return { mutate, isPending: pending !== undefined, pending, error }
}

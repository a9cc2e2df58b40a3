import { useState } from 'react'
import type { Result } from '#src/lib/result.ts'

/** One mutation at a time; `pending` is the name of the running one. */
export function useMutation() {
  const [pending, setPending] = useState<string>()

  /** Starts `run`, or returns undefined if another mutation is pending. */
  async function mutate<T>(name: string, run: () => Promise<Result<T>>): Promise<Result<T> | undefined> {
    if (pending !== undefined) return undefined
    setPending(name)
    const result = await run()
    setPending(undefined)
    return result
  }
  return { pending, mutate }
}

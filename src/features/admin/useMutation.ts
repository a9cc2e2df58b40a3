import { useState } from 'react'
import type { Answer } from '#src/streams/index.ts'

/** What is being done at the moment, by a name of the screen's own; one thing at a time. */
export function useMutation() {
  const [pending, setPending] = useState<string>()

  /** Does `work` unless something else is under way; gives its answer, or undefined when it was not done. */
  async function act<T>(name: string, run: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    if (pending !== undefined) return undefined
    setPending(name)
    const result = await run()
    setPending(undefined)
    return result
  }
  return { pending, mutate }
}

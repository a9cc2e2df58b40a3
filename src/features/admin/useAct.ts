import { useState } from 'react'
import type { Answer } from '#src/streams/index.ts'

/** What is being done at the moment, by a name of the screen's own; one thing at a time. */
export function useAct() {
  const [acting, setActing] = useState<string>()

  /** Does `work` unless something else is under way; gives its answer, or undefined when it was not done. */
  async function act<T>(name: string, work: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    if (acting !== undefined) return undefined
    setActing(name)
    const answer = await work()
    setActing(undefined)
    return answer
  }
  return { acting, act }
}

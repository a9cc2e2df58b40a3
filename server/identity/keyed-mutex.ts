import { createSemaphore } from './semaphore.ts'

/** Runs what has one name one after another, in the order it came; other names do not wait for it. */
export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** A name is forgotten with the last task that has it. */
export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, { readonly runExclusive: ReturnType<typeof createSemaphore>; tasks: number }>()
  return async (key, task) => {
    const mutex = mutexes.get(key) ?? { runExclusive: createSemaphore(1), tasks: 0 }
    mutexes.set(key, mutex)
    mutex.tasks += 1
    try {
      return await mutex.runExclusive(task)
    } finally {
      mutex.tasks -= 1
      if (mutex.tasks === 0) mutexes.delete(key)
    }
  }
}

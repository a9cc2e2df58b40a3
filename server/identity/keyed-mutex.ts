import { createSemaphore } from './semaphore.ts'

/** Runs tasks with the same key one after another, in order; tasks with other keys do not wait. */
export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** The mutex of a key is dropped after its last task. */
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

import pLimit from 'p-limit'

/** Runs tasks with the same key one after another, in order; tasks with other keys do not wait. */
export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** The mutex of a key is dropped after its last task. */
export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, ReturnType<typeof pLimit>>()
  return async (key, task) => {
    const mutex = mutexes.get(key) ?? pLimit(1)
    mutexes.set(key, mutex)
    try {
      return await mutex(task)
    } finally {
      if (mutex.activeCount + mutex.pendingCount === 0) mutexes.delete(key)
    }
  }
}

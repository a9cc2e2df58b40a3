/**
 * Keeps the event loop alive while `work` runs. What compiles the engine does not: Node would find nothing left to wait for, and
 * block until its threads had also optimized the engine, half a second after it could be used.
 */
export async function keepLoopAlive<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

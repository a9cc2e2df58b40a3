/** The answer, or undefined when it has not come within `ms` or `signal` aborts first. Aborts nothing itself. */
export async function firstWithin<T>(ms: number, signal: AbortSignal, answer: Promise<T>): Promise<T | undefined> {
  let giveUp = () => {}
  const nothing = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined)
  })
  const timer = setTimeout(giveUp, ms)
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([answer, nothing])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

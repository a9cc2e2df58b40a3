/** The value of `promise`, or undefined after `ms` or when `signal` aborts. Does not abort the work itself. */
export async function withTimeout<T>(ms: number, signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  let timeOut = () => {}
  const nothing = new Promise<undefined>((resolve) => {
    timeOut = () => resolve(undefined)
  })
  const timer = setTimeout(timeOut, ms)
  signal.addEventListener('abort', timeOut)
  if (signal.aborted) timeOut()
  try {
    return await Promise.race([promise, nothing])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', timeOut)
  }
}

/** Whether something is ready: once, and then for good, or never. */
export interface ReadyOnce {
  /** Rejects if it never will be. */
  readonly whenReady: Promise<void>
  /** Like `reject`, has no effect once it is settled. */
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export function createReadyOnce(): ReadyOnce {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const whenReady = new Promise<void>((resolveReady, rejectReady) => {
    resolve = resolveReady
    reject = rejectReady
  })
  // Callers that await it get the error; without any, an unhandled rejection would end the process.
  whenReady.catch(() => undefined)
  return { whenReady, resolve, reject }
}

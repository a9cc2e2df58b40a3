type Load = () => Promise<unknown> | undefined

/** Longest wait for an idle moment. */
const IDLE_TIMEOUT_MS = 5_000

/** Resolves when the browser is idle; some browsers do not say when that is. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, 0)
  })

/**
 * Loads what may be opened later, from `startMs` on, one after another in idle moments, so that it is there when the
 * network is not. A failed load is repeated on first use. Returns a function that stops.
 */
export function loadWhenIdle(loads: readonly Load[], startMs: number): () => void {
  let isStopped = false

  async function loadAll(): Promise<void> {
    for (const load of loads) {
      await idle()
      if (isStopped) return
      await Promise.allSettled([load()])
    }
  }

  const timer = setTimeout(() => void loadAll(), startMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

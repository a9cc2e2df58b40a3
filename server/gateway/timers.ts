/** Timers of the gateway, replaceable in tests. `after` and `every` return a function that cancels. */
export interface Timers {
  after(ms: number, run: () => void): () => void
  every(ms: number, run: () => void): () => void
  /** Runs after pending I/O. */
  soon(run: () => void): void
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
  soon(run) {
    setImmediate(run)
  },
}

/** Timers of the gateway, so that tests can move them. Each returns its own cancel. */
export interface Timers {
  after(ms: number, run: () => void): () => void
  every(ms: number, run: () => void): () => void
  /** After the I/O that is waiting. */
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

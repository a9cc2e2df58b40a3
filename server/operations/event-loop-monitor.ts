export interface EventLoopMonitorDeps {
  /** Monotonic clock in milliseconds. */
  readonly clock: () => number
  /** Runs a function at an interval; returns a function that cancels it. */
  readonly every: (ms: number, run: () => void) => () => void
  /** Called for each lag of `ALERT_MS` or more, in milliseconds. */
  readonly alert: (lagMs: number) => void
}

/** Measures for how long the event loop is blocked. */
export interface EventLoopMonitor {
  /** The longest lag of the last minute, rounded to milliseconds. */
  worstLagMs(): number
  stop(): void
}

const TICK_MS = 500
const WINDOW_TICKS = 120
/** Well above normal load, well below a client's time-out (40 s). */
export const ALERT_MS = 2_000

export function createEventLoopMonitor({ clock, every, alert }: EventLoopMonitorDeps): EventLoopMonitor {
  const lags: number[] = []
  let due = clock() + TICK_MS
  const stop = every(TICK_MS, () => {
    const lag = Math.max(0, clock() - due)
    due = clock() + TICK_MS
    lags.push(lag)
    if (lags.length > WINDOW_TICKS) lags.shift()
    if (lag >= ALERT_MS) alert(lag)
  })
  return { worstLagMs: () => Math.round(Math.max(0, ...lags)), stop }
}

/** An interval that does not keep the process alive. */
export function setUnrefInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

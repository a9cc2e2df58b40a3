export interface EventLoopMonitorDeps {
  /** Milliseconds that only grow. */
  readonly clock: () => number
  /** Runs something every so many milliseconds; what it gives ends that. */
  readonly every: (ms: number, run: () => void) => () => void
  /** Hears of each hold-up above `ALERT_MS`, in milliseconds. */
  readonly alert: (lagMs: number) => void
}

/** Watches whether the process gets to its work in time: what computes for long holds up everything else. */
export interface EventLoopMonitor {
  /** The longest hold-up of the last minute, in whole milliseconds. */
  worstLagMs(): number
  stop(): void
}

const TICK_MS = 500
const WINDOW_TICKS = 120
/** Far above what the server does at its busiest, far below the patience of a client (40 s). */
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

/** On the timers of this process, which they do not keep alive. */
export function setUnrefInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

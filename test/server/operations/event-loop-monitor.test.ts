import { describe, expect, it } from 'vitest'
import { ALERT_MS, createEventLoopMonitor } from '#server/operations/event-loop-monitor.ts'

/** A watchdog on a clock and timers of the test; `pass` lets a tick run so much later than it was due. */
function harness() {
  let time = 1_000
  let tick = () => {}
  let period = 0
  const alerts: number[] = []
  const watchdog = createEventLoopMonitor({
    clock: () => time,
    every: (ms, run) => {
      period = ms
      tick = run
      return () => (tick = () => {})
    },
    alert: (lagMs) => void alerts.push(lagMs),
  })
  const pass = (late = 0) => {
    time += period + late
    tick()
  }
  return { watchdog, alerts, pass, ticksOf: (ms: number) => Math.ceil(ms / period) }
}

describe('the event loop monitor', () => {
  it('[OP-12] BC-29 measures a lag of 5 s, alerts once, and drops it after a minute', () => {
    const { watchdog, alerts, pass, ticksOf } = harness()
    for (let n = 0; n < 3; n += 1) pass(2.4)
    expect([watchdog.worstLagMs(), alerts]).toEqual([2, []])
    pass(5_000)
    expect([watchdog.worstLagMs(), alerts]).toEqual([5_000, [5_000]])
    for (let n = 1; n < ticksOf(60_000); n += 1) pass()
    expect(watchdog.worstLagMs()).toBe(5_000)
    pass()
    expect([watchdog.worstLagMs(), alerts]).toEqual([0, [5_000]])
  })

  it('[OP-12] only measures shorter lags; does nothing once stopped', () => {
    const { watchdog, alerts, pass } = harness()
    pass(ALERT_MS - 1)
    expect([watchdog.worstLagMs(), alerts]).toEqual([ALERT_MS - 1, []])
    watchdog.stop()
    pass(5_000)
    expect([watchdog.worstLagMs(), alerts]).toEqual([ALERT_MS - 1, []])
  })
})

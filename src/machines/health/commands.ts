import { HEALTH } from '#contract/limits.ts'
import type { HealthActor } from './machine.ts'
import type { HealthTestReport } from './tests.ts'

/** What may be asked of the proxy health monitor. */
export interface HealthCommands {
  /** Has the health followed, every 10 s unless told otherwise; returns how to leave. Who comes first sets the pace. */
  readonly watch: (everyMs?: number) => () => void
  readonly refresh: () => void
  /**
   * Runs the five tests; while they run, everybody who asks gets the same report. Undefined when the session ended
   * meanwhile.
   */
  readonly runTests: () => Promise<HealthTestReport | undefined>
}

export const healthCommands = (actor: HealthActor): HealthCommands => ({
  watch(everyMs = HEALTH.pollMs) {
    const watcher = { everyMs }
    actor.send({ type: 'watch', watcher })
    return () => actor.send({ type: 'unwatch', watcher })
  },
  refresh: () => actor.send({ type: 'refresh' }),
  runTests: () =>
    new Promise((resolve) => {
      const subscription = actor.on('tested', ({ report }) => {
        subscription.unsubscribe()
        resolve(report)
      })
      actor.send({ type: 'test' })
    }),
})

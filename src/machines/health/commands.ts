import { HEALTH } from '#contract/limits.ts'
import type { HealthActor } from './machine.ts'
import type { HealthTestReport } from './health-tests.ts'

/** Commands of the proxy health monitor. */
export interface HealthCommands {
  /**
   * Adds a watcher, polling every 10 s by default; returns a function that removes it. The first watcher sets the
   * interval.
   */
  readonly watch: (everyMs?: number) => () => void
  readonly refresh: () => void
  /** Runs the five tests; callers while they run share one report. Undefined if the session ended meanwhile. */
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

import type { ProxyConsumption, ProxyHealth, ProxyStatus } from '#contract/proxy.ts'
import type { Result } from '#src/lib/result.ts'
import type { HealthReport, HealthTestReport } from './health-tests.ts'
import { HEALTH } from '#contract/limits.ts'
import type { HealthActor } from './machine.ts'

/** Response of /health, which a 503 carries too. */
export interface ProxyVitals {
  readonly status: string
  readonly redis_connection: ProxyHealth['redis_connection']
  /** Why the server as a whole is not healthy. */
  readonly errors?: readonly string[] | undefined
}

export interface ProxySystem {
  readonly status: string
  readonly version?: string | undefined
  readonly config?:
    | { readonly [Field in keyof ProxyStatus['config']]?: ProxyStatus['config'][Field] | undefined }
    | undefined
}

export interface ProxyAnalyticsHealth {
  readonly status?: string | undefined
}

type Query<T> = (signal: AbortSignal) => Promise<Result<T>>

/** Calls of the stream-proxy that report its health. None rejects. */
export interface ProxyApi {
  readonly vitals: Query<ProxyVitals>
  readonly system: Query<ProxySystem>
  readonly consumption: Query<ProxyConsumption>
  readonly analytics: Query<ProxyAnalyticsHealth>
  readonly streams: Query<readonly string[]>
}

/** Ports of the health monitor. */
export interface HealthPorts {
  readonly api: ProxyApi
  /** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}

/** A watcher, compared by identity. */
export interface Watcher {
  readonly everyMs: number
}

/** An error; `at` is unix ms. */
export interface HealthError {
  readonly at: number
  readonly text: string
}

export interface HealthContext {
  /** In order of arrival: the first sets the polling interval. */
  readonly watchers: readonly Watcher[]
  /** Start of the last poll, unix ms. */
  readonly startedAt: number
  /** Report of the last successful poll; retained when a later one fails. */
  readonly report: HealthReport | undefined
  /** Why the last poll failed; undefined if it succeeded. */
  readonly failure: string | undefined
  /** Oldest first, the last 5. */
  readonly errors: readonly HealthError[]
  readonly testReport: HealthTestReport | undefined
}

export type HealthEvent =
  | { readonly type: 'watch' | 'unwatch'; readonly watcher: Watcher }
  | { readonly type: 'refresh' | 'test' | 'session.changed' }

/** Emitted when the tests have run; without a report when the session ended meanwhile. */
export interface Tested {
  readonly type: 'tested'
  readonly report: HealthTestReport | undefined
}

/** Cleared between users. */
export const CLEARED = { report: undefined, failure: undefined, errors: [], testReport: undefined } as const
export const INITIAL_CONTEXT: HealthContext = { watchers: [], startedAt: 0, ...CLEARED }

/** Commands of the proxy health monitor. */
interface HealthCommands {
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

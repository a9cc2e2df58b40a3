import type { HealthTestReport } from './health-tests.ts'
import type { HealthReport } from './report.ts'

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

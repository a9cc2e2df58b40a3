import { HEALTH } from '#contract/limits.ts'
import type { Result } from './ports.ts'
import { healthIssuesOf, type HealthReport } from './report.ts'
import { healthTestFailure, type HealthTestReport } from './tests.ts'

/** Somebody who wants the health followed; known by identity. */
export interface Watcher {
  readonly everyMs: number
}

/** Something that was wrong, in words, and when (unix ms). */
export interface HealthError {
  readonly at: number
  readonly text: string
}

export interface HealthContext {
  /** In the order they came: the first sets the pace. */
  readonly watchers: readonly Watcher[]
  /** When the newest look began, unix ms. */
  readonly startedAt: number
  /** The last good look; kept when a later one fails. */
  readonly report: HealthReport | undefined
  /** Why the newest look brought nothing; undefined when it did. */
  readonly failure: string | undefined
  /** Oldest first, the last 5. */
  readonly errors: readonly HealthError[]
  readonly testReport: HealthTestReport | undefined
}

export type HealthEvent =
  | { readonly type: 'watch' | 'unwatch'; readonly watcher: Watcher }
  | { readonly type: 'refresh' | 'test' | 'session.changed' }

/** Told when the tests have run; without a report when whoever asked has left meanwhile. */
export interface Tested {
  readonly type: 'tested'
  readonly report: HealthTestReport | undefined
}

/** What one person saw, and the next must not. */
export const CLEARED = { report: undefined, failure: undefined, errors: [], testReport: undefined } as const

const withErrors = (errors: readonly HealthError[], at: number, texts: readonly string[]): readonly HealthError[] =>
  [...errors, ...texts.map((text) => ({ at, text }))].slice(-HEALTH.maxErrors)

/** After a look: a failure keeps the last good one. */
export function withResult(
  { errors }: HealthContext,
  result: Result<HealthReport>,
  at: number,
): Partial<HealthContext> {
  if (!result.ok) return { failure: result.error, errors: withErrors(errors, at, [result.error]) }
  return { report: result.value, failure: undefined, errors: withErrors(errors, at, healthIssuesOf(result.value)) }
}

export function withTestReport(
  { errors }: HealthContext,
  report: HealthTestReport,
  at: number,
): Partial<HealthContext> {
  const failure = healthTestFailure(report)
  return { testReport: report, errors: failure === undefined ? errors : withErrors(errors, at, [failure]) }
}

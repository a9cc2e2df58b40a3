import { HEALTH } from '#contract/limits.ts'
import type { Answer } from './ports.ts'
import { troublesOf, type HealthReading } from './report.ts'
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
  readonly reading: HealthReading | undefined
  /** Why the newest look brought nothing; undefined when it did. */
  readonly failure: string | undefined
  /** Oldest first, the last 5. */
  readonly errors: readonly HealthError[]
  readonly report: HealthTestReport | undefined
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
export const FORGOTTEN = { reading: undefined, failure: undefined, errors: [], report: undefined } as const

const withErrors = (held: readonly HealthError[], at: number, texts: readonly string[]): readonly HealthError[] =>
  [...held, ...texts.map((text) => ({ at, text }))].slice(-HEALTH.maxErrors)

/** After a look: a failure keeps the last good one. */
export function withAnswer(
  { errors }: HealthContext,
  answer: Answer<HealthReading>,
  at: number,
): Partial<HealthContext> {
  if (!answer.ok) return { failure: answer.error, errors: withErrors(errors, at, [answer.error]) }
  return { reading: answer.value, failure: undefined, errors: withErrors(errors, at, troublesOf(answer.value)) }
}

export function withReport({ errors }: HealthContext, report: HealthTestReport, at: number): Partial<HealthContext> {
  const failure = healthTestFailure(report)
  return { report, errors: failure === undefined ? errors : withErrors(errors, at, [failure]) }
}

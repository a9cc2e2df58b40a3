import { SIGN_IN } from '#contract/limits.ts'

/** Failures counted for a key. Times in unix milliseconds. */
export interface FailureCounter {
  readonly failures: number
  readonly windowStartedAt: number
  readonly blockedUntil: number | undefined
}

/** The counter including this attempt, or how long to wait. A rejected attempt is not counted. */
export type CountResult = { readonly counted: FailureCounter } | { readonly waitMs: number }

const newCounter = (now: number): FailureCounter => ({ failures: 0, windowStartedAt: now, blockedUntil: undefined })

/**
 * Counts an attempt on one account from one address before its outcome is known: the tenth failure within 15 minutes blocks
 * for 1 minute, later ones for 2, 4, 8, then 15. Resets after 15 minutes without failures.
 */
export function countWithBackoff(stored: FailureCounter | undefined, now: number): CountResult {
  const counter = stored && !isOver(stored, now) ? stored : newCounter(now)
  if (counter.blockedUntil !== undefined && counter.blockedUntil > now) return { waitMs: counter.blockedUntil - now }
  const failures = counter.failures + 1
  const excess = failures - SIGN_IN.freeFailures
  const blockMs = Math.min(SIGN_IN.backoffBaseMs * 2 ** excess, SIGN_IN.backoffCapMs)
  return { counted: { ...counter, failures, blockedUntil: excess < 0 ? undefined : now + blockMs } }
}

const isOver = ({ windowStartedAt, blockedUntil }: FailureCounter, now: number): boolean =>
  now >= (blockedUntil ?? windowStartedAt) + SIGN_IN.windowMs

/** Counts an attempt against a fixed limit per window. */
export function countInWindow(
  stored: FailureCounter | undefined,
  now: number,
  max: number,
  windowMs: number,
): CountResult {
  const counter = stored && now < stored.windowStartedAt + windowMs ? stored : newCounter(now)
  if (counter.failures >= max) return { waitMs: counter.windowStartedAt + windowMs - now }
  return { counted: { ...counter, failures: counter.failures + 1 } }
}

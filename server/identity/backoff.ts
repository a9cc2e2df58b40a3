import { SIGN_IN } from '#contract/limits.ts'

/** Failures held against a key. Times in unix milliseconds. */
export interface FailureCounter {
  readonly failures: number
  readonly windowStartedAt: number
  readonly blockedUntil: number | undefined
}

/** Either the counter with one more attempt on it, or how long to wait. A refused attempt changes nothing. */
export type CountResult = { readonly counted: FailureCounter } | { readonly waitMs: number }

const newCounter = (now: number): FailureCounter => ({ failures: 0, windowStartedAt: now, blockedUntil: undefined })

/**
 * Counts an attempt on one account from one address, before it is known to fail: the tenth failure within 15 minutes blocks
 * for 1 minute, each later one for 2, 4, 8, then 15. Forgotten after 15 minutes of peace.
 */
export function countWithBackoff(stored: FailureCounter | undefined, now: number): CountResult {
  const counter = stored && !isOver(stored, now) ? stored : newCounter(now)
  if (counter.blockedUntil !== undefined && counter.blockedUntil > now) return { waitMs: counter.blockedUntil - now }
  const failures = counter.failures + 1
  const beyond = failures - SIGN_IN.freeFailures
  const blockMs = Math.min(SIGN_IN.backoffBaseMs * 2 ** beyond, SIGN_IN.backoffCapMs)
  return { counted: { ...counter, failures, blockedUntil: beyond < 0 ? undefined : now + blockMs } }
}

const isOver = ({ windowStartedAt, blockedUntil }: FailureCounter, now: number): boolean =>
  now >= (blockedUntil ?? windowStartedAt) + SIGN_IN.windowMs

/** Counts an attempt against a plain ceiling per window. */
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

import { SESSION } from '#contract/limits.ts'
import { clampDelay } from '../clamp-delay.ts'

/** When to renew a token: 5 minutes before expiry or, for short lifetimes, after half of it but at least 30 s. */
export function refreshAtOf(now: number, expiresAt: number): number {
  const left = expiresAt - now
  if (left < SESSION.shortLifeS * 1000) return now + Math.max(SESSION.shortRefreshMinMs, left / 2)
  return expiresAt - SESSION.refreshBeforeMs
}

/** Delay until the clock is checked again; capped by the idle check interval, in case the clock is changed. */
export const untilCheck = (now: number, due: number): number => clampDelay(Math.min(due - now, SESSION.idleCheckMs))

/** Delay before the next refresh after `attempts` unanswered ones. */
export const retryDelay = (attempts: number): number =>
  Math.min(SESSION.refreshRetryBaseMs * 2 ** Math.max(0, attempts - 1), SESSION.refreshRetryCapMs)

/** Idle time by the wall clock. A timestamp in the future (the clock was set back) counts as now. */
export const idleFor = (now: number, lastActivity: number): number => Math.max(0, now - lastActivity)

/** Whether to stop retrying an unanswered refresh: the token has expired and the grace period is over. */
export const refreshExpired = (now: number, expiresAt: number, unansweredSince: number): boolean =>
  now >= expiresAt && now - unansweredSince >= SESSION.unansweredGraceMs

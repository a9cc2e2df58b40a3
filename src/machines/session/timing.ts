import { MAX_TIMER_MS, SESSION } from '#contract/limits.ts'

/** When a token is to be renewed: 5 minutes early, or for short lives at the later of 30 s and half the life. */
export function refreshAtOf(now: number, expiresAt: number): number {
  const left = expiresAt - now
  if (left < SESSION.shortLifeS * 1000) return now + Math.max(SESSION.shortRefreshMinMs, left / 2)
  return expiresAt - SESSION.refreshBeforeMs
}

/** Delay until the next look at the clock: never late by more than the idle check when the clock is stepped. */
export const untilCheck = (now: number, due: number): number => clampDelay(Math.min(due - now, SESSION.idleCheckMs))

/** Wait before asking again after `attempts` refreshes without an answer. */
export const retryDelay = (attempts: number): number =>
  Math.min(SESSION.refreshRetryBaseMs * 2 ** Math.max(0, attempts - 1), SESSION.refreshRetryCapMs)

/** Idle time by the wall clock. A stamp from the future (the clock was set back) counts as now. */
export const idleFor = (now: number, lastActivity: number): number => Math.max(0, now - lastActivity)

/** True when an unanswered refresh is to be given up: the token has expired and enough time was given for an answer. */
export const refreshExpired = (now: number, expiresAt: number, unansweredSince: number): boolean =>
  now >= expiresAt && now - unansweredSince >= SESSION.unansweredGraceMs

/** Browser timers fire at once beyond 2^31-1 ms, so every computed delay passes here. */
export const clampDelay = (ms: number): number => Math.min(Math.max(0, ms), MAX_TIMER_MS)

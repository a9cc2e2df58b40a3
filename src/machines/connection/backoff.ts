import { CONNECTION, MAX_TIMER_MS } from '#contract/limits.ts'

/** Nominal wait before retry number `retry` (0 for the first): 1, 2, 4, 8, 16 s, capped at 30 s. */
export const nominalDelay = (retry: number): number =>
  Math.min(CONNECTION.retryCapMs, CONNECTION.retryBaseMs * 2 ** Math.max(0, retry))

/**
 * Wait before retry number `retry`, in ms. Jitter (`random` in [0, 1)) and the server's wish only ever add to the
 * nominal wait, so that nobody comes earlier than specified; the sum stays below the cap.
 */
export function retryDelay(retry: number, random: number, retryAfterMs = 0): number {
  const nominal = nominalDelay(retry)
  const jittered = nominal + nominal * CONNECTION.retryJitterShare * random
  return Math.min(CONNECTION.retryCapMs, Math.ceil(Math.max(jittered, retryAfterMs)))
}

/** How long the whole ladder of retries takes at its nominal pace, in ms: 31 s. */
export const LADDER_MS = Array.from({ length: CONNECTION.maxAttempts }, (_, retry) => nominalDelay(retry)).reduce(
  (sum, delay) => sum + delay,
  0,
)

/** The moments (unix ms) of the last connects, oldest first, with this one; no more than the ceiling counts. */
export const withConnect = (connects: readonly number[], now: number): readonly number[] =>
  [...connects, now].slice(-CONNECTION.maxConnects)

/** How long to wait, in ms, until another connect stays below the ceiling; 0 when it already does. */
export function connectLimitWait(connects: readonly number[], now: number): number {
  const oldest = connects.at(-CONNECTION.maxConnects)
  if (oldest === undefined) return 0
  // A clock that was set back would put the oldest connect into the future and the wait beyond the window.
  return Math.min(CONNECTION.maxConnectsWindowMs, Math.max(0, oldest + CONNECTION.maxConnectsWindowMs - now))
}

/** A delay that timers take: beyond their limit they would fire at once. */
export const clampDelay = (delay: number): number => Math.min(MAX_TIMER_MS, Math.max(0, delay))

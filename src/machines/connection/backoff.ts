import { CONNECTION } from '#contract/limits.ts'

/** Nominal wait before retry number `retry` (0 for the first): 1, 2, 4, 8, 16 s, capped at 30 s. */
const nominalDelay = (retry: number): number =>
  Math.min(CONNECTION.retryCapMs, CONNECTION.retryBaseMs * 2 ** Math.max(0, retry))

/**
 * Wait before retry number `retry`, in ms. Jitter (`random` in [0, 1)) and the delay that the server asks for only add
 * to the nominal wait, so that no retry comes earlier than specified; the sum is capped.
 */
export function retryDelay(retry: number, random: number, retryAfterMs = 0): number {
  const nominal = nominalDelay(retry)
  const jittered = nominal + nominal * CONNECTION.retryJitterShare * random
  return Math.min(CONNECTION.retryCapMs, Math.ceil(Math.max(jittered, retryAfterMs)))
}

/** Nominal duration of all retries together, in ms: 31 s. */
export const LADDER_MS = Array.from({ length: CONNECTION.maxAttempts }, (_, retry) => nominalDelay(retry)).reduce(
  (sum, delay) => sum + delay,
  0,
)

/** Times (unix ms) of the last connects, oldest first, including this one; limited to what the connect limit counts. */
export const withConnect = (connects: readonly number[], now: number): readonly number[] =>
  [...connects, now].slice(-CONNECTION.maxConnects)

/** Wait in ms until the connect limit allows another connect; 0 when it does now. */
export function connectLimitWait(connects: readonly number[], now: number): number {
  const oldest = connects.at(-CONNECTION.maxConnects)
  if (oldest === undefined) return 0
  // After the clock was set back, the oldest connect would be in the future and the wait longer than the window.
  return Math.min(CONNECTION.maxConnectsWindowMs, Math.max(0, oldest + CONNECTION.maxConnectsWindowMs - now))
}

import { MAX_TIMER_MS } from '#contract/limits.ts'

/** Limits a delay in ms to what timers support; beyond that they would fire at once. */
export const clampDelay = (ms: number): number => Math.min(Math.max(0, ms), MAX_TIMER_MS)

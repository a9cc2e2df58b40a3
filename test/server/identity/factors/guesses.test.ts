import { describe, expect, it } from 'vitest'
import { FACTORS } from '#contract/limits.ts'
import { countGuess, type GuessCounters } from '#server/identity/factors/guesses.ts'

const START = Date.UTC(2026, 0, 5)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Guesses without a pause from `start` on; returns how many are looked at. */
function guess(times: number, everyMs: number): number {
  let counters: GuessCounters | undefined
  let looked = 0
  for (let index = 0; index < times; index += 1) {
    const admission = countGuess(counters, START + index * everyMs)
    if ('waitMs' in admission) continue
    counters = admission.counted
    looked += 1
  }
  return looked
}

describe('guessing codes', () => {
  it('[ID-74] of 10,000 guesses at once ten are looked at', () => {
    expect(guess(10_000, 0)).toBe(10)
  })

  it('[ID-74] of 10,000 guesses in a day fifty are', () => {
    expect(guess(10_000, DAY_MS / 10_000)).toBe(FACTORS.guessesPerDay)
  })

  it('[ID-74] of 10,000 guesses, one a minute for a week, fifty a day are', () => {
    expect(guess(10_000, MINUTE_MS)).toBe(7 * FACTORS.guessesPerDay)
  })

  it('[ID-74] waiting until the counter is forgotten gains nothing over a day', () => {
    expect(guess(10_000, 16 * MINUTE_MS) / ((10_000 * 16 * MINUTE_MS) / DAY_MS)).toBeLessThanOrEqual(
      FACTORS.guessesPerDay + 1,
    )
  })
})

import { describe, expect, it } from 'vitest'
import { FEATURES, type LevelFeatures } from '#server/analysis/levels/features.ts'
import {
  holdProbability,
  logOddsOf,
  logOddsOfScore,
  strengthOf,
  strengthScore,
} from '#server/analysis/levels/strength.ts'

const NONE: LevelFeatures = { edge: 0, reversed: 0, contested: 0, chop: 0, volume: 0, stale: 0, round: 0, reaction: 0 }
const VOLATILITY = { price: 100, hourlyRange: 1, fiveMinuteRange: 0.3 }

describe('strength of a level', () => {
  it('[AN-13] rises for reversed and contested levels and falls with every other feature', () => {
    const change = (name: keyof LevelFeatures) => Math.sign(logOddsOf({ ...NONE, [name]: 1 }) - logOddsOf(NONE))
    expect(Object.fromEntries(FEATURES.map((name) => [name, change(name)]))).toEqual({
      edge: -1,
      reversed: 1,
      contested: 1,
      chop: -1,
      volume: -1,
      stale: -1,
      round: -1,
      reaction: -1,
    })
  })

  it('[AN-13] maps log-odds to a rising score from 0 to 1, and back', () => {
    const odds = Array.from({ length: 61 }, (_, i) => -3 + i / 10)
    const scores = odds.map(strengthScore)
    expect(scores[0]).toBe(0)
    expect(scores.at(-1)).toBe(1)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    for (const score of [0.05, 0.33, 0.5, 0.9, 1]) expect(strengthScore(logOddsOfScore(score))).toBeCloseTo(score, 9)
  })

  it('[AN-13] starts classes at 0.33, 0.66 and 0.9', () => {
    expect([0, 0.32, 0.33, 0.65, 0.66, 0.89, 0.9, 1].map(strengthOf)).toEqual([
      'Weak',
      'Weak',
      'Moderate',
      'Moderate',
      'Strong',
      'Strong',
      'Critical',
      'Critical',
    ])
  })

  it('[AN-14] computes a valid hold probability that rises with the log-odds, even in a flat market', () => {
    const probabilities = [-1, -0.5, 0, 0.5].map((odds) => holdProbability(odds, VOLATILITY))
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b))
    for (const p of [...probabilities, holdProbability(0, { price: 1e8, hourlyRange: 1e-9, fiveMinuteRange: 0 })]) {
      expect(p).toBeGreaterThan(0)
      expect(p).toBeLessThan(1)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { FEATURES, type LevelFeatures } from '#server/analysis/levels/features.ts'
import { holdProbability, logOddsOf, strengthOf, strengthScore } from '#server/analysis/levels/tracker.ts'

const NONE: LevelFeatures = { reversed: 0, contested: 0, crossed: 0, reaction: 0, approach: 0 }

describe('strength of a level', () => {
  it('[AN-13] rises with every feature but the reaction of its pivots', () => {
    const change = (name: keyof LevelFeatures) => Math.sign(logOddsOf({ ...NONE, [name]: 1 }) - logOddsOf(NONE))
    expect(Object.fromEntries(FEATURES.map((name) => [name, change(name)]))).toEqual({
      reversed: 1,
      contested: 1,
      crossed: 1,
      reaction: -1,
      approach: 1,
    })
  })

  it('[AN-13] maps log-odds to a rising score from 0 to 1', () => {
    const odds = Array.from({ length: 61 }, (_, i) => -3 + i / 10)
    const scores = odds.map(strengthScore)
    expect(scores[0]).toBe(0)
    expect(scores.at(-1)).toBe(1)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(strengthScore(-0.123)).toBeCloseTo(0.5, 9)
    expect(strengthScore(-0.106)).toBeCloseTo(0.55, 9)
  })

  it('[AN-13] starts classes at 0.33 and 0.66', () => {
    expect([0, 0.32, 0.33, 0.65, 0.66, 1].map(strengthOf)).toEqual([
      'Weak',
      'Weak',
      'Moderate',
      'Moderate',
      'Strong',
      'Strong',
    ])
  })

  it('[AN-14] computes a hold probability that rises with the log-odds far from the price, and less so near it', () => {
    const probabilities = [-9, -1, -0.5, 0, 0.5, 9].map((logOdds) => holdProbability(logOdds, 1))
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b))
    expect(holdProbability(-0.2, 1)).toBeCloseTo(0.5, 2)
    expect(holdProbability(0.5, 0)).toBe(holdProbability(-0.5, 0))
  })

  it('[AN-14] computes that a level which the price is about to touch breaks more often', () => {
    const probabilities = [0, 0.05, 0.1, 0.25, 1].map((distance) => holdProbability(0, distance))
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b))
    expect(probabilities[0]).toBeCloseTo(0.45, 2)
    for (const probability of probabilities) {
      expect(probability).toBeGreaterThan(0)
      expect(probability).toBeLessThan(1)
    }
  })
})

import { describe, expect, it } from 'vitest'
import type { Pivot } from '#server/analysis/levels/pivots.ts'
import { levelPayload, type LevelContext } from '#server/analysis/levels/payload.ts'
import { holdProbability, type GradedLevel } from '#server/analysis/levels/tracker.ts'

const NOW = 1_560_038_400
const HOUR = 3_600
const CONTEXT: LevelContext = {
  now: NOW,
  price: 100,
  hourlyRange: 10,
  typicalHourlyRange: 5,
  coverage: 0.9,
  touchProbability: () => 0.4,
}

const pivot = (over: Partial<Pivot>): Pivot => ({
  timeframe: 'M5',
  side: 'low',
  time: NOW - HOUR,
  price: 100,
  relativeVolume: 2,
  volumePerMinute: 4,
  reaction: 1,
  ...over,
})
const level = (role: GradedLevel['role'], price: number, pivots: readonly Pivot[], score = 0.5): GradedLevel => ({
  role,
  zone: { price, bottom: price - 1, top: price + 1, pivots },
  visits: {
    ended: [
      { end: NOW - 2 * HOUR, crossed: false },
      { end: NOW - HOUR, crossed: true },
    ],
    lastContact: NOW - HOUR,
  },
  grade: {
    features: { reversed: 0, contested: 0, crossed: 0, reaction: 0, approach: 0 },
    score,
    strength: 'Moderate',
    logOdds: 0.2,
  },
})

describe('published levels', () => {
  const reliability = (holdProbability(0.2, 0.2) + holdProbability(0.2, 0.3)) / 2
  const old = pivot({ timeframe: 'H1', time: NOW - 100 * HOUR, relativeVolume: 0.5, volumePerMinute: 2 })
  const set = levelPayload(
    [level('support', 98, [old, pivot({})]), level('resistance', 103, [pivot({ relativeVolume: 1 })])],
    CONTEXT,
  )

  it('[AN-15] publishes the zone, touches, age, volume and timeframes of a level', () => {
    expect(set.support_levels).toEqual([
      {
        price: 98,
        zone_bottom: 97,
        zone_top: 99,
        strength: 'Moderate',
        strength_score: 0.5,
        hold_probability: holdProbability(0.2, 0.2),
        touch_probability: 0.4,
        touch_count: 3,
        last_touch_time: NOW - HOUR,
        volume_confirmation: false,
        avg_touch_volume: 3,
        age_hours: 100,
        timeframe_alignment: ['M5', 'H1'],
      },
    ])
    expect(set.resistance_levels.map(({ price, touch_count }) => ({ price, touch_count }))).toEqual([
      { price: 103, touch_count: 2 },
    ])
  })

  it('[AN-15] summarizes its levels', () => {
    const { summary, confidence, total_levels, dominant_timeframe, errors } = set
    expect({ total_levels, dominant_timeframe, errors }).toEqual({
      total_levels: 2,
      dominant_timeframe: 'H1',
      errors: [],
    })
    expect(confidence).toEqual({
      sample_size: 0.05,
      data_quality: 0.9,
      volatility_adjustment: 0.5,
      age_factor: Math.exp(-1 / 24),
      historical_reliability: reliability,
      volume_confirmation_ratio: 0,
    })
    const factors = [0.05, 0.5, Math.exp(-1 / 24), reliability, 0]
    expect(summary.overall_confidence).toBeCloseTo((0.9 * factors.reduce((a, b) => a + b)) / 5, 12)
    expect(summary.alignment_score).toBeCloseTo((2 / 6 + 1 / 6) / 2, 12)
    expect(summary.strength_score).toBe(0.5)
  })

  it('[AN-15] publishes at most twelve levels per side, nearest first', () => {
    const many = Array.from({ length: 30 }, (_, i) => level('support', 99 - i, [pivot({})]))
    expect(levelPayload(many, CONTEXT).support_levels.map(({ price }) => price)).toEqual(
      Array.from({ length: 12 }, (_, i) => 99 - i),
    )
  })

  it('[AN-16] zeroes and reports all parts without levels', () => {
    const { errors, summary, total_levels } = levelPayload([], CONTEXT)
    expect(errors.map(({ code }) => code)).toEqual(['missing_level_arrays', 'invalid_summary', 'invalid_confidence'])
    expect(summary).toEqual({ overall_confidence: 0, alignment_score: 0, strength_score: 0 })
    expect(total_levels).toBe(0)
  })
})

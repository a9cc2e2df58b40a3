import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { featuresOf, lastHoursMove, visitsTo, type LevelInput, type Role } from '#server/analysis/levels/features.ts'
import type { Zone } from '#server/analysis/levels/zones.ts'

const NOW = 1_560_038_400
const five = (hoursAgo: number, low: number, high: number): Candle => ({
  timestamp: NOW - hoursAgo * 3_600,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
})
const zone = (price: number, lastTurnHoursAgo: number): Zone => ({
  price,
  bottom: price,
  top: price,
  pivots: [
    {
      timeframe: 'M5',
      side: 'low',
      time: NOW - lastTurnHoursAgo * 3_600,
      price,
      relativeVolume: 1,
      volumePerMinute: 1,
      reaction: 2,
    },
  ],
})
const view = (fives: readonly Candle[]): LevelInput => ({
  now: NOW,
  hourlyRange: 1,
  fiveMinuteCandles: fives,
})
const read = (of: Zone, fives: readonly Candle[], role: Role = 'support') => {
  const seen = view(fives)
  return featuresOf(of, role, visitsTo(of, seen), lastHoursMove(seen), seen)
}

describe('features of a level', () => {
  it('[AN-13] marks a level as reversed when crossed since its last pivot, not before', () => {
    const crossing = [five(6, 101, 102), five(5, 98, 99)]
    const down = { ...five(5, 98, 102), close: 98 }
    expect(read(zone(100, 8), [crossing[0]!, down])).toMatchObject({ reversed: 1, contested: 1 })
    expect(read(zone(100, 2), [crossing[0]!, down])).toMatchObject({ reversed: 0, contested: 1 })
  })

  it('[AN-13] knows whether price crossed at the last visit or turned back', () => {
    const visit = (close: number) => [five(6, 101, 102), { ...five(5, 98, 102), close }]
    expect(read(zone(100, 8), visit(98)).crossed).toBe(1)
    expect(read(zone(100, 8), visit(102)).crossed).toBe(-1)
    expect(read(zone(100, 8), []).crossed).toBe(0)
  })

  it('[AN-13] takes the move of the last hour towards the level, in hourly ranges', () => {
    const closing = (secondsAgo: number, close: number) => ({ ...five(0, close, close), timestamp: NOW - secondsAgo })
    const approach = (role: Role, ...fives: Candle[]) => read(zone(100, 8), fives, role).approach
    expect(approach('support', closing(3_900, 104), closing(3_600, 99), closing(300, 102))).toBe(2)
    expect(approach('resistance', closing(3_900, 104), closing(3_600, 99), closing(300, 102))).toBe(-2)
    expect(approach('support', closing(3_900, 112), closing(300, 102))).toBe(3)
    expect(approach('support', closing(3_600, 112), closing(300, 102))).toBe(0)
    expect(approach('support')).toBe(0)
  })

  it('[AN-13] takes the largest reaction of its pivots', () => {
    expect(read(zone(100, 8), []).reaction).toBeCloseTo(Math.log(2), 6)
  })
})

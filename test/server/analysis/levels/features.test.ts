import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { edgesOf, featuresOf, isRound, visitsTo, type LevelInput } from '#server/analysis/levels/features.ts'
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
const zone = (price: number, lastTurnHoursAgo: number, volumes: readonly (number | undefined)[] = [1]): Zone => ({
  price,
  bottom: price,
  top: price,
  pivots: volumes.map((relativeVolume, i) => ({
    timeframe: 'M5',
    side: 'low',
    time: NOW - (lastTurnHoursAgo + volumes.length - 1 - i) * 3_600,
    price,
    relativeVolume,
    volumePerMinute: 1,
    reaction: 2,
  })),
})
const view = (fives: readonly Candle[]): LevelInput => ({
  now: NOW,
  hourlyRange: 1,
  fiveMinuteRange: 0.3,
  fiveMinuteCandles: fives,
})
const read = (of: Zone, fives: readonly Candle[]) => {
  const seen = view(fives)
  return featuresOf(of, 'support', visitsTo(of, seen), edgesOf(seen), seen)
}

describe('features of a level', () => {
  it('[AN-13] counts the windows of 12, 24 and 48 hours without trades beyond an edge', () => {
    const edge = (fives: readonly Candle[]) => read(zone(100, 1), fives).edge
    expect(edge([five(60, 90, 91), five(50, 101, 102)])).toBe(3)
    expect(edge([five(30, 99, 102), five(5, 101, 102)])).toBe(2)
    expect(edge([five(20, 99, 102), five(5, 101, 102)])).toBe(1)
    expect(edge([five(5, 99, 102)])).toBe(0)
  })

  it('[AN-13] tolerates less than a quarter of the hourly range beyond an edge', () => {
    expect(read(zone(100, 1), [five(5, 99.8, 102)]).edge).toBe(3)
  })

  it('[AN-13] marks a level as reversed when crossed since its last pivot, not before', () => {
    const crossing = [five(6, 101, 102), five(5, 98, 99)]
    const down = { ...five(5, 98, 102), close: 98 }
    expect(read(zone(100, 8), [crossing[0]!, down])).toMatchObject({ reversed: 1, contested: 1 })
    expect(read(zone(100, 2), [crossing[0]!, down])).toMatchObject({ reversed: 0, contested: 1 })
  })

  it('[AN-13] marks a level as stale after five hours without contact', () => {
    expect(read(zone(100, 8), [five(6, 99, 101)]).stale).toBe(1)
    expect(read(zone(100, 8), [five(4, 99, 101)]).stale).toBe(0)
    expect(read(zone(100, 8), []).stale).toBe(1)
  })

  it('[AN-13] takes the relative volume of its pivots, 1 when unknown', () => {
    expect(read(zone(100, 1, [2, 4]), []).volume).toBeCloseTo(Math.log(3.01), 9)
    expect(read(zone(100, 1, [undefined]), []).volume).toBeCloseTo(Math.log(1.01), 9)
  })

  it.each([
    [8_500, true],
    [8_505, true],
    [8_550, false],
    [0.31, true],
    [0.3156, false],
    [1e-8, true],
  ])('[AN-13] %d is a round number: %s', (price, round) => {
    expect(isRound(price)).toBe(round)
  })
})

import { describe, expect, it } from 'vitest'
import type { Timeframe } from '#contract/timeframes.ts'
import { createMarketView } from '#server/analysis/engine/market-view.ts'
import { hourlyRange, typicalHourlyRange } from '#server/analysis/engine/volatility.ts'

const START = 1_560_038_400
const HOUR_S = 3_600
const DAY_S = 86_400

/** A market view, and a function that adds candles of one range around 100, `every` seconds apart. */
function harness() {
  const view = createMarketView('BTCUSD', 'kraken')
  const append = (timeframe: Timeframe, ranges: readonly number[], { every = 60, volume = 1, from = START } = {}) => {
    for (const [i, range] of ranges.entries()) {
      const [low, high] = [100 - range / 2, 100 + range / 2]
      view.append(timeframe, { timestamp: from + i * every, open: 100, high, low, close: 100, volume })
    }
  }
  return { ...view, append }
}
const times = (count: number, range: number) => Array.from({ length: count }, () => range)

describe('market volatility', () => {
  it('[AN-11] takes the hourly range from the coarsest available timeframe, scaled by the square root of time', () => {
    const { timeframes, append } = harness()
    expect(hourlyRange(timeframes)).toBeUndefined()
    append('M5', times(15, 2))
    expect(hourlyRange(timeframes)).toBeCloseTo(2 * Math.sqrt(12))
    append('M15', times(15, 6))
    expect(hourlyRange(timeframes)).toBeCloseTo(6 * 2)
    append('H1', times(15, 7))
    expect(hourlyRange(timeframes)).toBeCloseTo(7)
  })

  it('computes the typical range over the last week only', () => {
    const { timeframes, append } = harness()
    expect(typicalHourlyRange(timeframes)).toBeUndefined()
    append('H1', [...times(200, 50), ...times(14 * 20, 2)])
    expect(typicalHourlyRange(timeframes)).toBeCloseTo(2, 2)
  })

  it('[AN-62] computes data quality from the minutes of the last day with trades', () => {
    const { coverageAt, append } = harness()
    append('M1', times(100, 1))
    append('M1', times(30, 1), { from: START + DAY_S })
    append('M1', times(20, 1), { from: START + DAY_S + HOUR_S, volume: 0 })
    expect(coverageAt(START + DAY_S + 2 * HOUR_S)).toBe(30 / 1_440)
    expect(coverageAt(START + DAY_S + 60 * 60)).toBe((40 + 30) / 1_440)
  })
})

import { describe, expect, it } from 'vitest'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { PIVOT_WIDTH } from '#server/analysis/levels/pivots.ts'
import { createLevelTracker } from '#server/analysis/levels/tracker.ts'

const TURN = 1_560_038_400
const HOUR_S = 3_600
const candle = (timestamp: number, low: number, high = low + 1) => ({
  timestamp,
  open: low,
  high,
  low,
  close: low,
  volume: 1,
})

/** Prices of the levels `age` seconds after a pivot at 50, with the given price and an hourly range of 10. */
function levelsAfter(timeframe: AnalysisTimeframe, age: number, price = 45) {
  const tracker = createLevelTracker()
  const width = PIVOT_WIDTH[timeframe]
  const around = Array.from({ length: 2 * width + 1 }, (_, i) =>
    candle(TURN + (i - width) * 60, 40 - Math.abs(i - width), i === width ? 50 : 41),
  )
  tracker.append(timeframe, around)
  const now = TURN + age
  tracker.redraw({ now, hourlyRange: 10, fiveMinuteCandles: [candle(now - 300, price)] })
  return tracker.around(price).map(({ zone }) => zone.top)
}

describe('levels of a pair', () => {
  it.each([
    ['M1', 12],
    ['M5', 3 * 24],
    ['M15', 7 * 24],
    ['H1', 21 * 24],
    ['H4', 60 * 24],
    ['D1', 180 * 24],
  ] as const)('[AN-10] a turn of %s is remembered for %i hours', (timeframe, hours) => {
    expect(levelsAfter(timeframe, hours * HOUR_S)).toContain(50)
    expect(levelsAfter(timeframe, hours * HOUR_S + 60)).not.toContain(50)
  })

  it('[AN-11] ignores pivots six hourly ranges away', () => {
    expect(levelsAfter('M1', HOUR_S, 109)).toContain(50)
    expect(levelsAfter('M1', HOUR_S, 110)).not.toContain(50)
  })

  it('[AN-11] has no levels without a range or a price', () => {
    const tracker = createLevelTracker()
    tracker.redraw({ now: TURN, hourlyRange: 0, fiveMinuteCandles: [candle(TURN, 45)] })
    expect(tracker.around(45)).toEqual([])
    tracker.redraw({ now: TURN, hourlyRange: 10, fiveMinuteCandles: [] })
    expect(tracker.around(45)).toEqual([])
  })
})

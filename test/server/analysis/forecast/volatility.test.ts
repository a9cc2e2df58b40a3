import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { createRangeAverage } from '#server/analysis/forecast/range-average.ts'
import { createVolatilityTracker, MEMORIES } from '#server/analysis/forecast/volatility.ts'
import { flat, historyOf, walk } from '#test/support/data/analysis.ts'

function stateAfter(minutes: readonly Candle[], scale = 1) {
  const tracker = createVolatilityTracker()
  for (const [timeframe, candles] of Object.entries(historyOf(minutes))) {
    for (const { timestamp, open, high, low, close, volume } of candles) {
      const scaled = {
        timestamp,
        open: open * scale,
        high: high * scale,
        low: low * scale,
        close: close * scale,
        volume,
      }
      tracker.append(timeframe as 'M1', scaled)
    }
  }
  return tracker.state()
}

describe('average of ranges', () => {
  it('[AN-90] weighs a value of one half-life ago half as much as a new one', () => {
    const average = createRangeAverage(10)
    expect(average.value()).toBeUndefined()
    average.add(4, 10)
    expect(average.value()).toBe(4)
    average.add(1, 10)
    expect(average.value()).toBeCloseTo((4 * 0.25 + 1 * 0.5) / 0.75, 12)
  })

  it('[AN-90] gives a value over two minutes the weight of two of one', () => {
    const [long, short] = [createRangeAverage(7), createRangeAverage(7)]
    for (const average of [long, short]) average.add(1, 1)
    long.add(3, 2)
    short.add(3, 1)
    short.add(3, 1)
    expect(long.value()).toBeCloseTo(short.value() ?? 0, 12)
  })
})

describe('volatility of the past', () => {
  it('[AN-90] is relative: the same for prices a thousand times as high', () => {
    const minutes = walk({ count: 600 })
    const [one, thousand] = [stateAfter(minutes), stateAfter(minutes, 1_000)]
    expect(one?.ratios).toHaveLength(MEMORIES.length)
    expect(thousand?.base).toBeCloseTo(one?.base ?? 0, 9)
    one?.ratios.forEach((ratio, i) => expect(thousand?.ratios[i]).toBeCloseTo(ratio, 9))
  })

  it('[AN-90] compares the last minutes with the day', () => {
    const calm = walk({ count: 600, step: 0.0005 })
    const last = calm.at(-1)
    const wild = walk({ count: 60, step: 0.002, price: last?.close ?? 1, start: (last?.timestamp ?? 0) + 60 })
    const [ratio] = stateAfter([...calm, ...wild])?.ratios ?? []
    expect(ratio).toBeGreaterThan(0.3)
  })

  it('[AN-94] is unknown before four hours and in a market that does not move', () => {
    expect(stateAfter(walk({ count: 240 }))).toBeUndefined()
    expect(stateAfter(walk({ count: 260 }))).toBeDefined()
    expect(stateAfter(flat(600, 100))).toBeUndefined()
  })

  it('[AN-94] limits what a market that has stopped moving is compared with', () => {
    const minutes = walk({ count: 600 })
    const last = minutes.at(-1)
    const stopped = flat(400, last?.close ?? 1, 1, (last?.timestamp ?? 0) + 60)
    expect(stateAfter([...minutes, ...stopped])?.ratios[0]).toBe(-2)
  })

  it('[AN-93] leaves out the candle after an outage of more than an hour', () => {
    const tracker = createVolatilityTracker()
    const minutes = walk({ count: 3 })
    const [one, two] = minutes
    if (!one || !two) throw new Error('no minutes')
    expect(tracker.append('M1', one)).toBe(true)
    expect(tracker.append('M1', two)).toBe(true)
    expect(tracker.append('M1', { ...two, timestamp: two.timestamp + 3_660 })).toBe(true)
    expect(tracker.append('M1', { ...two, timestamp: two.timestamp + 3 * 3_660 })).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import { createRangeAverage } from '#server/analysis/forecast/range-average.ts'
import { createVolatilityTracker, INPUTS } from '#server/analysis/forecast/volatility.ts'
import { flat, historyOf, walk, type WalkOptions } from '#test/support/data/analysis.ts'

function stateAfter(minutes: readonly Candle[], scale = 1) {
  const tracker = createVolatilityTracker()
  const history = historyOf(minutes)
  for (const timeframe of FORECAST_TIMEFRAMES) {
    for (const { timestamp, open, high, low, close, volume } of history[timeframe] ?? []) {
      const scaled = {
        timestamp,
        open: open * scale,
        high: high * scale,
        low: low * scale,
        close: close * scale,
        volume,
      }
      tracker.append(timeframe, scaled)
    }
  }
  return tracker.state('M1')
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
    expect(one?.inputs).toHaveLength(INPUTS)
    expect(thousand?.base).toBeCloseTo(one?.base ?? 0, 9)
    one?.inputs.forEach((input, i) => expect(thousand?.inputs[i]).toBeCloseTo(input, 9))
  })

  const afterDay = (step: number, over: Partial<WalkOptions> = {}) => {
    const calm = walk({ count: 600, step: 0.0005 })
    const last = calm.at(-1)
    const start = (last?.timestamp ?? 0) + 60
    const [longer = 0, hourly = 0, plain = 0, quarter = 0, hour = 0, day = 0, volume = 0] =
      stateAfter([...calm, ...walk({ count: 60, step, price: last?.close ?? 1, start, ...over })])?.inputs ?? []
    return { longer, hourly, plain, quarter, hour, day, volume }
  }

  it('[AN-90] compares the last candles with the day', () => {
    expect(afterDay(0.002).plain - afterDay(0.0005).plain).toBeGreaterThan(0.5)
    expect(afterDay(0.0005, { volume: 40 }).volume).toBeGreaterThan(0.5)
    expect(afterDay(0.0005, { volume: 0 }).volume).toBeLessThan(-2)
  })

  it('[AN-90] measures how far the price has gone, either way, whatever it did in between', () => {
    const minutes = walk({ count: 600, step: 0.0005 })
    const last = minutes.at(-1)
    const drift = (change: number) =>
      stateAfter([
        ...minutes,
        ...Array.from({ length: 30 }, (_, i) => {
          const open = (last?.close ?? 1) * (1 + change) ** i
          const close = open * (1 + change)
          const timestamp = (last?.timestamp ?? 0) + (i + 1) * 60
          return { timestamp, open, close, high: Math.max(open, close), low: Math.min(open, close), volume: 1 }
        }),
      ])?.inputs[3] ?? 0
    expect(drift(0.0005)).toBeGreaterThan(drift(0.0001) + 0.5)
    expect(drift(-0.0005)).toBeCloseTo(drift(0.0005), 1)
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
    expect(stateAfter([...minutes, ...stopped])?.inputs[2]).toBe(-2)
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

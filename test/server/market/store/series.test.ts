import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeries } from '#server/market/store/series.ts'
import { candleAt, T0_S } from '#test/support/server/market.ts'

describe('series', () => {
  it('[MK-6] behaves like an array that drops its oldest, below, at and above its capacity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 4_000 }), (capacity, count) => {
        const series = createSeries(capacity)
        const pushed = Array.from({ length: count }, (_, minute) => candleAt(minute * 2, 100 + minute))
        for (const candle of pushed) series.push(candle)
        const stored = pushed.slice(-capacity)
        expect(series.slice(0, Infinity)).toEqual(stored)
        expect(series.last()).toEqual(stored.at(-1))
        expect(series.at(stored.length)).toBeUndefined()
        for (const minute of [-1, 0, 1, count, count * 2]) {
          const sinceS = T0_S + minute * 60
          expect(series.indexFrom(sinceS)).toBe(stored.filter(({ timestamp }) => timestamp < sinceS).length)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('replaces all candles', () => {
    const series = createSeries(3)
    for (const minute of [0, 1, 2, 3]) series.push(candleAt(minute))
    series.replace([candleAt(7), candleAt(8)])
    series.push(candleAt(9))
    series.push(candleAt(10))
    expect(series.slice(0, 9)).toEqual([candleAt(8), candleAt(9), candleAt(10)])
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Series } from '#src/ui/charts/series.ts'
import { candle, candles } from '#test/support/data/candles.ts'

function seriesOf(count: number, capacity = 500) {
  const series = new Series(capacity)
  series.apply({ kind: 'reset', candles: candles(count) })
  return series
}

describe('[CH-3] applying the feed', () => {
  it('replaces the newest candle with a tick of the same time', () => {
    const series = seriesOf(3)
    const tick = candle(2, { close: 250 })
    expect(series.apply({ kind: 'tick', candle: tick })).toBe('replaced')
    expect(series.candles).toEqual([...candles(2), tick])
  })

  it('appends a later tick', () => {
    const series = seriesOf(3)
    expect(series.apply({ kind: 'tick', candle: candle(3) })).toBe('appended')
    expect(series.candles).toEqual([...candles(3), candle(3)])
    expect([series.first, series.last]).toEqual([0, 3])
  })

  it('ignores an older tick', () => {
    const series = seriesOf(3)
    expect(series.apply({ kind: 'tick', candle: candle(1, { close: 1 }) })).toBe('ignored')
    expect(series.candles).toEqual(candles(3))
  })

  it('keeps the newest candles of a window that is too long, without mutating it', () => {
    const window = candles(12)
    const series = new Series(10)
    series.apply({ kind: 'reset', candles: window })
    series.apply({ kind: 'tick', candle: candle(12) })
    expect(series.candles).toEqual([...candles(9, 3), candle(12)])
    expect(window).toEqual(candles(12))
  })

  it('accepts a tick as its first candle', () => {
    const series = new Series(10)
    expect(series.apply({ kind: 'tick', candle: candle(7) })).toBe('appended')
    expect(series.candles).toEqual([candle(7)])
  })

  it('equals a plain fold over all ticks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 }))), (ticks) => {
        const series = new Series(8)
        const plain: ReturnType<typeof candle>[] = []
        for (const [minute, close] of ticks) {
          const tick = candle(minute, { close })
          series.apply({ kind: 'tick', candle: tick })
          const last = plain.at(-1)
          if (last && tick.timestamp < last.timestamp) continue
          if (last?.timestamp === tick.timestamp) plain.pop()
          plain.push(tick)
        }
        expect(series.candles).toEqual(plain.slice(-8))
      }),
    )
  })
})

describe('[CH-4] slots', () => {
  it('are stable when the oldest candle is dropped', () => {
    const series = seriesOf(10, 10)
    const fifth = series.at(5)
    series.apply({ kind: 'tick', candle: candle(10) })
    expect([series.first, series.last]).toEqual([1, 10])
    expect(series.at(5)).toBe(fifth)
    expect(series.at(0)).toBeUndefined()
  })

  it('are stable when the window is refilled, shifted or with missing minutes restored', () => {
    const series = seriesOf(10)
    series.apply({ kind: 'reset', candles: candles(12, 2) })
    expect(series.at(9)?.timestamp).toBe(candle(9).timestamp)
    expect([series.first, series.last]).toEqual([2, 13])
  })

  it('restart with a window that has no candle in common', () => {
    const series = seriesOf(10)
    series.apply({ kind: 'reset', candles: candles(5, 100) })
    expect([series.first, series.last]).toEqual([0, 4])
  })
})

describe('[CH-5] missing minutes', () => {
  it('are counted before the candle that follows them', () => {
    const series = new Series(10)
    series.apply({ kind: 'reset', candles: [candle(0), candle(1), candle(5), candle(6)] })
    expect([0, 1, 2, 3].map((slot) => series.missingBefore(slot))).toEqual([0, 0, 3, 0])
  })
})

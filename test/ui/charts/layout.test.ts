import { describe, expect, it } from 'vitest'
import { visibleRange } from '#src/ui/charts/layout.ts'
import { Series } from '#src/ui/charts/series.ts'
import { candle } from '#test/support/data/candles.ts'

function seriesOf(list: readonly ReturnType<typeof candle>[]) {
  const series = new Series(500)
  series.apply({ kind: 'reset', candles: list })
  return series
}

describe('[CH-15] the range', () => {
  it('covers the candles in view with some padding', () => {
    const series = seriesOf([candle(0, { high: 900 }), candle(1, { high: 110, low: 90, volume: 4 }), candle(2)])
    expect(visibleRange(series, { from: 0.5, to: 2.5 })).toEqual({ low: 89, high: 111, volume: 4.2 })
  })

  it('covers the newest candle if none is in view', () => {
    const series = seriesOf([candle(0), candle(1, { high: 110, low: 90, volume: 4 })])
    expect(visibleRange(series, { from: 50, to: 90 })).toEqual({ low: 89, high: 111, volume: 4.2 })
  })

  it('has padding for a flat market and a scale without volume', () => {
    const series = seriesOf([candle(0, { volume: 0 }), candle(1, { volume: 0 })])
    expect(visibleRange(series, { from: 0, to: 1 })).toEqual({ low: 99.9, high: 100.1, volume: 1 })
  })

  it.each([1e-8, 1e-4, 1, 1e8])('is valid at %d, also without candles', (price) => {
    for (const list of [
      [],
      [candle(0, { close: price })],
      [candle(0, { close: price }), candle(1, { close: price * 2 })],
    ]) {
      const { low, high, volume } = visibleRange(seriesOf(list), { from: -1, to: 3 })
      expect(low).toBeLessThan(high)
      expect(volume).toBeGreaterThan(0)
    }
  })
})

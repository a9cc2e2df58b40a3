import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceTicks, rangeOf, timeTicks } from '#src/ui/charts/scale.ts'
import { Series } from '#src/ui/charts/series.ts'
import { candle, candles } from '#test/rig/candles.ts'

function seriesOf(list: readonly ReturnType<typeof candle>[]) {
  const series = new Series(500)
  series.fold({ kind: 'reset', candles: list })
  return series
}

describe('[CH-16] price labels', () => {
  it.each([
    [8_460, 8_560, 10, 1, [8460, 8470, 8480, 8490, 8500, 8510, 8520, 8530, 8540, 8550, 8560], 1],
    [0.9, 2.1, 6, 1, [1, 1.2, 1.4, 1.6, 1.8, 2], 1],
    [0, 4_800, 10, 1, [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500], 1],
    [8_500, 8_500.4, 8, 1, [8500, 8500.1, 8500.2, 8500.3, 8500.4], 1],
    [1e-8, 2e-8, 5, 1, [1e-8, 1.2e-8, 1.4e-8, 1.6e-8, 1.8e-8, 2e-8], 9],
    [-5, 10, 3, 0, [0, 5, 10], 0],
  ])('from %f to %f, about %i of them, %i decimals', (low, high, count, decimals, values, shown) => {
    const ticks = priceTicks(low, high, count, decimals)
    expect(ticks.values.map((value) => Number(value.toPrecision(12)))).toEqual(values)
    expect(ticks.decimals).toBe(shown)
  })

  it('are never more than asked for by much, never below zero, and differ in their decimals', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-8, max: 1e8, noNaN: true }),
        fc.double({ min: 1e-3, max: 3, noNaN: true }),
        fc.integer({ min: 2, max: 20 }),
        (low, share, count) => {
          const { values, decimals } = priceTicks(low, low * (1 + share), count, 1)
          expect(values.length).toBeLessThanOrEqual(count + 2)
          expect(values.every((value) => value >= 0 && Number.isFinite(value))).toBe(true)
          expect(new Set(values.map((value) => value.toFixed(decimals))).size).toBe(values.length)
        },
      ),
    )
  })
})

describe('[CH-15] the range', () => {
  it('is that of the candles in view, and a little more', () => {
    const series = seriesOf([candle(0, { high: 900 }), candle(1, { high: 110, low: 90, volume: 4 }), candle(2)])
    expect(rangeOf(series, { from: 0.5, to: 2.5 })).toEqual({ low: 89, high: 111, volume: 4.2 })
  })

  it('of a view without candles is that of the newest', () => {
    const series = seriesOf([candle(0), candle(1, { high: 110, low: 90, volume: 4 })])
    expect(rangeOf(series, { from: 50, to: 90 })).toEqual({ low: 89, high: 111, volume: 4.2 })
  })

  it('of a market that stands still has room on both sides, and volume that is none has a scale', () => {
    const series = seriesOf([candle(0, { volume: 0 }), candle(1, { volume: 0 })])
    expect(rangeOf(series, { from: 0, to: 1 })).toEqual({ low: 99.9, high: 100.1, volume: 1 })
  })

  it.each([1e-8, 1e-4, 1, 1e8])('is a range at %d, also without any candle', (price) => {
    for (const list of [
      [],
      [candle(0, { close: price })],
      [candle(0, { close: price }), candle(1, { close: price * 2 })],
    ]) {
      const { low, high, volume } = rangeOf(seriesOf(list), { from: -1, to: 3 })
      expect(low).toBeLessThan(high)
      expect(volume).toBeGreaterThan(0)
    }
  })
})

describe('[CH-16] time labels', () => {
  const at = (series: Series, slots: readonly number[]) =>
    slots.map((slot) => ((series.at(slot)?.timestamp ?? 0) % 86_400) / 60)

  it('stand at round minutes, about one per 84 px', () => {
    const series = seriesOf(candles(100))
    expect(at(series, timeTicks(series, { from: 0, to: 99 }, 9))).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
    expect(at(series, timeTicks(series, { from: 0, to: 99 }, 1))).toEqual([])
    expect(at(series, timeTicks(series, { from: 0, to: 40 }, 30))).toEqual([5, 10, 15, 20, 25, 30, 35, 40])
  })

  it('stand at the first candle after a round minute that is missing, and never run into each other', () => {
    const series = seriesOf([candle(8), candle(9), candle(13), candle(19), candle(21), ...candles(20, 22)])
    const slots = timeTicks(series, { from: 0, to: 24 }, 9)
    expect(at(series, slots)).toEqual([13, 30, 40])
  })
})

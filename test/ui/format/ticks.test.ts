import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratioTicks, roundTicks, timeTicks } from '#src/ui/format/chart-labels.ts'

describe('[CH-16] price labels', () => {
  it.each([
    [8_460, 8_560, 10, 1, [8460, 8470, 8480, 8490, 8500, 8510, 8520, 8530, 8540, 8550, 8560], 1],
    [0.9, 2.1, 6, 1, [1, 1.2, 1.4, 1.6, 1.8, 2], 1],
    [0, 4_800, 10, 1, [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500], 1],
    [8_500, 8_500.4, 8, 1, [8500, 8500.1, 8500.2, 8500.3, 8500.4], 1],
    [1e-8, 2e-8, 5, 1, [1e-8, 1.2e-8, 1.4e-8, 1.6e-8, 1.8e-8, 2e-8], 9],
    [-5, 10, 3, 0, [0, 5, 10], 0],
  ])('from %f to %f, about %i of them, %i decimals', (low, high, count, decimals, values, shown) => {
    const ticks = roundTicks(low, high, count, decimals)
    expect(ticks.values.map((value) => Number(value.toPrecision(12)))).toEqual(values)
    expect(ticks.decimals).toBe(shown)
  })

  it('are about as many as requested, never negative, and distinct at their decimals', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-8, max: 1e8, noNaN: true }),
        fc.double({ min: 1e-3, max: 3, noNaN: true }),
        fc.integer({ min: 2, max: 20 }),
        (low, share, count) => {
          const { values, decimals } = roundTicks(low, low * (1 + share), count, 1)
          expect(values.length).toBeLessThanOrEqual(count + 2)
          expect(values.every((value) => value >= 0 && Number.isFinite(value))).toBe(true)
          expect(new Set(values.map((value) => value.toFixed(decimals))).size).toBe(values.length)
        },
      ),
    )
  })
})

describe('[CH-16] time labels', () => {
  /** The labelled ones of the given minutes after midnight. */
  const labelled = (minutes: readonly number[], apart: number) =>
    timeTicks((index) => (minutes[index] ?? 0) * 60, 1, minutes.length - 1, apart).map((index) => minutes[index])
  const everyMinute = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)

  it('are at round minutes, about as far apart as requested', () => {
    expect(labelled(everyMinute(100), 84 / 9)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
    expect(labelled(everyMinute(41), 84 / 30)).toEqual([5, 10, 15, 20, 25, 30, 35, 40])
    expect(labelled(everyMinute(100), 84)).toEqual([])
    expect(labelled(everyMinute(100), 50_000)).toEqual([])
  })

  it('move to the next entry if a round minute is missing, and never overlap', () => {
    expect(labelled([8, 9, 13, 19, 21, ...everyMinute(20, 22)], 84 / 9)).toEqual([13, 30, 40])
  })

  it('are at days if zoomed out far', () => {
    expect(labelled(everyMinute(4_000), 1_000)).toEqual([1_440, 2_880])
  })
})

describe('[CH-69] ticks of a logarithmic scale', () => {
  it('are round, rising, and about equally far apart in ratio', () => {
    const { values, decimals } = ratioTicks(0.9, 1_100, 8, 1)
    expect(decimals).toBe(1)
    expect(values.length).toBeGreaterThan(4)
    expect(values.length).toBeLessThanOrEqual(9)
    const ratios = values.slice(1).map((value, index) => value / (values[index] ?? 1))
    expect(Math.min(...ratios)).toBeGreaterThan(1.2)
    expect(Math.max(...ratios)).toBeLessThan(6)
    for (const value of values)
      expect(value / 10 ** Math.floor(Math.log10(value) + 1e-9)).toBeCloseTo(
        Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9)),
      )
  })

  it('are those of a linear scale where the range is narrow', () => {
    expect(ratioTicks(100.02, 100.98, 10, 1).values.map((value) => value.toFixed(1))).toEqual(
      roundTicks(100.02, 100.98, 10, 1).values.map((value) => value.toFixed(1)),
    )
  })
})

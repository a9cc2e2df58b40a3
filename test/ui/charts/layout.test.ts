import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { columnOf, computeLayout, visibleRange } from '#src/ui/charts/layout.ts'
import { priceScale } from '#src/ui/charts/scale.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candle, candles } from '#test/support/data/candles.ts'

function seriesOf(list: readonly Candle[]) {
  const series = new Series()
  series.show(list)
  return series
}

describe('[CH-15] the range', () => {
  it('covers the candles in view', () => {
    const series = seriesOf([candle(0, { high: 900 }), candle(1, { high: 110, low: 90, volume: 4 }), candle(2)])
    expect(visibleRange(series, { from: 0.5, to: 2.5 })).toEqual({ low: 90, high: 110, volume: 4.2 })
  })

  it('covers the newest candle if none is in view', () => {
    const series = seriesOf([candle(0), candle(1, { high: 110, low: 90, volume: 4 })])
    expect(visibleRange(series, { from: 50, to: 90 })).toEqual({ low: 90, high: 110, volume: 4.2 })
  })

  it('of a flat market without volume has a volume', () => {
    const series = seriesOf([candle(0, { volume: 0 }), candle(1, { volume: 0 })])
    expect(visibleRange(series, { from: 0, to: 1 })).toEqual({ low: 100, high: 100, volume: 1 })
  })

  it.each([1e-8, 1e-4, 1, 1e8])('is valid at %d, also without candles', (price) => {
    for (const list of [
      [],
      [candle(0, { close: price })],
      [candle(0, { close: price }), candle(1, { close: price * 2 })],
    ]) {
      const { volume, ...range } = visibleRange(seriesOf(list), { from: -1, to: 3 })
      for (const name of ['linear', 'log'] as const) {
        const { low, high } = priceScale(range, name)
        expect(low).toBeLessThan(high)
      }
      expect(volume).toBeGreaterThan(0)
    }
  })
})

describe('[CH-3] the candles', () => {
  it('are replaced at the end by a newer state of the newest', () => {
    const shown = candles(3)
    const series = seriesOf(shown)
    const next = [...shown.slice(0, 2), candle(2, { close: 250 })]
    expect(series.show(next)).toBe('newest')
    expect(series.candles).toEqual(next)
    expect([series.first, series.last]).toEqual([0, 2])
  })

  it('are appended to', () => {
    const all = candles(4)
    const series = seriesOf(all.slice(0, 3))
    expect(series.show(all)).toBe('all')
    expect(series.candles).toEqual(all)
    expect([series.first, series.last]).toEqual([0, 3])
  })

  it('may begin with a single one', () => {
    const series = new Series()
    expect(series.show([candle(7)])).toBe('all')
    expect(series.candles).toEqual([candle(7)])
  })

  const [a, b, c, d, e] = candles(5) as [Candle, Candle, Candle, Candle, Candle]
  const b2 = { ...b, close: 250 }
  it.each<[string, Candle[], Candle[], 'newest' | 'all']>([
    ['nothing changed', [a, b], [a, b], 'newest'],
    ['the last changed', [a, b], [a, b2], 'newest'],
    ['one more', [a, b], [a, b, c], 'all'],
    ['the last closed and one more', [a, b], [a, b2, c], 'all'],
    ['the full window slid on', [a, b, c], [b, c, d], 'all'],
    ['the oldest left', [a, b, c], [b, c], 'all'],
    ['an earlier one changed', [a, b, c], [a, b2, c], 'all'],
    ['a gap was filled', [a, c], [a, b, c], 'all'],
    ['older ones were added', [b, c], [a, b, c], 'all'],
    ['many more at once', [a], [a, b, c, d, e], 'all'],
    ['others altogether', [a, b], [d, e], 'all'],
    ['nothing left', [a], [], 'all'],
    ['the first ones', [], [a], 'all'],
    ['still none', [], [], 'all'],
  ])('[ST-20] %s', (_, shown, next, expected) => {
    const series = seriesOf(shown)
    expect(series.show(next)).toBe(expected)
    expect(series.candles).toEqual(next)
  })

  it('[ST-20] equal any sequence of windows, and are repainted where an object differs', () => {
    const windows = fc.array(
      fc.uniqueArray(fc.tuple(fc.nat(8), fc.nat(2)), { selector: ([minute]) => minute, maxLength: 8 }),
      { maxLength: 20 },
    )
    const pool = new Map<string, Candle>()
    const pooled = ([minute, close]: [number, number]) => {
      const key = `${minute} ${close}`
      const known = pool.get(key) ?? candle(minute, { close: close + 1 })
      pool.set(key, known)
      return known
    }
    fc.assert(
      fc.property(windows, (all) => {
        const series = new Series()
        let painted: readonly Candle[] = []
        for (const window of all) {
          const next = window.map(pooled).sort((x, y) => x.timestamp - y.timestamp)
          const unchanged = Object.freeze([...next])
          // What a chart shows that repaints no more than it is asked to.
          if (series.show(unchanged) === 'all') painted = unchanged
          else painted = [...painted.slice(0, -1), ...unchanged.slice(-1)]
          expect(series.candles).toEqual(next)
          expect(painted).toEqual(next)
        }
      }),
      { numRuns: 1_000, seed: 8 },
    )
  })
})

describe('[CH-4] slots', () => {
  it('are stable when the oldest candle is dropped', () => {
    const all = candles(11)
    const series = seriesOf(all.slice(0, 10))
    const fifth = series.at(5)
    series.show(all.slice(1))
    expect([series.first, series.last]).toEqual([1, 10])
    expect(series.at(5)).toBe(fifth)
    expect(series.at(0)).toBeUndefined()
  })

  it('are stable when the window is refilled, shifted or with missing minutes restored', () => {
    const series = seriesOf(candles(10))
    series.show(candles(12, 2))
    expect(series.at(9)?.timestamp).toBe(candle(9).timestamp)
    expect([series.first, series.last]).toEqual([2, 13])
  })

  it('[CH-50] are stable when older candles are added and the newest dropped', () => {
    const all = candles(30)
    const series = seriesOf(all.slice(20))
    const fifth = series.at(5)
    series.show(all.slice(5, 28))
    expect(series.at(5)).toBe(fifth)
    expect([series.first, series.last]).toEqual([-15, 7])
    series.show(all)
    expect(series.at(5)).toBe(fifth)
    expect([series.first, series.last]).toEqual([-20, 9])
  })

  it('restart with a window that has no candle in common', () => {
    const series = seriesOf(candles(10))
    series.show(candles(5, 100))
    expect([series.first, series.last]).toEqual([0, 4])
  })
})

describe('[CH-55] columns', () => {
  const view = { from: -0.5, to: 4_999.5 }
  const size = { width: 1_096, height: 400, pixelRatio: 1 }
  const settings = { zones: [], mode: 'off', theme: canvasTheme('dark'), decimals: 1 } as const

  it('have all candles that share a pixel: first open, last close, both extremes, all volume', () => {
    const series = seriesOf([
      candle(0, { open: 10, close: 12, high: 15, low: 9, volume: 1 }),
      candle(1, { open: 12, close: 8, high: 13, low: 3, volume: 2 }),
      candle(2, { open: 8, close: 11, high: 30, low: 7, volume: 4 }),
    ])
    expect(series.merged(0, 3)).toEqual({ ...candle(0), open: 10, close: 11, high: 30, low: 3, volume: 7 })
    expect(series.merged(2, 3)).toEqual(series.at(2))
    expect(series.merged(3, 3)).toBeUndefined()
  })

  it('are no wider than needed, drop no extreme, and stay while the view is panned', () => {
    const list = candles(5_000).map((each, at) => (at === 2_502 ? { ...each, high: 999 } : each))
    const series = seriesOf(list)
    const layout = computeLayout(series, view, size, settings)
    expect(layout.columnSlots).toBe(5)
    expect(visibleRange(series, view, 5).high).toBe(999)
    expect([2_500, 2_502, 2_504].map((slot) => columnOf(slot, layout.columnSlots))).toEqual([2_500, 2_500, 2_500])
    expect(columnOf(-1, 5)).toBe(-5)
    const panned = computeLayout(series, { from: 2.2, to: 5_002.2 }, size, settings)
    expect(panned.columnSlots).toBe(5)
    expect(computeLayout(series, { from: 4_000, to: 4_900 }, size, settings).columnSlots).toBe(1)
  })
})

describe('[CH-5] missing minutes', () => {
  it('are counted before the candle that follows them', () => {
    const series = seriesOf([candle(0), candle(1), candle(5), candle(6)])
    expect([0, 1, 2, 3].map((slot) => series.missingBefore(slot))).toEqual([0, 0, 3, 0])
  })
})

import { describe, expect, it } from 'vitest'
import type { Candle, CandleChange } from '#contract/candles.ts'
import { columnOf, computeLayout, visibleRange } from '#src/ui/charts/layout.ts'
import { priceScale } from '#src/ui/charts/scale.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candle, candles, resetOf } from '#test/support/data/candles.ts'

function seriesOf(list: readonly Candle[]) {
  const series = new Series()
  series.apply(resetOf(list))
  return series
}

const listOf = (series: Series) => series.slice(series.first, series.last + 1)

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
  const [a, b, c, d, e] = candles(5) as [Candle, Candle, Candle, Candle, Candle]
  const b2 = { ...b, close: 250 }
  const tick = (oldest: Candle, ...changed: Candle[]): CandleChange => ({
    kind: 'tick',
    candles: changed,
    oldest: oldest.timestamp,
  })
  it.each<[string, Candle[], CandleChange, Candle[], 'newest' | 'all']>([
    ['the last changed', [a, b], tick(a, b2), [a, b2], 'newest'],
    ['the only one changed', [b], tick(b, b2), [b2], 'newest'],
    ['one more', [a, b], tick(a, c), [a, b, c], 'all'],
    ['the last closed and one more', [a, b], tick(a, b2, c), [a, b2, c], 'all'],
    ['the full window slid on', [a, b, c], tick(b, d), [b, c, d], 'all'],
    ['the last changed, and the oldest left', [a, b, c], tick(b, c), [b, c], 'all'],
    ['the one before the last changed', [a, b, c], tick(a, b2, c), [a, b2, c], 'all'],
    ['one after a gap', [a], tick(a, c), [a, c], 'all'],
    ['many more at once', [a], tick(a, b, c, d, e), [a, b, c, d, e], 'all'],
    ['a gap was filled', [a, c], resetOf([a, b, c]), [a, b, c], 'all'],
    ['older ones were added', [b, c], resetOf([a, b, c]), [a, b, c], 'all'],
    ['others altogether', [a, b], resetOf([d, e]), [d, e], 'all'],
    ['nothing left', [a], resetOf([]), [], 'all'],
    ['the first ones', [], resetOf([a]), [a], 'all'],
  ])('[ST-20] %s', (_, shown, change, next, expected) => {
    const series = seriesOf(shown)
    const { revision } = series
    expect(series.apply(change)).toBe(expected)
    expect(listOf(series)).toEqual(next)
    expect(series.revision - revision).toBe(expected === 'all' ? 1 : 0)
  })

  it('are the newest of the market, unless a reset says otherwise', () => {
    const series = seriesOf([a, b])
    expect(series.isAtNewest).toBe(true)
    series.apply(resetOf([a], false))
    expect(series.isAtNewest).toBe(false)
    series.apply(resetOf([a, b]))
    expect(series.isAtNewest).toBe(true)
  })

  it('are not those of whoever sent them', () => {
    const sent = [a, b]
    const series = seriesOf(sent)
    series.apply(tick(a, c))
    expect(sent).toEqual([a, b])
  })
})

describe('[CH-4] slots', () => {
  it('are stable when the oldest candle is dropped', () => {
    const all = candles(11)
    const series = seriesOf(all.slice(0, 10))
    const fifth = series.at(5)
    series.apply({ kind: 'tick', candles: all.slice(10), oldest: all[1]!.timestamp })
    expect([series.first, series.last]).toEqual([1, 10])
    expect(series.at(5)).toBe(fifth)
    expect(series.at(0)).toBeUndefined()
  })

  it('are stable when the window is refilled, shifted or with missing minutes restored', () => {
    const series = seriesOf(candles(10))
    series.apply(resetOf(candles(12, 2)))
    expect(series.at(9)?.timestamp).toBe(candle(9).timestamp)
    expect([series.first, series.last]).toEqual([2, 13])
  })

  it('[CH-50] are stable when older candles are added and the newest dropped', () => {
    const all = candles(30)
    const series = seriesOf(all.slice(20))
    const fifth = series.at(5)
    series.apply(resetOf(all.slice(5, 28)))
    expect(series.at(5)).toBe(fifth)
    expect([series.first, series.last]).toEqual([-15, 7])
    series.apply(resetOf(all))
    expect(series.at(5)).toBe(fifth)
    expect([series.first, series.last]).toEqual([-20, 9])
  })

  it('restart with a window that has no candle in common', () => {
    const series = seriesOf(candles(10))
    series.apply(resetOf(candles(5, 100)))
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

describe('[CH-73] the percent scale', () => {
  const size = { width: 800, height: 400, pixelRatio: 1 }
  const layoutOf = (prices: readonly number[], from = -0.5) =>
    computeLayout(
      seriesOf(prices.map((price, minute) => candle(minute, { open: price, high: price, low: price, close: price }))),
      { from, to: prices.length - 0.5 },
      size,
      { zones: [], mode: 'off', theme: canvasTheme('dark'), decimals: 1, scale: 'percent' },
    )

  it('labels round changes from the first open in view, and what is left of it does not count', () => {
    const layout = layoutOf([500, 200, 210, 190], 0.5)
    expect(layout.base).toBe(200)
    expect([layout.labelOf(210), layout.labelOf(190), layout.labelOf(200)]).toEqual(['+5.00%', '-5.00%', '0.00%'])
    const labels = layout.prices.map(layout.labelOf)
    expect(labels).toContain('0.00%')
    for (const label of labels) expect(label).toMatch(/^([+-]\d+|0)\.00%$/)
    expect(layout.decimals).toBe(1)
  })

  it('has distinct finite labels from 1e-8 to 1e8, also of a market that did not move', () => {
    for (const price of [1e-8, 1, 1e8])
      for (const factor of [1, 1.000_001, 2, 1_000]) {
        const { prices, labelOf } = layoutOf([price, price * factor])
        const labels = prices.map(labelOf)
        expect(labels.length).toBeGreaterThan(2)
        expect(new Set(labels).size).toBe(labels.length)
        expect(labels.join()).not.toMatch(/NaN|Infinity/)
      }
  })
})

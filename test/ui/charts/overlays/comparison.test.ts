import { describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import { computeLayout } from '#src/ui/charts/layout.ts'
import {
  closeColumn,
  comparedPair,
  comparedRange,
  comparedScale,
  comparisonId,
  openColumn,
} from '#src/ui/charts/overlays/comparison.ts'
import { visibleRows, type ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { overlaysOf } from '#src/ui/charts/overlays/registry.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candles, resetOf } from '#test/support/data/candles.ts'

const ID = comparisonId('ETHUSD')
const ALL = candles(300)
const series = new Series()
series.apply(resetOf(ALL))
/** From the middle of a candle, of which 100 are in view. */
const VIEW = { from: series.first + 99.5, to: series.first + 199.5 }
const FIRST = ALL[100]!

/** A pair at a tenth of the chart's price that gains half a percent with each candle since the view's first. */
function overlays(isKnown: (index: number) => boolean = () => true): ChartOverlays {
  const priceAt = (index: number) => (FIRST.open / 10) * 1.005 ** (index - 100)
  const rows = new Map(ALL.map(({ timestamp }, index) => [timestamp, index]))
  return {
    shown: [ID, 'ema'],
    marks: [],
    need: () => undefined,
    valuesAt(timestamp) {
      const index = rows.get(timestamp)
      if (index === undefined || !isKnown(index)) return undefined
      return { [openColumn(ID)]: priceAt(index), [closeColumn(ID)]: priceAt(index + 1) }
    },
  }
}
const layoutOf = (of: ChartOverlays) =>
  computeLayout(
    series,
    VIEW,
    { width: 800, height: 500, pixelRatio: 1 },
    { zones: [], mode: 'off', theme: canvasTheme('dark'), decimals: 1, overlays: of, scale: 'percent' },
  )

describe('[CH-79] a compared pair', () => {
  it('has an id of its own, which is of no other overlay', () => {
    expect(PAIR_IDS.map((pair) => comparedPair(comparisonId(pair)))).toEqual(PAIR_IDS)
    expect(['ema', 'sma(50,close)@accent', 'compare:', 'compare:EURUSD'].map(comparedPair)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
    expect(overlaysOf([ID]).map(({ label }) => label)).toEqual(['Compare ETH/USD'])
  })

  it('begins at the price of the chart’s pair at the first candle in view, and moves by its own changes', () => {
    const layout = layoutOf(overlays())
    const rows = visibleRows(layout, overlays(), [`${closeColumn(ID)} compared`])
    const closes = [...rows].filter((_, index) => index % 2 === 1)
    // One beyond the left edge, so that the line reaches it.
    expect(closes[0]).toBeCloseTo(FIRST.open, 8)
    expect(closes[1]).toBeCloseTo(FIRST.open * 1.005, 8)
    expect(closes[100]).toBeCloseTo(FIRST.open * 1.005 ** 100, 6)
  })

  it('is in the scale of the chart, which without one is that of the candles', () => {
    const { low, high } = comparedRange({ series, view: VIEW }, overlays(), 1)
    expect(low).toBeCloseTo(FIRST.open * 1.005, 8)
    expect(high).toBeCloseTo(FIRST.open * 1.005 ** 100, 6)
    const layout = layoutOf(overlays())
    expect(layout.priceAt(0)).toBeGreaterThan(high)
    expect(layoutOf({ ...overlays(), shown: ['ema'] }).priceAt(0)).toBeLessThan(high)
    expect(layout.labelOf(FIRST.open * 1.5)).toBe('+50.00%')
  })

  it('begins later where it has no candle at first, and nowhere without any', () => {
    const late = comparedScale(
      { series, view: VIEW },
      overlays((index) => index >= 110),
      ID,
    )
    expect(late?.factor).toBeCloseTo(ALL[110]!.open / ((FIRST.open / 10) * 1.005 ** 10), 8)
    const none = overlays(() => false)
    expect(comparedScale({ series, view: VIEW }, none, ID)).toBeUndefined()
    expect(visibleRows(layoutOf(none), none, [`${closeColumn(ID)} compared`])[1]).toBeNaN()
  })
})

import { describe, expect, it } from 'vitest'
import { INDICATOR_COLUMNS } from '#contract/analysis/indicator-series.ts'
import { computeLayout } from '#src/ui/charts/layout.ts'
import { DIMENSIONS, visibleRows, type ChartMark, type ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { overlayOption, paneCount } from '#src/ui/charts/overlays/option.ts'
import { OVERLAYS } from '#src/ui/charts/overlays/registry.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candles, MIDNIGHT } from '#test/support/data/candles.ts'

const THEME = canvasTheme('dark')
const SIZE = { width: 800, height: 500, pixelRatio: 1 }

const overlaysOf = (shown: readonly string[], marks: readonly ChartMark[] = []): ChartOverlays => ({
  shown,
  marks,
  valuesAt: (timestamp) => INDICATOR_COLUMNS.map((_, column) => (timestamp - MIDNIGHT) / 60 + column * 1_000),
  need: () => undefined,
})

function layoutOf(overlays: ChartOverlays, view = { from: 99.5, to: 203.5 }) {
  const series = new Series()
  series.show(candles(5_000))
  const settings = { zones: [], mode: 'off', theme: THEME, decimals: 1, overlays, panes: paneCount(overlays) } as const
  return computeLayout(series, view, SIZE, settings)
}

it('[CH-60] every overlay has a name of its own, and draws columns that exist', () => {
  expect(new Set(OVERLAYS.map(({ id }) => id)).size).toBe(OVERLAYS.length)
  for (const { series, marks } of OVERLAYS) {
    const columns = (series?.(THEME) ?? []).map(({ encode }) => encode.y)
    expect(columns.length > 0).toBe(marks === undefined)
    expect(columns.filter((column) => !DIMENSIONS.includes(column))).toEqual([])
  }
})

describe('[CH-60] the option of the overlays', () => {
  it('has the slots and prices of the candles', () => {
    const overlays = overlaysOf(['ema'])
    const layout = layoutOf(overlays)
    const { grid, xAxis, yAxis, series } = overlayOption(layout, overlays)
    expect(xAxis).toMatchObject([{ min: 99.5, max: 203.5, show: false }])
    expect(grid).toMatchObject([{ left: 0, top: 0, width: layout.plotWidth, height: layout.plotHeight }])
    const { min, max } = yAxis[0] as { min: number; max: number }
    // an ECharts axis is linear between its ends, as the scale of the candles is
    const y = (price: number) => (layout.plotHeight * (max - price)) / (max - min)
    for (const price of [101, 108, 117]) expect(y(price)).toBeCloseTo(layout.y(price), -0.5)
    expect(series.map(({ id }) => id)).toEqual(['ema EMA 9', 'ema EMA 21', 'ema EMA 100'])
    expect(series[0]).toMatchObject({ type: 'line', encode: { x: 'slot', y: 'ema_9' }, xAxisIndex: 0, yAxisIndex: 0 })
  })

  it('has a pane for each that needs one, below the plot and above the time axis', () => {
    const overlays = overlaysOf(['macd', 'vwap', 'rsi'])
    const layout = layoutOf(overlays)
    const { grid, yAxis, series } = overlayOption(layout, overlays)
    expect(grid.map(({ id }) => id)).toEqual(['prices', 'rsi', 'macd'])
    expect(grid[1]?.top).toBeGreaterThanOrEqual(layout.plotHeight)
    expect(grid[2]?.top).toBeGreaterThanOrEqual((grid[1]?.top ?? 0) + (grid[1]?.height ?? 0))
    expect((grid[2]?.top ?? 0) + (grid[2]?.height ?? 0)).toBeLessThanOrEqual(SIZE.height - 24)
    expect(yAxis[1]).toMatchObject({ gridIndex: 1, min: 0, max: 100 })
    expect(series.find(({ id }) => id === 'rsi RSI 14')).toMatchObject({ xAxisIndex: 1, yAxisIndex: 1 })
    expect(series.find(({ id }) => id === 'vwap VWAP')).toMatchObject({ xAxisIndex: 0, yAxisIndex: 0 })
  })

  it('takes at most three fifths of the height for panes', () => {
    const overlays = overlaysOf(['macd', 'rsi', 'volume'])
    expect(layoutOf(overlays).plotHeight).toBeGreaterThanOrEqual(0.4 * (SIZE.height - 24))
  })
})

describe('[CH-62] rows', () => {
  it('are those in view, and one beyond either edge', () => {
    const rows = visibleRows(layoutOf(overlaysOf(['ema'])), overlaysOf(['ema']))
    expect([rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([99, 204])
    expect(rows[1]?.slice(0, 4)).toEqual([100, candles(101).at(-1)?.volume, 100, 1_100])
  })

  it('are one for each column, with its last values, where a pixel has several candles', () => {
    const layout = layoutOf(overlaysOf(['ema']), { from: -0.5, to: 4_999.5 })
    const rows = visibleRows(layout, overlaysOf(['ema']))
    expect(layout.columnSlots).toBeGreaterThan(1)
    expect(rows.length).toBeLessThanOrEqual(Math.ceil(5_000 / layout.columnSlots) + 2)
    expect(rows[0]?.[2]).toBe(layout.columnSlots - 1)
    expect(rows.at(-1)?.[2]).toBe(4_999)
  })
})

describe('[CH-63] marks', () => {
  const mark = (minute: number, direction: ChartMark['direction']): ChartMark => ({
    id: `m ${minute}`,
    kind: 'pattern',
    at: MIDNIGHT + minute * 60,
    direction,
    text: 'Hammer',
  })

  it('are at their candles: bearish ones above the high, others below the low', () => {
    const overlays = overlaysOf(['patterns'], [mark(120, 'bearish'), mark(121, 'bullish'), mark(9_999, 'none')])
    const { series } = overlayOption(layoutOf(overlays), overlays)
    const [above, below] = candles(122).slice(120)
    expect(series).toMatchObject([
      { type: 'scatter', data: [{ value: [120, above?.high] }, { value: [121, below?.low] }] },
    ])
    expect(series[0]).toHaveProperty('data.length', 2)
  })

  it('of a kind that is not shown are not drawn', () => {
    const overlays = overlaysOf(['breaks'], [mark(120, 'bearish')])
    expect(overlayOption(layoutOf(overlays), overlays).series).toMatchObject([{ id: 'breaks', data: [] }])
  })
})

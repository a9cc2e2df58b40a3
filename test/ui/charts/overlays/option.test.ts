import { describe, expect, it } from 'vitest'
import { INDICATOR_COLUMNS, valuesByName } from '#contract/payloads/indicator-series.ts'
import { computeLayout, type ChartLayout } from '#src/ui/charts/layout.ts'
import { visibleRows, type ChartMark, type ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { overlayOption, standingOption } from '#src/ui/charts/overlays/option.ts'
import { paneCount, shownPanes } from '#src/ui/charts/overlays/panes.ts'
import { OVERLAYS } from '#src/ui/charts/overlays/registry.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candles, MIDNIGHT, resetOf } from '#test/support/data/candles.ts'

const THEME = canvasTheme('dark')
const SIZE = { width: 800, height: 500, pixelRatio: 1 }

const valuesOf = (of: (column: number) => number | null) =>
  valuesByName(
    INDICATOR_COLUMNS,
    INDICATOR_COLUMNS.map((_, column) => of(column)),
  )

const overlaysOf = (shown: readonly string[], marks: readonly ChartMark[] = []): ChartOverlays => ({
  shown,
  marks,
  valuesAt: (timestamp) => valuesOf((column) => (timestamp - MIDNIGHT) / 60 + column * 1_000),
  need: () => undefined,
})

function layoutOf(overlays: ChartOverlays, view = { from: 99.5, to: 203.5 }) {
  const series = new Series()
  series.apply(resetOf(candles(5_000)))
  const settings = { zones: [], mode: 'off', theme: THEME, decimals: 1, overlays, panes: paneCount(overlays) } as const
  return computeLayout(series, view, SIZE, settings)
}

const optionOf = (layout: ChartLayout, overlays: ChartOverlays) =>
  overlayOption(layout, overlays, shownPanes(layout, overlays))

it('[CH-60] every overlay has a name of its own, and draws columns that exist', () => {
  expect(new Set(OVERLAYS.map(({ id }) => id)).size).toBe(OVERLAYS.length)
  for (const { series, marks } of OVERLAYS) {
    const columns = (series?.(THEME) ?? []).map(({ encode }) => encode.y)
    expect(columns.length > 0).toBe(marks === undefined)
    expect(columns.filter((column) => !INDICATOR_COLUMNS.some((known) => known === column))).toEqual([])
  }
})

describe('[CH-60] the option of the overlays', () => {
  it('has the slots and prices of the candles', () => {
    const overlays = overlaysOf(['ema'])
    const layout = layoutOf(overlays)
    const { grid, xAxis, yAxis, series } = optionOf(layout, overlays)
    expect(xAxis).toMatchObject([{ min: 99.5, max: 203.5, show: false }])
    // lines of 1 px are clipped half a pixel beyond their grid
    expect(grid).toMatchObject([{ left: 0, top: 0.5, width: layout.plotWidth, height: layout.plotHeight - 1 }])
    const { min, max } = yAxis[0] as { min: number; max: number }
    // an ECharts axis is linear between its ends, as the scale of the candles is
    const y = (price: number) => 0.5 + ((layout.plotHeight - 1) * (max - price)) / (max - min)
    for (const price of [101, 108, 117]) expect(y(price)).toBeCloseTo(layout.y(price), -0.5)
    expect(series.map(({ id }) => id)).toEqual(['ema EMA 9', 'ema EMA 21', 'ema EMA 100'])
    expect(series[0]).toMatchObject({
      type: 'line',
      encode: { x: 'slot', y: 'ema_9' },
      xAxisId: 'prices',
      yAxisId: 'prices',
    })
  })

  it('has a pane for each that needs one, below the plot and above the time axis', () => {
    const overlays = overlaysOf(['macd', 'vwap', 'rsi'])
    const layout = layoutOf(overlays)
    const { grid, yAxis, series } = optionOf(layout, overlays)
    expect(grid.map(({ id }) => id)).toEqual(['prices', 'rsi', 'macd'])
    expect(grid[1]?.top).toBeGreaterThanOrEqual(layout.plotHeight)
    expect(grid[2]?.top).toBeGreaterThanOrEqual((grid[1]?.top ?? 0) + (grid[1]?.height ?? 0))
    expect((grid[2]?.top ?? 0) + (grid[2]?.height ?? 0)).toBeLessThanOrEqual(SIZE.height - 24)
    expect(yAxis[1]).toMatchObject({ gridId: 'rsi', min: 0, max: 100 })
    expect(series.find(({ id }) => id === 'rsi RSI 14')).toMatchObject({ xAxisId: 'rsi', yAxisId: 'rsi' })
    expect(series.find(({ id }) => id === 'vwap VWAP')).toMatchObject({ xAxisId: 'prices', yAxisId: 'prices' })
  })

  it('has round ends for the scale of a pane, around what is in view and its guides', () => {
    const overlays = overlaysOf(['macd'])
    const layout = layoutOf(overlays)
    const [ofMacd] = shownPanes(layout, overlays)
    // its values begin at 8,000 here, and its guide is 0
    expect(ofMacd).toMatchObject({ id: 'macd', min: 0, max: 15_000 })
    expect(shownPanes(layout, { ...overlays, valuesAt: () => undefined })[0]).toMatchObject({ min: 0, max: 1 })
  })

  it('writes the values beside the panes, which stay where they are, apart from what moves', () => {
    const overlays = overlaysOf(['rsi'])
    const layout = layoutOf(overlays)
    const panes = shownPanes(layout, overlays)
    const standing = standingOption(layout, panes, { lines: [110], shapes: [], levels: [] })
    expect(standing.grid).toEqual(optionOf(layout, overlays).grid.slice(1))
    expect(standing.yAxis).toMatchObject([{ id: 'rsi', gridId: 'rsi', min: 0, max: 100, axisLabel: { show: true } }])
    expect(optionOf(layout, overlays).yAxis[1]).toMatchObject({ min: 0, max: 100, axisLabel: { show: false } })
    expect(standing.series).toMatchObject([{ id: 'drawings', data: [0] }])
  })

  it('takes at most three fifths of the height for panes', () => {
    const overlays = overlaysOf(['macd', 'rsi'])
    expect(layoutOf(overlays).plotHeight).toBeGreaterThanOrEqual(0.4 * (SIZE.height - 24))
  })
})

describe('[CH-62] rows', () => {
  const rowsOf = (layout: ReturnType<typeof layoutOf>) => {
    const numbers = [...visibleRows(layout, overlaysOf(['ema']), ['ema_9', 'ema_21'])]
    return Array.from({ length: numbers.length / 3 }, (_, row) => numbers.slice(3 * row, 3 * row + 3))
  }

  it('are those in view, and one beyond either edge', () => {
    const rows = rowsOf(layoutOf(overlaysOf(['ema'])))
    expect([rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([99, 204])
    expect(rows[1]).toEqual([100, 100, 1_100])
  })

  it('are one for each column, with its last values, where a pixel has several candles', () => {
    const layout = layoutOf(overlaysOf(['ema']), { from: -0.5, to: 4_999.5 })
    const rows = rowsOf(layout)
    expect(layout.columnSlots).toBeGreaterThan(1)
    expect(rows.length).toBeLessThanOrEqual(Math.ceil(5_000 / layout.columnSlots) + 2)
    expect(rows[0]?.[1]).toBe(layout.columnSlots - 1)
    expect(rows.at(-1)?.[1]).toBe(4_999)
  })

  it('have no number where there is no value, and what is above and below zero apart', () => {
    const layout = layoutOf(overlaysOf(['macd']), { from: 99.5, to: 102.5 })
    const values = new Map([
      [layout.series.timeAt(100), -3],
      [layout.series.timeAt(101), 4],
    ])
    const valuesAt = (timestamp: number) => valuesOf(() => values.get(timestamp) ?? null)
    const columns = ['macd_histogram', 'macd_histogram above', 'macd_histogram below'] as const
    const rows = visibleRows(layout, { ...overlaysOf(['macd']), valuesAt }, columns)
    const none = Number.NaN
    expect([...rows.subarray(0, 16)].map((value) => value + 0)).toEqual([
      99,
      none,
      none,
      none,
      100,
      -3,
      0,
      -3,
      101,
      4,
      4,
      0,
      102,
      none,
      none,
      none,
    ])
  })
})

describe('[CH-60] the VWAP', () => {
  /** What is drawn of the column of each series, by slot. */
  function drawn(stepS: number) {
    const series = new Series(stepS)
    const perDay = 86_400 / stepS
    series.apply(resetOf(candles(2 * perDay + 2).map((each, i) => ({ ...each, timestamp: MIDNIGHT + i * stepS }))))
    const overlays = overlaysOf(['vwap'])
    const settings = { zones: [], mode: 'off', theme: THEME, decimals: 1, overlays } as const
    const layout = computeLayout(series, { from: -0.5, to: 2 * perDay + 1.5 }, SIZE, settings)
    const { dataset, series: lines } = optionOf(layout, overlays)
    const width = dataset.dimensions.length
    return lines.map(({ encode }) => {
      const column = dataset.dimensions.indexOf(String(encode?.y))
      return Array.from({ length: dataset.source.length / width }, (_, row) => dataset.source[row * width + column])
    })
  }

  it('starts anew at 00:00 UTC without a line from the day before, and loses no value', () => {
    const lines = drawn(3_600)
    expect(lines).toHaveLength(2)
    const [even = [], odd = []] = lines
    const has = (line: readonly (number | undefined)[]) => line.map((value) => Number.isFinite(value))
    expect(has(even)).toEqual(has(odd).map((value) => !value))
    // each line is interrupted at midnight, and the other goes on
    expect([has(even)[23], has(even)[24], has(even)[48]]).toEqual([has(even)[0], !has(even)[0], has(even)[0]])
  })

  it('is one line where a candle is a day', () => expect(drawn(86_400)).toHaveLength(1))
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
    const marks = [mark(120, 'bearish'), mark(121, 'bullish'), mark(122, 'bullish'), mark(9_999, 'none')]
    const overlays = overlaysOf(['patterns'], marks)
    const layout = layoutOf(overlays)
    const { series } = optionOf(layout, overlays)
    expect(series).toMatchObject([
      { id: 'patterns bullish', type: 'scatter', itemStyle: { color: THEME.up } },
      { id: 'patterns bearish', type: 'scatter', itemStyle: { color: THEME.down } },
    ])
    const [below, above] = series.map(({ data }) => [...(data as Float64Array)])
    expect([below?.[0], below?.[2], above?.[0]]).toEqual([121, 122, 120])
    const [high, low] = [candles(121).at(-1)?.high ?? 0, candles(122).at(-1)?.low ?? 0]
    expect(layout.y(above?.[1] ?? 0)).toBeCloseTo(layout.y(high) - 11, -0.5)
    expect(layout.y(below?.[1] ?? 0)).toBeCloseTo(layout.y(low) + 11, -0.5)
  })

  it('of a kind that is not shown are not drawn', () => {
    const overlays = overlaysOf(['breaks'], [mark(120, 'bearish')])
    expect(optionOf(layoutOf(overlays), overlays).series).toEqual([])
  })
})

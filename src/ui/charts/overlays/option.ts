import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { formatFixed } from '../../format/chart-labels.ts'
import type { PaintedDrawings } from '../drawings/drawings.ts'
import { drawingSeries } from '../drawings/series.ts'
import type { ChartLayout } from '../layout.ts'
import { DAY_S, visibleRows, type ChartOverlays, type DrawnColumn, type ChartMark } from './data.ts'
import {
  onGrid,
  ONE_PATH,
  PRICES,
  STILL,
  type Overlay,
  type OverlaySeries,
  type Unit,
  type MarkKind,
} from './overlay.ts'
import { INSET_PX, paneAxes, paneGrids, type ShownPane } from './panes.ts'
import { overlaysOf } from './registry.ts'

/** Space of a mark from its candle. */
const MARK_OFFSET_PX = 11
const MARK_SYMBOLS = {
  pattern: 'circle',
  break: 'diamond',
  divergence: 'triangle',
  decision: 'pin',
  paper: 'arrow',
} as const
const DOWNWARDS = 'path://M0,0L2,0L1,2Z'

/** Where marks of a direction are drawn: beyond the high of the candle if they are bearish, below its low otherwise. */
function markPoints({ series, y, priceAt }: ChartLayout, marks: readonly ChartMark[], isAbove: boolean): Float64Array {
  const points = marks.flatMap(({ at }) => {
    const slot = series.slotOf(at)
    const candle = slot === undefined ? undefined : series.at(slot)
    if (slot === undefined || !candle) return []
    return [slot, priceAt(isAbove ? y(candle.high) - MARK_OFFSET_PX : y(candle.low) + MARK_OFFSET_PX)]
  })
  return Float64Array.from(points)
}

const DIRECTIONS = [
  { direction: 'bullish', color: 'up' },
  { direction: 'bearish', color: 'down' },
  { direction: 'none', color: 'label' },
] as const

/**
 * A series for each direction that has marks in the series, since the marks of a series are one path: as elements they cost
 * several times as much.
 */
const markSeries = (id: string, kind: MarkKind, layout: ChartLayout, marks: readonly ChartMark[]) =>
  DIRECTIONS.flatMap(({ direction, color }): ScatterSeriesOption[] => {
    const isAbove = direction === 'bearish'
    const ofDirection = marks.filter((mark) => mark.kind === kind && mark.direction === direction)
    const data = markPoints(layout, ofDirection, isAbove)
    if (data.length === 0) return []
    const series: ScatterSeriesOption = {
      ...STILL,
      ...ONE_PATH,
      type: 'scatter',
      id: `${id} ${direction}`,
      ...onGrid(PRICES),
      z: 4,
      dimensions: ['slot', 'price'],
      symbol: isAbove && kind === 'divergence' ? DOWNWARDS : MARK_SYMBOLS[kind],
      symbolSize: kind === 'decision' ? 16 : 9,
      symbolRotate: isAbove && kind === 'paper' ? 180 : 0,
      itemStyle: { color: layout.theme[color], borderColor: layout.theme.background, borderWidth: 1 },
      data,
    }
    return [series]
  })

type DrawnSeries = (LineSeriesOption | BarSeriesOption) & {
  readonly name: string
  readonly encode: { readonly y: DrawnColumn }
}

/** Series of an overlay as ECharts draws them: bars with a colour below zero are two, and lines of a day for every other one. */
function drawnSeries(drawn: OverlaySeries, { bodyPx, series: { stepS } }: ChartLayout): readonly DrawnSeries[] {
  const { name } = drawn
  const { y } = drawn.encode
  if (drawn.type === 'line') {
    const { isDaily, isCompared, ...series } = drawn
    if (isCompared) return [{ ...series, encode: { y: `${y} compared` } }]
    if (!isDaily || stepS >= DAY_S) return [series]
    return [
      { ...series, encode: { y: `${y} even` } },
      { ...series, encode: { y: `${y} odd` }, name: `${name} odd` },
    ]
  }
  const { below, ...series } = drawn
  const bars = { ...series, ...ONE_PATH, barWidth: bodyPx, barGap: '-100%' }
  if (below === undefined) return [bars]
  return [
    { ...bars, encode: { y: `${y} above` } },
    { ...bars, encode: { y: `${y} below` }, name: `${name} below`, itemStyle: { ...bars.itemStyle, color: below } },
  ]
}

const seriesOf = (overlay: Overlay, layout: ChartLayout) =>
  (overlay.series?.(layout.theme) ?? [])
    .flatMap((series) => drawnSeries(series, layout))
    .map((series) => ({
      ...series,
      ...STILL,
      id: `${overlay.id} ${series.name}`,
      ...onGrid(overlay.pane ? overlay.id : PRICES),
      encode: { x: 'slot', y: series.encode.y },
    }))

/** The ECharts option of the shown overlays: the same slots and prices as the candles have. */
export function overlayOption(layout: ChartLayout, data: ChartOverlays, panes: readonly ShownPane[]) {
  const overlays = overlaysOf(data.shown)
  const { view, plotWidth, plotHeight, priceAt } = layout
  const scale = layout.scale === 'log' ? 'log' : 'value'
  const prices = { id: PRICES, gridId: PRICES, type: scale, show: false } as const
  const plot = { ...STILL, id: PRICES, left: 0, width: plotWidth, outerBoundsMode: 'none' } as const
  const grid = [{ ...plot, top: INSET_PX, height: plotHeight - 2 * INSET_PX }, ...paneGrids(layout, panes)]
  const drawn = overlays.flatMap((overlay) => seriesOf(overlay, layout))
  const columns = [...new Set(drawn.map(({ encode }) => encode.y))]
  const marks = overlays.flatMap(({ id, marks: kind }) => (kind ? markSeries(id, kind, layout, data.marks) : []))
  const slots = { type: 'value', min: view.from, max: view.to, show: false } as const
  const source = visibleRows(layout, data, columns)
  return {
    grid,
    xAxis: grid.map(({ id }) => ({ ...slots, id, gridId: id })),
    yAxis: [
      { ...prices, min: priceAt(plotHeight - INSET_PX), max: priceAt(INSET_PX) },
      ...paneAxes(layout, panes, 'lines'),
    ],
    dataset: { dimensions: ['slot', ...columns], source },
    // ECharts throws when it paints bars in one path of which there is none.
    series: source.length === 0 ? [] : [...drawn, ...marks],
  }
}

/** The ECharts option of what stays where it is while the view moves: the values beside the panes, and what the user draws. */
export function standingOption(layout: ChartLayout, panes: readonly ShownPane[], drawings: PaintedDrawings) {
  const grid = paneGrids(layout, panes)
  return {
    grid,
    xAxis: grid.map(({ id }) => ({ id, gridId: id, type: 'value', show: false }) as const),
    yAxis: paneAxes(layout, panes, 'labels'),
    series: [drawingSeries(layout, drawings)],
  }
}

const FORMATS: Record<Unit, (value: number, decimals: number) => string> = {
  price: formatFixed,
  points: (value) => value.toFixed(1),
}
/** A value of an overlay as its readout has it: prices with the pair's decimals. */
export const formatValue = ({ pane }: Overlay, value: number, decimals: number): string =>
  FORMATS[pane?.unit ?? 'price'](value, decimals)

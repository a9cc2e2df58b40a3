import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { formatFixed } from '../../format/chart-labels.ts'
import { formatCompact } from './format.ts'
import { CANVAS_FONT_PX } from '../../theme/canvas.ts'
import type { ChartLayout } from '../layout.ts'
import { DIMENSIONS, visibleRows, type ChartMark, type ChartOverlays } from './data.ts'
import type { Overlay, Pane } from './overlay.ts'
import { overlaysOf } from './registry.ts'

const STILL = { animation: false, silent: true } as const
/** Space of a mark from its candle. */
const MARK_OFFSET_PX = 11
const MARK_SYMBOLS = { pattern: 'circle', break: 'diamond', divergence: 'triangle', decision: 'pin' } as const
const FAR = 1e12

const panesOf = (overlays: readonly Overlay[]) => overlays.filter(({ pane }) => pane !== undefined)

/** Number of panes that the shown overlays need. */
export const paneCount = ({ shown }: Pick<ChartOverlays, 'shown'>): number => panesOf(overlaysOf(shown)).length

/** Grids one below the other: the plot of the candles, then the panes. */
function gridsOf({ plotWidth, plotHeight, paneHeight }: ChartLayout, panes: readonly Overlay[]) {
  const common = { left: 0, width: plotWidth, outerBoundsMode: 'none', ...STILL } as const
  return [
    { ...common, id: 'prices', top: 0, height: plotHeight },
    ...panes.map(({ id }, index) => ({
      ...common,
      id,
      top: plotHeight + index * paneHeight + PANE_PADDING_PX,
      height: Math.max(1, paneHeight - 2 * PANE_PADDING_PX),
    })),
  ]
}
const PANE_PADDING_PX = 6

function paneAxis(pane: Pane, { theme, decimals }: ChartLayout) {
  const { min, max, guides } = pane
  const label = (value: number) => (guides?.includes(value) ? String(value) : formatCompact(value, decimals))
  return {
    type: 'value',
    position: 'right',
    scale: min === undefined,
    splitNumber: 2,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    axisLine: { show: false },
    axisTick: { show: false, ...(guides ? { customValues: [...guides] } : {}) },
    splitLine: { show: guides === undefined, lineStyle: { color: theme.grid } },
    axisLabel: {
      color: theme.label,
      fontFamily: theme.font,
      fontSize: CANVAS_FONT_PX,
      formatter: label,
      hideOverlap: true,
      ...(guides ? { customValues: [...guides] } : {}),
    },
    ...STILL,
  } as const
}

const guideSeries = (overlay: Overlay, gridIndex: number, { theme }: ChartLayout): LineSeriesOption[] =>
  (overlay.pane?.guides ?? []).map((value) => ({
    ...STILL,
    type: 'line',
    id: `${overlay.id} guide ${value}`,
    xAxisIndex: gridIndex,
    yAxisIndex: gridIndex,
    data: [
      [-FAR, value],
      [FAR, value],
    ],
    showSymbol: false,
    lineStyle: { color: theme.grid, width: 1, type: 'dashed' },
  }))

/** Where a mark is drawn: above what is bearish, below the rest. */
function markPoint({ series, theme }: ChartLayout, mark: ChartMark) {
  const slot = series.slotOf(mark.at)
  const candle = slot === undefined ? undefined : series.at(slot)
  if (slot === undefined || !candle) return []
  const isAbove = mark.direction === 'bearish'
  const color = mark.direction === 'none' ? theme.label : isAbove ? theme.down : theme.up
  return [
    {
      value: [slot, isAbove ? candle.high : candle.low],
      symbolOffset: [0, isAbove ? -MARK_OFFSET_PX : MARK_OFFSET_PX],
      symbolRotate: mark.kind === 'divergence' && isAbove ? 180 : 0,
      itemStyle: { color, borderColor: theme.background, borderWidth: 1 },
    },
  ]
}

const markSeries = (overlay: Overlay, layout: ChartLayout, { marks }: ChartOverlays): ScatterSeriesOption => ({
  ...STILL,
  type: 'scatter',
  id: overlay.id,
  xAxisIndex: 0,
  yAxisIndex: 0,
  z: 4,
  symbolSize: overlay.marks === 'decision' ? 16 : 9,
  ...(overlay.marks ? { symbol: MARK_SYMBOLS[overlay.marks] } : {}),
  data: marks.filter(({ kind }) => kind === overlay.marks).flatMap((mark) => markPoint(layout, mark)),
})

function seriesOf(overlay: Overlay, gridIndex: number, layout: ChartLayout, data: ChartOverlays) {
  const drawn = (overlay.series?.(layout.theme) ?? []).map((series): LineSeriesOption | BarSeriesOption => ({
    ...series,
    ...STILL,
    id: `${overlay.id} ${series.name}`,
    xAxisIndex: gridIndex,
    yAxisIndex: gridIndex,
    encode: { x: 'slot', y: series.encode.y },
    ...(series.type === 'bar' ? { barWidth: layout.bodyPx } : {}),
  }))
  return [
    ...guideSeries(overlay, gridIndex, layout),
    ...drawn,
    ...(overlay.marks ? [markSeries(overlay, layout, data)] : []),
  ]
}

/** The ECharts option of the shown overlays: the same slots and prices as the candles have. */
export function overlayOption(layout: ChartLayout, data: ChartOverlays) {
  const overlays = overlaysOf(data.shown)
  const panes = panesOf(overlays)
  const { view, plotHeight, priceAt } = layout
  const prices = { id: 'prices', type: layout.scale === 'log' ? 'log' : 'value', gridIndex: 0, show: false } as const
  const grid = gridsOf(layout, panes)
  const slots = { type: 'value', min: view.from, max: view.to, show: false } as const
  return {
    grid,
    xAxis: grid.map(({ id }, gridIndex) => ({ ...slots, id, gridIndex })),
    yAxis: [
      { ...prices, min: priceAt(plotHeight), max: priceAt(0) },
      ...panes.map(({ id, pane = {} }, index) => ({ id, gridIndex: index + 1, ...paneAxis(pane, layout) })),
    ],
    dataset: { dimensions: [...DIMENSIONS], source: visibleRows(layout, data) },
    series: overlays.flatMap((overlay) => seriesOf(overlay, 1 + panes.indexOf(overlay), layout, data)),
  }
}

/** A value of an overlay as its readout has it: prices with the pair's decimals. */
export const formatValue = (overlay: Overlay, value: number, decimals: number): string =>
  overlay.pane?.max === 100
    ? value.toFixed(1)
    : overlay.pane?.min === 0
      ? formatCompact(value, decimals)
      : formatFixed(value, decimals)

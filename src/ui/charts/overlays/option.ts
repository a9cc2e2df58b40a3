import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import { formatFixed } from '../../format/chart-labels.ts'
import { formatCompact } from './format.ts'
import { CANVAS_FONT_PX } from '../../theme/canvas.ts'
import type { ChartLayout } from '../layout.ts'
import { visibleRows, type ChartOverlays, type DrawnColumn } from './data.ts'
import { markSeries } from './mark-series.ts'
import { LINE_PX, ONE_PATH, STILL, type Overlay, type OverlaySeries, type Pane } from './overlay.ts'
import { overlaysOf } from './registry.ts'

const panesOf = (overlays: readonly Overlay[]) => overlays.filter(({ pane }) => pane !== undefined)

/** Number of panes that the shown overlays need. */
export const paneCount = ({ shown }: Pick<ChartOverlays, 'shown'>): number => panesOf(overlaysOf(shown)).length

/** Grids one below the other: the plot of the candles, then the panes. */
function gridsOf({ plotWidth, plotHeight, paneHeight }: ChartLayout, panes: readonly Overlay[]) {
  const common = { left: 0, width: plotWidth, outerBoundsMode: 'none', ...STILL } as const
  return [
    { ...common, id: 'prices', top: INSET_PX, height: plotHeight - 2 * INSET_PX },
    ...panes.map(({ id }, index) => ({
      ...common,
      id,
      top: plotHeight + index * paneHeight + PANE_PADDING_PX + INSET_PX,
      height: Math.max(1, paneHeight - 2 * (PANE_PADDING_PX + INSET_PX)),
    })),
  ]
}
const PANE_PADDING_PX = 6
/**
 * ECharts clips lines to their grid and half their width around it. What is clipped within a pixel instead of between two is
 * painted several times as slowly.
 */
const INSET_PX = LINE_PX / 2

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
    splitLine: { lineStyle: { color: theme.grid, type: guides ? 'dashed' : 'solid' } },
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

/** Series of an overlay as ECharts draws them: bars with a colour below zero are two. */
function drawnSeries(drawn: OverlaySeries, barWidth: number): readonly DrawnSeries[] {
  if (drawn.type === 'line') return [drawn]
  const { below, ...series } = drawn
  const bars = { ...series, ...ONE_PATH, barWidth, barGap: '-100%' }
  const { name, itemStyle, encode } = bars
  if (below === undefined) return [bars]
  return [
    { ...bars, encode: { y: `${encode.y} above` } },
    { ...bars, encode: { y: `${encode.y} below` }, name: `${name} below`, itemStyle: { ...itemStyle, color: below } },
  ]
}
type DrawnSeries = (LineSeriesOption | BarSeriesOption) & {
  readonly name: string
  readonly encode: { readonly y: DrawnColumn }
}

const seriesOf = (overlay: Overlay, gridIndex: number, layout: ChartLayout) =>
  (overlay.series?.(layout.theme) ?? [])
    .flatMap((series) => drawnSeries(series, layout.bodyPx))
    .map((series) => ({
      ...series,
      ...STILL,
      id: `${overlay.id} ${series.name}`,
      xAxisIndex: gridIndex,
      yAxisIndex: gridIndex,
      encode: { x: 'slot', y: series.encode.y },
    }))

/** The ECharts option of the shown overlays: the same slots and prices as the candles have. */
export function overlayOption(layout: ChartLayout, data: ChartOverlays) {
  const overlays = overlaysOf(data.shown)
  const panes = panesOf(overlays)
  const { view, plotHeight, priceAt } = layout
  const prices = { id: 'prices', type: layout.scale === 'log' ? 'log' : 'value', gridIndex: 0, show: false } as const
  const grid = gridsOf(layout, panes)
  const drawn = overlays.flatMap((overlay) => seriesOf(overlay, 1 + panes.indexOf(overlay), layout))
  const columns = [...new Set(drawn.map(({ encode }) => encode.y))]
  const marks = overlays.flatMap(({ id, marks: kind }) => (kind ? markSeries(id, kind, layout, data.marks) : []))
  const slots = { type: 'value', min: view.from, max: view.to, show: false } as const
  return {
    grid,
    xAxis: grid.map(({ id }, gridIndex) => ({ ...slots, id, gridIndex })),
    yAxis: [
      { ...prices, min: priceAt(plotHeight - INSET_PX), max: priceAt(INSET_PX) },
      ...panes.map(({ id, pane = {} }, index) => ({ id, gridIndex: index + 1, ...paneAxis(pane, layout) })),
    ],
    dataset: { dimensions: ['slot', ...columns], source: visibleRows(layout, data, columns) },
    series: [...drawn, ...marks],
  }
}

/** A value of an overlay as its readout has it: prices with the pair's decimals. */
export const formatValue = (overlay: Overlay, value: number, decimals: number): string =>
  overlay.pane?.max === 100
    ? value.toFixed(1)
    : overlay.pane?.min === 0
      ? formatCompact(value, decimals)
      : formatFixed(value, decimals)

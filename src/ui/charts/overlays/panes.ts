import { number } from 'echarts/core'
import { CANVAS_FONT_PX } from '../../theme/canvas.ts'
import type { ChartLayout } from '../layout.ts'
import { visibleExtent, type ChartOverlays } from './data.ts'
import { LINE_PX, STILL, type Overlay, type Pane } from './overlay.ts'
import { overlaysOf } from './registry.ts'
import { formatFixed } from '#src/ui/format/chart-labels.ts'

const UNITS = [
  { from: 1e9, unit: 'B' },
  { from: 1e6, unit: 'M' },
  { from: 1e4, unit: 'K' },
] as const

/** A value beside a scale: 12.5K, 1.2M; below ten thousand with at most the given decimals. */
function formatCompact(value: number, decimals: number): string {
  const size = Math.abs(value)
  const found = UNITS.find(({ from }) => size >= from)
  if (found) return `${formatFixed(value / (found.unit === 'K' ? 1e3 : found.from), 1)}${found.unit}`
  return formatFixed(value, size >= 100 ? 0 : size >= 1 ? Math.min(decimals, 1) : Math.max(decimals, 2))
}

const SPLITS = 2
const PANE_PADDING_PX = 6
/**
 * ECharts clips lines to their grid and half their width around it. What is clipped within a pixel instead of between two is
 * painted several times as slowly.
 */
export const INSET_PX = LINE_PX / 2

/** A pane of what is shown, with the ends of its scale. */
export interface ShownPane extends Pane {
  readonly id: string
  readonly min: number
  readonly max: number
}

/** Number of panes that the shown overlays need. */
export const paneCount = ({ shown }: Pick<ChartOverlays, 'shown'>): number =>
  overlaysOf(shown).filter(({ pane }) => pane !== undefined).length

/**
 * The ends of a pane's scale: round values around what is in view, as ECharts chooses them. It would choose them for all that it
 * draws, which is more than what is in view.
 */
function endsOf(pane: Pane, { series }: Overlay, layout: ChartLayout, data: ChartOverlays) {
  const { min, max, guides = [] } = pane
  if (min !== undefined && max !== undefined) return { min, max }
  const columns = (series?.(layout.theme) ?? []).map(({ encode }) => encode.y)
  const extent = visibleExtent(layout, data, columns)
  const low = min ?? Math.min(extent.low, ...guides)
  const high = max ?? Math.max(extent.high, ...guides)
  if (!(high > low)) return { min: min ?? 0, max: max ?? 1 }
  const step = number.nice((high - low) / SPLITS, true)
  return { min: min ?? Math.floor(low / step) * step, max: max ?? Math.ceil(high / step) * step }
}

/** The panes of what is shown, from top to bottom. */
export const shownPanes = (layout: ChartLayout, data: ChartOverlays): readonly ShownPane[] =>
  overlaysOf(data.shown).flatMap((overlay) =>
    overlay.pane ? [{ ...overlay.pane, id: overlay.id, ...endsOf(overlay.pane, overlay, layout, data) }] : [],
  )

/** Grids one below the other, under the plot. */
export const paneGrids = ({ plotWidth, plotHeight, paneHeight }: ChartLayout, panes: readonly ShownPane[]) =>
  panes.map(({ id }, index) => ({
    ...STILL,
    id,
    left: 0,
    width: plotWidth,
    outerBoundsMode: 'none',
    top: plotHeight + index * paneHeight + PANE_PADDING_PX + INSET_PX,
    height: Math.max(1, paneHeight - 2 * (PANE_PADDING_PX + INSET_PX)),
  }))

/** Axes of the panes: their lines across, or the values beside them. */
export const paneAxes = (
  { theme, decimals, plotWidth, axisLeft }: ChartLayout,
  panes: readonly ShownPane[],
  shows: 'lines' | 'labels',
) =>
  panes.map(({ id, min, max, guides }) => {
    const ticks = guides ? { customValues: [...guides] } : {}
    return {
      ...STILL,
      id,
      gridId: id,
      type: 'value',
      position: 'right',
      offset: axisLeft - plotWidth,
      min,
      max,
      splitNumber: SPLITS,
      axisLine: { show: false },
      axisTick: { show: false, ...ticks },
      splitLine: { show: shows === 'lines', lineStyle: { color: theme.grid, type: guides ? 'dashed' : 'solid' } },
      axisLabel: {
        show: shows === 'labels',
        color: theme.label,
        fontFamily: theme.font,
        fontSize: CANVAS_FONT_PX,
        formatter: (value: number) => (guides?.includes(value) ? String(value) : formatCompact(value, decimals)),
        hideOverlap: true,
        ...ticks,
      },
    } as const
  })

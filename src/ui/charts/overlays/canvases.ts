import { placeMark, type CanvasSize } from '../../screen/canvas.ts'
import * as css from '../charts.css.ts'
import type { PaintedDrawings } from '../drawings/drawings.ts'
import type { ChartLayout } from '../layout.ts'
import type { ChartOverlays } from './data.ts'
import { overlayOption, standingOption } from './option.ts'
import { OverlayError } from './overlay.ts'
import { shownPanes, type ShownPane } from './panes.ts'
import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { init, type EChartsType } from 'echarts/core'

type SeriesOption = BarSeriesOption | CustomSeriesOption | LineSeriesOption | ScatterSeriesOption

/** What an instance draws: its parts have ids, so that those of the last time are updated. */
interface InstanceOption {
  readonly grid: readonly { readonly id: string }[]
  readonly series: readonly SeriesOption[]
}

/**
 * Returns what draws an option in an ECharts instance, which is created with the first option that draws something. What the
 * next option no longer has is removed.
 */
function createInstance(element: HTMLElement, signal: AbortSignal) {
  let chart: EChartsType | undefined
  let drawn = ''
  signal.addEventListener('abort', () => chart?.dispose())

  return ({ width, height, pixelRatio }: CanvasSize, option: InstanceOption, isEmpty: boolean): void => {
    if (isEmpty && drawn === '') return
    chart ??= init(element, undefined, { width, height, devicePixelRatio: pixelRatio })
    if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    const ids = isEmpty ? '' : [...option.grid, ...option.series].map(({ id }) => id).join()
    const replaceMerge = ids === drawn ? [] : ['series', 'grid', 'xAxis', 'yAxis']
    drawn = ids
    try {
      chart.setOption({ animation: false, ...option }, { silent: true, replaceMerge })
    } catch (error) {
      // It would throw again in each of its frames.
      chart.dispose()
      chart = undefined
      drawn = ''
      throw error
    }
  }
}

/** What is over the candles, as they are laid out. */
export interface PaintedOverlays {
  readonly layout: ChartLayout
  readonly overlays: ChartOverlays
  readonly drawings: PaintedDrawings
  /** Whether more than the view, the newest candle and the drawings may have changed since the last time. */
  readonly isChanged: boolean
}

/** Of the plot's width, drawn beyond either edge. */
const MARGIN = 0.25
/** Rounding errors of a view that is moved are smaller. */
const SLOT_PX_PRECISION = 1e6

const slotPxOf = ({ plotWidth, view }: ChartLayout): number => plotWidth / (view.to - view.from)

/** The same scales, for a view and a plot that are wider at both ends. */
function widened(layout: ChartLayout, marginPx: number): ChartLayout {
  const { view, plotWidth } = layout
  const slots = marginPx / slotPxOf(layout)
  return {
    ...layout,
    plotWidth: plotWidth + 2 * marginPx,
    view: { from: view.from - slots, to: view.to + slots },
  }
}

/** All that a picture depends on besides the place of the view. */
const scalesOf = (layout: ChartLayout, panes: readonly ShownPane[]): readonly unknown[] => [
  layout.series.revision,
  layout.plotWidth,
  layout.priceAt(0),
  layout.priceAt(layout.plotHeight),
  Math.round(slotPxOf(layout) * SLOT_PX_PRECISION),
  ...panes.flatMap(({ min, max }) => [min, max]),
]
const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])

function createBox(className: string, ...children: readonly HTMLElement[]): HTMLElement {
  const box = document.createElement('div')
  box.className = className
  box.append(...children)
  return box
}

/** Those of the shown overlays that cannot be drawn by themselves. */
const failingAlone = (layout: ChartLayout, overlays: ChartOverlays): readonly string[] =>
  overlays.shown.filter((id) => {
    const alone = { ...overlays, shown: [id] }
    const controller = new AbortController()
    try {
      const draw = createInstance(document.createElement('div'), controller.signal)
      draw(layout.size, overlayOption(layout, alone, shownPanes(layout, alone)), false)
      return false
    } catch {
      return true
    } finally {
      controller.abort()
    }
  })

/**
 * The canvases over the candles. That of the overlays is wider than the plot: while the view is panned at the same scales, it is
 * moved with the candles instead of drawn again, which is what a move of the view would mostly cost. What does not move with the view has
 * a canvas of its own.
 */
export function createOverlayCanvases(host: HTMLElement, signal: AbortSignal) {
  const moved = createBox(css.movedOverlays)
  const plot = createBox(css.plot, moved)
  const standing = createBox(css.overlays)
  host.prepend(plot, standing)
  const drawMoved = createInstance(moved, signal)
  const drawStanding = createInstance(standing, signal)
  let drawnMoved: { readonly from: number; readonly scales: readonly unknown[] } | undefined
  let drawnStanding: readonly unknown[] = []

  function paintMoved({ layout, overlays, isChanged }: PaintedOverlays, panes: readonly ShownPane[]): void {
    const { view, size, plotWidth } = layout
    const marginPx = Math.round(plotWidth * MARGIN)
    const scales = scalesOf(layout, panes)
    const by = drawnMoved ? layout.snap((drawnMoved.from - view.from) * slotPxOf(layout)) : 0
    const isDrawn = !isChanged && drawnMoved && isSame(scales, drawnMoved.scales) && Math.abs(by) <= marginPx
    placeMark(moved, (isDrawn ? by : 0) - marginPx, 0)
    if (isDrawn) return
    drawnMoved = { from: view.from, scales }
    Object.assign(plot.style, { width: `${plotWidth}px`, height: `${size.height}px` })
    const wide = widened(layout, marginPx)
    drawMoved({ ...size, width: wide.plotWidth }, overlayOption(wide, overlays, panes), overlays.shown.length === 0)
  }

  function paintStanding({ layout, drawings, isChanged }: PaintedOverlays, panes: readonly ShownPane[]): void {
    const { lines, shapes, levels, measurement } = drawings
    const hasMoving = shapes.length > 0 || measurement !== undefined
    const moving = hasMoving ? [layout.view.from, layout.series.revision] : []
    const state = [...scalesOf(layout, panes), layout.base, lines, shapes, levels, measurement, ...moving]
    if (!isChanged && isSame(state, drawnStanding)) return
    drawnStanding = state
    const isEmpty = panes.length === 0 && lines.length === 0 && levels.length === 0 && !hasMoving
    drawStanding(layout.size, standingOption(layout, panes, drawings), isEmpty)
  }

  return (painted: PaintedOverlays): void => {
    const { layout, overlays } = painted
    try {
      const panes = shownPanes(layout, overlays)
      paintMoved(painted, panes)
      paintStanding(painted, panes)
    } catch (error) {
      if (overlays.shown.length === 0) throw error
      const failing = failingAlone(layout, overlays)
      throw new OverlayError(failing.length === 0 ? overlays.shown : failing, error)
    }
  }
}

import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts'
import { DatasetComponent, GridComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { changePct } from '#contract/candles.ts'
import { formatChange } from '../../format/number.ts'
import { addMark, placeMark } from '../../screen/canvas.ts'
import * as css from '../charts.css.ts'
import type { ChartLayout } from '../layout.ts'
import { createOverlayCanvases, type PaintedOverlays } from './canvases.ts'
import { comparedPair, comparedScale } from './comparison.ts'
import { valueAt, type ChartMark, type ChartOverlays } from './data.ts'
import { formatValue } from './option.ts'
import type { Overlay } from './overlay.ts'
import { paneCount } from './panes.ts'
import { overlaysOf } from './registry.ts'

use([LineChart, BarChart, ScatterChart, CustomChart, GridComponent, DatasetComponent])

/** Draws overlays, and what the user has drawn, as ECharts series above the candles. */
export interface OverlayLayer {
  readonly paneCount: (overlays: ChartOverlays) => number
  /** Sets what is in view, to be painted with the candles. */
  readonly prepare: (
    painted: Omit<PaintedOverlays, 'overlays'> & { readonly overlays: ChartOverlays | undefined },
  ) => void
  /** Writes the names and values of a slot beside each pane; without one, the newest values. */
  readonly label: (layout: ChartLayout, overlays: ChartOverlays | undefined, slot: number | undefined) => void
  /** The mark that a press on a place or slot opens something of. */
  readonly markAt: (
    layout: ChartLayout,
    overlays: ChartOverlays | undefined,
    place: PressedPlace,
  ) => ChartMark | undefined
  /** Lines of a readout of a slot: the values on the prices, then the marks. */
  readonly readout: (layout: ChartLayout, overlays: ChartOverlays | undefined, slot: number) => string[]
}

/** Where the chart was pressed, px; without them the slot was chosen by keyboard. */
export interface PressedPlace {
  readonly x?: number
  readonly y?: number
  readonly slot: number
}

/** Creates the layer over the candles; disposed of when aborted. */
export type CreateLayer = (host: HTMLElement, signal: AbortSignal) => OverlayLayer

/** Half of what can be pressed around a mark. */
const PRESS_PX = 16

const NONE: ChartOverlays = { shown: [], valuesAt: () => undefined, marks: [], need: () => undefined }

const READOUT_GAP = '   '

/** Names and values of an overlay at a slot: `EMA 9 8,123.4   EMA 21 8,120.1`. */
function readout(overlay: Overlay, layout: ChartLayout, data: ChartOverlays, slot: number): string {
  return (overlay.series?.(layout.theme) ?? [])
    .map(({ name, encode }) => {
      const value = valueAt(layout, data, slot, encode.y)
      if (value === undefined) return `${name} –`
      const scale = comparedPair(overlay.id) && comparedScale(layout, data, overlay.id)
      return `${name} ${scale ? formatChange(changePct(scale.open, value)) : formatValue(overlay, value, layout.decimals)}`
    })
    .join(READOUT_GAP)
}

/** The slot of an overlay's newest values: a candle that has just begun has none yet. */
function newestSlot({ series: seriesOf }: Overlay, layout: ChartLayout, data: ChartOverlays): number {
  const { last } = layout.series
  const isMissing = seriesOf?.(layout.theme).some(({ encode }) => valueAt(layout, data, last, encode.y) === undefined)
  return isMissing === true ? last - 1 : last
}

/** Marks at a candle. */
const marksAt = ({ series }: ChartLayout, { marks, shown }: ChartOverlays, slot: number): ChartMark[] => {
  const kinds = new Set(overlaysOf(shown).map(({ marks: kind }) => kind))
  return marks.filter(({ kind, at }) => kinds.has(kind) && series.slotOf(at) === slot)
}

const readoutLines = (layout: ChartLayout, data: ChartOverlays, slot: number): string[] => [
  ...overlaysOf(data.shown)
    .filter(({ pane, series }) => pane === undefined && series !== undefined)
    .map((overlay) => readout(overlay, layout, data, slot)),
  ...marksAt(layout, data, slot).map(({ text }) => text),
]

/**
 * Its instances are created with what they first draw: those that exist do not get what is registered later, and the one of the
 * candles has no use for it.
 */
export function createOverlayLayer(host: HTMLElement, signal: AbortSignal): OverlayLayer {
  const labels: HTMLElement[] = []
  const paint = createOverlayCanvases(host, signal)
  return {
    paneCount,
    markAt(layout, overlays = NONE, { x, y, slot }) {
      const reach = Math.ceil(PRESS_PX / Math.max(1, layout.x(1) - layout.x(0)))
      const slots = x === undefined ? [slot] : Array.from({ length: 2 * reach + 1 }, (_, i) => slot - reach + i)
      return slots
        .flatMap((each) => marksAt(layout, overlays, each).map((mark) => ({ mark, slot: each })))
        .find(({ mark, slot: at }) => {
          const candle = layout.series.at(at)
          if (mark.opens === undefined || !candle) return false
          if (x === undefined || y === undefined) return true
          const level = layout.y(mark.direction === 'bearish' ? candle.high : candle.low)
          return Math.abs(layout.x(at) - x) <= PRESS_PX && Math.abs(level - y) <= 2 * PRESS_PX
        })?.mark
    },
    readout: (layout, overlays = NONE, slot) => readoutLines(layout, overlays, slot),
    prepare: ({ overlays = NONE, ...painted }) => paint({ ...painted, overlays }),
    label(layout, overlays = NONE, slot) {
      const panes = overlaysOf(overlays.shown).filter(({ pane }) => pane !== undefined)
      while (labels.length < panes.length) labels.push(addMark(host, 'div', css.paneLabel))
      for (const [index, mark] of labels.entries()) {
        const overlay = panes[index]
        mark.hidden = !overlay
        if (!overlay) continue
        const text = readout(overlay, layout, overlays, slot ?? newestSlot(overlay, layout, overlays))
        placeMark(mark, 0, layout.plotHeight + index * layout.paneHeight, text)
      }
    },
  }
}

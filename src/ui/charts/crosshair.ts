import { formatCandle } from '../format/candles.ts'
import { formatCandleTime } from '../format/chart-labels.ts'
import type { PointedSlot } from '../input/navigation.ts'
import { addMark, clearCanvas, TAG_PX } from '../screen/canvas.ts'
import { canvasFont } from '../theme/canvas.ts'
import * as css from './charts.css.ts'
import { AXIS_INSET_PX, CHARACTER_PX, TIME_AXIS_PX, type ChartLayout } from './layout.ts'
import { zoneText } from './zones.ts'

/** From the corner of the chart to the legend. */
const LEGEND_PX = 4
const LEGEND_OPACITY = 0.82
/** From the lower edge of the chart to the time tag. */
const TIME_PX = 3

/** Lines of a text, broken at spaces where they are longer than a number of characters. */
function wrapped(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const rows: string[] = []
    let rest = line
    for (
      let end = rest.lastIndexOf(' ', columns);
      rest.length > columns && end > 0;
      end = rest.lastIndexOf(' ', columns)
    ) {
      rows.push(rest.slice(0, end))
      rest = rest.slice(end).trimStart()
    }
    return [...rows, rest]
  })
}

interface Box {
  readonly x: number
  readonly y: number
  readonly rows: readonly string[]
  /** As wide as its longest row if absent. */
  readonly width?: number
  readonly fill: string
  readonly opacity?: number
  readonly color: string
}

const widthOf = (rows: readonly string[]): number =>
  Math.ceil(Math.max(...rows.map((row) => row.length)) * CHARACTER_PX) + 2 * AXIS_INSET_PX

function drawBox(context: CanvasRenderingContext2D, { x, y, rows, fill, color, ...box }: Box): void {
  const { width = widthOf(rows), opacity = 1 } = box
  context.globalAlpha = opacity
  context.fillStyle = fill
  context.fillRect(x, y, width, rows.length * TAG_PX)
  context.globalAlpha = 1
  context.fillStyle = color
  for (const [index, row] of rows.entries()) context.fillText(row, x + AXIS_INSET_PX, y + (index + 0.5) * TAG_PX)
}

/** The zones that contain a price, one a line. */
const describeZones = ({ zones, mode, decimals }: ChartLayout, at: number): string =>
  (mode === 'off' ? [] : zones)
    .filter(({ from, to }) => from <= at && at <= to)
    .map((zone) => `\n${zoneText(zone, decimals)}`)
    .join('')

/**
 * Crosshair lines with price and time tags, and the OHLCV legend of the candle. Without a pointer the line is at the close. All
 * of it is one canvas, since elements would cost style, layout and layers at every move; its text is that of the legend.
 */
export function createCrosshair(host: HTMLElement) {
  const canvas = addMark(host, 'canvas', css.overlays)
  const text = canvas.appendChild(new Text())

  return (layout: ChartLayout, pointed: PointedSlot | undefined, readout: readonly string[] = []): void => {
    const { series, decimals, plotWidth, plotHeight, theme, size, axisLeft } = layout
    const candle = pointed && series.at(pointed.slot)
    const x = pointed ? Math.round(layout.x(pointed.slot) - 0.5) : -1
    const isVisible = candle && x >= 0 && x < plotWidth
    canvas.hidden = !isVisible
    if (!isVisible) {
      text.data = ''
      return
    }
    const context = clearCanvas(canvas, size)
    if (!context) return
    context.font = canvasFont(theme)
    context.textBaseline = 'middle'
    const y = Math.round(Math.min(pointed.y ?? layout.y(candle.close), plotHeight - 1))
    const price = pointed.y === undefined ? candle.close : layout.priceAt(y)
    const tag = { fill: theme.text, color: theme.background }
    context.fillStyle = theme.line
    context.fillRect(x, 0, 1, size.height - TIME_AXIS_PX)
    if (pointed.y === undefined || pointed.y <= plotHeight) {
      context.fillRect(0, y, axisLeft, 1)
      const place = { x: axisLeft, y: y - TAG_PX / 2, width: size.width - axisLeft }
      drawBox(context, { ...tag, ...place, rows: [layout.labelOf(price)] })
    }
    const time = formatCandleTime(candle.timestamp, series.newest?.timestamp ?? 0, series.stepS)
    const left = Math.max(0, Math.round(x - widthOf([time]) / 2))
    drawBox(context, { ...tag, x: left, y: size.height - TAG_PX - TIME_PX, rows: [time] })
    const zones = pointed.y === undefined ? '' : describeZones(layout, price)
    text.data = [formatCandle(candle, time, series.missingBefore(pointed.slot), decimals) + zones, ...readout].join(
      '\n',
    )
    const rows = wrapped(text.data, Math.floor((size.width - 2 * (LEGEND_PX + AXIS_INSET_PX)) / CHARACTER_PX))
    const style = { fill: theme.background, opacity: LEGEND_OPACITY, color: theme.text }
    drawBox(context, { ...style, x: LEGEND_PX, y: LEGEND_PX, rows })
  }
}

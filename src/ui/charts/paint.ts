import type { Candle } from '#contract/candles.ts'
import { formatFigure, formatTimeTick } from '../format/plain.ts'
import { inSight } from '../input/viewport.ts'
import { canvasFont } from '../theme/canvas.ts'
import { AXIS_INSET_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { levelOf, zoneOpacity } from './zones.ts'

/** The part of a canvas context that painters use; colours are set, never restored: the shape around them does that. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'globalAlpha' | 'font' | 'textAlign' | 'textBaseline' | 'fillRect' | 'fillText' | 'measureText'
>

const VOLUME_ALPHA = 0.34
const GAP_ALPHA = 0.5
const GAP_TICK_PX = 16

export const trendOf = ({ open, close }: Candle): 'up' | 'down' => (close >= open ? 'up' : 'down')

/**
 * The candles of the slots `from` to `to` and their volumes, on whole device pixels: fillRect rasters cheapest so. `x` gives
 * a slot's centre.
 */
export function paintCandles(pen: Pen, frame: Frame, from: number, to: number, x: (slot: number) => number): void {
  const { series, theme, snap, y, bodyPx, pixel, plotHeight, volumePx } = frame
  for (let slot = from; slot <= to; slot++) {
    const candle = series.at(slot)
    if (!candle) continue
    const wick = snap(x(slot) - pixel / 2)
    const left = wick - (bodyPx - pixel) / 2
    const [high, low, open, close] = [y(candle.high), y(candle.low), y(candle.open), y(candle.close)]
    const volume = Math.ceil((candle.volume * volumePx) / pixel) * pixel
    pen.fillStyle = theme[trendOf(candle)]
    pen.globalAlpha = VOLUME_ALPHA
    pen.fillRect(left, plotHeight - volume, bodyPx, volume)
    pen.globalAlpha = 1
    pen.fillRect(wick, high, pixel, low - high)
    pen.fillRect(left, Math.min(open, close), bodyPx, Math.max(pixel, Math.abs(open - close)))
  }
}

function paintGrid(pen: Pen, { theme, prices, times, x, y, snap, plotWidth, plotHeight, pixel }: Frame): void {
  pen.fillStyle = theme.grid
  for (const price of prices) pen.fillRect(0, y(price), plotWidth, pixel)
  for (const slot of times) pen.fillRect(snap(x(slot)), 0, pixel, plotHeight)
}

function paintZones(pen: Pen, { zones, mode, theme, y, plotWidth }: Frame): void {
  for (const zone of mode === 'off' ? [] : zones) {
    const [top, bottom, level] = [y(zone.to), y(zone.from), y(levelOf(zone))]
    const { line, fill } = zoneOpacity(zone.strength)
    const isSupport = zone.kind === 'support'
    pen.fillStyle = isSupport ? theme.up : theme.down
    pen.globalAlpha = fill
    if (mode === 'zones') pen.fillRect(0, top, plotWidth, Math.max(1, bottom - top))
    pen.globalAlpha = line
    pen.fillRect(0, level, plotWidth, 1)
    pen.fillText(isSupport ? 'S' : 'R', 4, level - 6)
  }
  pen.globalAlpha = 1
}

/** A tick wherever minutes are missing; their count, and a faint line down, as far as the counts have room. */
function paintGaps(pen: Pen, { series, theme, snap, x, plotHeight }: Frame, from: number, to: number): void {
  let free = 0
  pen.fillStyle = theme.warning
  for (let slot = from; slot <= to; slot++) {
    const missing = series.missingBefore(slot)
    if (missing === 0) continue
    const left = snap(x(slot - 0.5))
    const count = `${missing}m`
    const half = pen.measureText(count).width / 2
    pen.fillRect(left, GAP_TICK_PX, 1, GAP_TICK_PX / 2)
    if (left - half < free) continue
    free = left + half + 8
    pen.fillText(count, left - half, GAP_TICK_PX / 2 + 1)
    pen.globalAlpha = GAP_ALPHA
    for (let y = 2 * GAP_TICK_PX; y < plotHeight; y += 8) pen.fillRect(left, y, 1, 4)
    pen.globalAlpha = 1
  }
}

/** Over what the painters before let hang out of the plot. */
function paintAxes(pen: Pen, frame: Frame): void {
  const { series, theme, prices, decimals, x, y, plotWidth, plotHeight, size } = frame
  const middle = (plotHeight + size.height) / 2
  pen.fillStyle = theme.background
  pen.fillRect(plotWidth, 0, size.width - plotWidth, size.height)
  pen.fillRect(0, plotHeight, size.width, size.height - plotHeight)
  pen.fillStyle = theme.label
  pen.fillText('UTC', plotWidth + AXIS_INSET_PX, middle)
  for (const price of prices) pen.fillText(formatFigure(price, decimals), plotWidth + AXIS_INSET_PX, y(price))
  pen.textAlign = 'center'
  for (const slot of frame.times) {
    const text = formatTimeTick(series.timeAt(slot), series.timeAt(slot - 1))
    if (x(slot) < plotWidth - 16) pen.fillText(text, Math.max(18, x(slot)), middle)
  }
}

/** All of a frame but its newest candle, which lives on a strip of its own. */
export function paintHistory(pen: Pen, frame: Frame): void {
  const { first, last } = inSight(frame.view, frame.series)
  pen.font = canvasFont(frame.theme)
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  paintGrid(pen, frame)
  paintZones(pen, frame)
  paintCandles(pen, frame, first, Math.min(last, frame.series.last - 1), frame.x)
  paintGaps(pen, frame, first, last)
  paintAxes(pen, frame)
}

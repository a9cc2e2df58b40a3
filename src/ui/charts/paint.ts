import type { Candle } from '#contract/candles.ts'
import { AXIS_INSET_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { formatDay, formatFigure, formatMinute } from './figures.ts'
import { FONT_PX, canvasFont } from './theme.ts'
import { inSight } from './view.ts'
import { levelOf, zoneOpacity } from './zones.ts'

/** The part of a canvas context that painters use; colours are set, never restored: the shape around them does that. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'globalAlpha' | 'font' | 'textAlign' | 'textBaseline' | 'fillRect' | 'fillText' | 'measureText'
>

const VOLUME_ALPHA = 0.34
const GAP_ALPHA = 0.5
const GAP_TICK_PX = 16
const DAY_S = 86_400

export const rises = (candle: Candle): boolean => candle.close >= candle.open

/** One candle and its volume around the centre `x`, on whole device pixels: fillRect rasters cheapest so. */
function paintCandle(pen: Pen, frame: Frame, candle: Candle, x: number): void {
  const { snap, y, theme, bodyPx, pixel, plotHeight } = frame
  const wick = snap(x - pixel / 2)
  const left = wick - (bodyPx - pixel) / 2
  const volume = candle.volume > 0 ? Math.max(pixel, snap(candle.volume * frame.volumePx)) : 0
  const [high, low] = [snap(y(candle.high)), snap(y(candle.low))]
  const top = snap(y(Math.max(candle.open, candle.close)))
  const bottom = snap(y(Math.min(candle.open, candle.close)))
  pen.fillStyle = rises(candle) ? theme.up : theme.down
  pen.globalAlpha = VOLUME_ALPHA
  pen.fillRect(left, plotHeight - volume, bodyPx, volume)
  pen.globalAlpha = 1
  pen.fillRect(wick, high, pixel, low - high)
  pen.fillRect(left, top, bodyPx, Math.max(pixel, bottom - top))
}

/** The candles of the slots `from` to `to` and their volumes; `x` gives a slot's centre. */
export function paintCandles(pen: Pen, frame: Frame, from: number, to: number, x: (slot: number) => number): void {
  for (let slot = from; slot <= to; slot++) {
    const candle = frame.series.at(slot)
    if (candle) paintCandle(pen, frame, candle, x(slot))
  }
}

function paintGrid(pen: Pen, { theme, prices, times, x, y, snap, plotWidth, plotHeight, pixel }: Frame): void {
  pen.fillStyle = theme.grid
  for (const price of prices) pen.fillRect(0, snap(y(price)), plotWidth, pixel)
  for (const slot of times) pen.fillRect(snap(x(slot)), 0, pixel, plotHeight)
}

function paintZones(pen: Pen, frame: Frame): void {
  if (frame.mode === 'off') return
  const { theme, snap, y, plotWidth } = frame
  for (const zone of frame.zones) {
    const opacity = zoneOpacity(zone.strength)
    pen.fillStyle = zone.kind === 'support' ? theme.up : theme.down
    if (frame.mode === 'zones') {
      pen.globalAlpha = opacity.fill
      const [top, bottom] = [snap(y(Math.max(zone.from, zone.to))), snap(y(Math.min(zone.from, zone.to)))]
      pen.fillRect(0, top, plotWidth, Math.max(1, bottom - top))
    }
    pen.globalAlpha = opacity.line
    const level = snap(y(levelOf(zone)))
    pen.fillRect(0, level, plotWidth, 1)
    pen.fillText(zone.kind === 'support' ? 'S' : 'R', 4, level - 6)
  }
  pen.globalAlpha = 1
}

/** A tick wherever minutes are missing; their count, and a faint line down, as far as the counts have room. */
function paintGaps(pen: Pen, frame: Frame, from: number, to: number): void {
  pen.fillStyle = frame.theme.gap
  let free = 0
  for (let slot = from; slot <= to; slot++) {
    const missing = frame.series.missingBefore(slot)
    if (missing === 0) continue
    const x = frame.snap(frame.x(slot - 0.5))
    pen.fillRect(x, GAP_TICK_PX, 1, GAP_TICK_PX / 2)
    const text = `${missing}m`
    const half = pen.measureText(text).width / 2
    if (x - half < free) continue
    free = x + half + 8
    pen.fillText(text, x - half, GAP_TICK_PX / 2 + 1)
    pen.globalAlpha = GAP_ALPHA
    for (let y = 2 * GAP_TICK_PX; y < frame.plotHeight; y += 8) pen.fillRect(x, y, 1, 4)
    pen.globalAlpha = 1
  }
}

function paintAxes(pen: Pen, frame: Frame): void {
  const { theme, prices, times, x, y, plotWidth, plotHeight, series, size } = frame
  pen.fillStyle = theme.background
  pen.fillRect(plotWidth, 0, size.width - plotWidth, size.height)
  pen.fillRect(0, plotHeight, size.width, size.height - plotHeight)
  pen.fillStyle = theme.label
  for (const price of prices) {
    const at = y(price)
    if (at > FONT_PX / 2 && at < plotHeight - FONT_PX / 2)
      pen.fillText(formatFigure(price, frame.decimals), plotWidth + AXIS_INSET_PX, at)
  }
  const middle = (plotHeight + size.height) / 2
  pen.fillText('UTC', plotWidth + AXIS_INSET_PX, middle)
  pen.textAlign = 'center'
  for (const slot of times) {
    const time = series.at(slot)?.timestamp ?? 0
    const newDay = Math.floor(time / DAY_S) !== Math.floor((series.at(slot - 1)?.timestamp ?? time) / DAY_S)
    if (x(slot) < plotWidth - 16)
      pen.fillText(newDay ? formatDay(time) : formatMinute(time), Math.max(18, x(slot)), middle)
  }
}

/** All of a frame but its newest candle, which lives on a strip of its own. */
export function paintHistory(pen: Pen, frame: Frame): void {
  const { series, view, theme } = frame
  const { first: from, last: to } = inSight(view, series)
  pen.font = canvasFont(theme)
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  paintGrid(pen, frame)
  paintZones(pen, frame)
  paintCandles(pen, frame, from, Math.min(to, series.last - 1), frame.x)
  paintGaps(pen, frame, from, to)
  paintAxes(pen, frame)
}

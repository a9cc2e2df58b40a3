import type { Candle } from '#contract/candles.ts'
import { AXIS_INSET_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { formatFigure } from './figures.ts'
import { formatDay, formatMinute } from './figures.ts'
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

const rises = (candle: Candle) => candle.close >= candle.open

/** One candle's volume or body and wick around the centre `x`, on whole device pixels: fillRect rasters cheapest so. */
function paintCandle(pen: Pen, frame: Frame, candle: Candle, x: number, part: 'volume' | 'price'): void {
  const { snap, bodyPx, plotHeight } = frame
  const pixel = 1 / frame.size.pixelRatio
  const wick = snap(x - pixel / 2)
  const left = wick - (bodyPx - pixel) / 2
  if (part === 'volume') {
    const height = candle.volume > 0 ? Math.max(pixel, snap(candle.volume * frame.volumePx)) : 0
    pen.fillRect(left, plotHeight - height, bodyPx, height)
    return
  }
  const high = snap(frame.y(candle.high))
  const top = snap(frame.y(Math.max(candle.open, candle.close)))
  const bottom = snap(frame.y(Math.min(candle.open, candle.close)))
  pen.fillRect(wick, high, pixel, snap(frame.y(candle.low)) - high)
  pen.fillRect(left, top, bodyPx, Math.max(pixel, bottom - top))
}

/** The candles of the slots `from` to `to` and their volumes; `x` gives a slot's centre. */
export function paintCandles(pen: Pen, frame: Frame, from: number, to: number, x: (slot: number) => number): void {
  for (const part of ['volume', 'price'] as const) {
    pen.globalAlpha = part === 'volume' ? VOLUME_ALPHA : 1
    for (const rising of [true, false]) {
      pen.fillStyle = rising ? frame.theme.up : frame.theme.down
      for (let slot = from; slot <= to; slot++) {
        const candle = frame.series.at(slot)
        if (candle && rises(candle) === rising) paintCandle(pen, frame, candle, x(slot), part)
      }
    }
  }
  pen.globalAlpha = 1
}

function paintGrid(pen: Pen, { theme, prices, times, x, y, snap, plotWidth, plotHeight, size }: Frame): void {
  pen.fillStyle = theme.grid
  const pixel = 1 / size.pixelRatio
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
      const top = snap(y(Math.max(zone.from, zone.to)))
      pen.fillRect(0, top, plotWidth, Math.max(1, snap(y(Math.min(zone.from, zone.to))) - top))
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

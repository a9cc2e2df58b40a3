import { readCandle } from '../format/candles.ts'
import { formatFigure, formatMinute } from '../format/plain.ts'
import type { Pointed } from '../input/navigation.ts'
import { clamp } from '../input/viewport.ts'
import { clearCanvas, paintTag } from '../screen/canvas.ts'
import { addMark, placeMark } from '../screen/mark.ts'
import { canvasFont } from '../theme/canvas.ts'
import { AXIS_INSET_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { paintCandles, trendOf } from './paint.ts'
import * as css from './charts.css.ts'

const TAG_PX = 18

/**
 * What a tick moves: the newest candle and its volume, and the line and tag of its price. The candle stands on a canvas just
 * as wide as it needs, so that a few thousand pixels are cleared and copied instead of the whole chart. The line is pinned to
 * the plot's edge when the price is outside.
 */
export function createNewest(host: HTMLElement) {
  const strip = addMark(host, 'canvas', css.strip)
  const line = addMark(host, 'div', css.priceLine)
  const tag = addMark(line, 'canvas', css.priceTag)
  let shown = ''
  return (frame: Frame): void => {
    const { series, theme, size, pixel, plotWidth, plotHeight } = frame
    const { newest, last } = series
    line.hidden = strip.hidden = !newest
    if (!newest) return
    const half = Math.ceil((frame.bodyPx + 2) / 4) * 2
    const left = frame.snap(frame.x(last) - pixel / 2) - half
    placeMark(strip, left, 0)
    const pen = clearCanvas(strip, { ...size, width: clamp(plotWidth - left, 0, 2 * half), height: plotHeight })
    if (pen) paintCandles(pen, frame, last, last, () => half + pixel / 2)

    const fill = theme[trendOf(newest)]
    if (fill !== shown) line.style.color = fill
    shown = fill
    placeMark(line, 0, Math.round(clamp(frame.y(newest.close), 0, plotHeight - 1)))
    const look = { fill, ink: theme.background, font: canvasFont(theme, 600), inset: AXIS_INSET_PX }
    const tagSize = { ...size, width: size.width - plotWidth, height: TAG_PX }
    paintTag(tag, tagSize, formatFigure(newest.close, frame.decimals), look)
  }
}

/**
 * Crosshair lines, its price and time tags, and the figures of its candle. Where no height is pointed at, it stands at the
 * candle's close.
 */
export function createCrosshair(host: HTMLElement) {
  const [vertical, horizontal] = [addMark(host, 'div', css.vertical), addMark(host, 'div', css.horizontal)]
  const [price, time] = [addMark(host, 'div', css.price), addMark(host, 'div', css.time)]
  const figures = addMark(host, 'div', css.figures)
  return (frame: Frame, at: Pointed | undefined): void => {
    const { series, decimals, plotWidth, plotHeight } = frame
    const candle = at && series.at(at.slot)
    const x = at ? Math.round(frame.x(at.slot) - 0.5) : -1
    const isInSight = candle && x >= 0 && x < plotWidth
    for (const mark of [vertical, horizontal, price, time, figures]) mark.hidden = !isInSight
    if (!isInSight) return
    const y = Math.round(Math.min(at.y ?? frame.y(candle.close), plotHeight - 1))
    placeMark(vertical, x, 0)
    placeMark(horizontal, 0, y)
    placeMark(price, plotWidth, y, formatFigure(at.y === undefined ? candle.close : frame.priceAt(y), decimals))
    placeMark(time, Math.max(22, x), 0, formatMinute(candle.timestamp))
    placeMark(figures, 0, 0, readCandle(candle, series.missingBefore(at.slot), decimals))
  }
}

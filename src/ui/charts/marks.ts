import { AXIS_INSET_PX, TIME_AXIS_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { readCandle } from './describe.ts'
import { formatFigure, formatMinute } from './figures.ts'
import { paintCandles, rises } from './paint.ts'
import { canvasFont } from './theme.ts'
import * as css from './charts.css.ts'

/** Where the crosshair stands: on a candle, at a height in px, or at its close when no height is given. */
export interface CrosshairAt {
  readonly slot: number
  readonly y?: number | undefined
}

const TAG_PX = 18

/** A node over the history, which is only ever moved, painted and refilled. */
export function addMark<K extends 'div' | 'canvas'>(parent: HTMLElement, tag: K, className: string) {
  const mark = parent.appendChild(document.createElement(tag))
  mark.className = className
  return mark
}

function move(mark: HTMLElement, x: number, y: number): void {
  mark.style.transform = `translate(${x}px,${y}px)`
}

function write(mark: HTMLElement, text: string): void {
  if (mark.textContent !== text) mark.textContent = text
}

/** The context of a canvas, which is made as large as asked in CSS px, and cleared; null where canvases cannot be had. */
function clear(canvas: HTMLCanvasElement, width: number, height: number, { size }: Frame) {
  const pen = canvas.getContext('2d')
  const [columns, rows] = [Math.round(width * size.pixelRatio), Math.round(height * size.pixelRatio)]
  if (canvas.width !== columns || canvas.height !== rows) {
    Object.assign(canvas, { width: columns, height: rows })
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
    pen?.scale(size.pixelRatio, size.pixelRatio)
  }
  pen?.clearRect(0, 0, width, height)
  return pen
}

/**
 * The newest candle and its volume on a canvas just as wide as they need: a tick clears and copies a few thousand pixels
 * instead of the whole chart.
 */
export function createStrip(plot: HTMLElement) {
  const strip = addMark(plot, 'canvas', css.strip)
  return (frame: Frame): void => {
    const { series, pixel, bodyPx } = frame
    const half = Math.ceil((bodyPx + 2) / 4) * 2
    move(strip, frame.snap(frame.x(series.last) - pixel / 2) - half, 0)
    const pen = clear(strip, 2 * half, frame.plotHeight, frame)
    if (pen) paintCandles(pen, frame, series.last, series.last, () => half + pixel / 2)
  }
}

/**
 * The line and tag of the newest price; a price outside the plot is pinned to its edge. The tag is painted, because text in
 * the document would be laid out anew at every tick.
 */
export function createPriceMark(host: HTMLElement) {
  const line = addMark(host, 'div', css.priceLine)
  const tag = addMark(line, 'canvas', css.priceTag)
  return (frame: Frame): void => {
    const candle = frame.series.at(frame.series.last)
    line.hidden = !candle
    if (!candle) return
    const { theme, plotWidth, plotHeight, size } = frame
    const trend = rises(candle) ? 'up' : 'down'
    line.dataset['trend'] = trend
    move(line, 0, Math.round(Math.min(Math.max(frame.y(candle.close), 0), plotHeight - 1)) - TAG_PX / 2)
    const pen = clear(tag, size.width - plotWidth, TAG_PX, frame)
    if (!pen) return
    pen.fillStyle = theme[trend]
    pen.fillRect(0, 0, size.width - plotWidth, TAG_PX)
    pen.fillStyle = theme.background
    pen.font = canvasFont(theme, 600)
    pen.textBaseline = 'middle'
    pen.fillText(formatFigure(candle.close, frame.decimals), AXIS_INSET_PX, TAG_PX / 2)
  }
}

/** Crosshair lines, its price and time tags, and the figures of its candle. */
export function createCrosshair(plot: HTMLElement, host: HTMLElement) {
  const vertical = addMark(plot, 'div', css.crossVertical)
  const horizontal = addMark(plot, 'div', css.crossHorizontal)
  const price = addMark(host, 'div', css.crossPrice)
  const time = addMark(host, 'div', css.crossTime)
  const figures = addMark(host, 'div', css.readout)
  return (frame: Frame, at: CrosshairAt | undefined): void => {
    const candle = at && frame.series.at(at.slot)
    for (const mark of [vertical, horizontal, price, time, figures]) mark.hidden = !candle
    if (!candle) return
    const x = Math.round(frame.x(at.slot) - 0.5)
    const y = Math.round(Math.min(at.y ?? frame.y(candle.close), frame.plotHeight - 1))
    move(vertical, x, 0)
    move(horizontal, 0, y)
    move(price, frame.plotWidth, y - TAG_PX / 2)
    write(price, formatFigure(at.y === undefined ? candle.close : frame.priceAt(y), frame.decimals))
    move(time, x - css.TIME_TAG_PX / 2, frame.plotHeight + (TIME_AXIS_PX - TAG_PX) / 2)
    write(time, formatMinute(candle.timestamp))
    write(figures, readCandle(frame.series, at.slot, candle, frame.decimals))
  }
}

import type { Candle } from '#contract/candles.ts'
import { AXIS_INSET_PX, TIME_AXIS_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { formatFigure } from './figures.ts'
import { formatMinute } from './figures.ts'
import { canvasFont } from './theme.ts'
import { createPad } from './pad.ts'
import * as css from './charts.css.ts'

/** Where the crosshair stands: on a candle, at a height in px, or at its close when no height is given. */
export interface CrosshairAt {
  readonly slot: number
  readonly y?: number | undefined
}

const TAG_PX = 18

/** A node that is only ever moved and refilled; each write is left out when nothing changed. */
function mark(parent: HTMLElement, className: string) {
  const node = parent.appendChild(document.createElement('div'))
  node.className = className
  const text = node.appendChild(document.createTextNode(''))
  let place = ''
  return {
    node,
    move(x: number, y: number): void {
      const next = `translate(${x}px,${y}px)`
      if (next !== place) node.style.transform = place = next
    },
    write(next: string): void {
      if (text.data !== next) text.data = next
    },
    show(shown: boolean): void {
      if (node.hidden === shown) node.hidden = !shown
    },
  }
}

/**
 * The line and tag of the newest price; a price outside the plot is pinned to its edge. The tag is painted, because text in
 * the document would be laid out anew at every tick.
 */
export function createPriceMark(host: HTMLElement) {
  const line = mark(host, css.priceLine)
  const tag = createPad(line.node, css.priceTag)
  return (frame: Frame, candle: Candle | undefined): void => {
    line.show(candle !== undefined)
    if (!candle) return
    const { theme, plotWidth, plotHeight, size } = frame
    const y = Math.round(Math.min(Math.max(frame.y(candle.close), 0), plotHeight - 1))
    const trend = candle.close >= candle.open ? 'up' : 'down'
    if (line.node.dataset['trend'] !== trend) line.node.dataset['trend'] = trend
    line.move(0, y - TAG_PX / 2)
    const pen = tag.clear(size.width - plotWidth, TAG_PX, size.pixelRatio)
    if (!pen) return
    pen.fillStyle = theme[trend]
    pen.fillRect(0, 0, size.width - plotWidth, TAG_PX)
    pen.fillStyle = theme.background
    pen.font = canvasFont(theme, 600)
    pen.textBaseline = 'middle'
    pen.fillText(formatFigure(candle.close, frame.decimals), AXIS_INSET_PX, TAG_PX / 2)
  }
}

/** One candle in figures, for the readout. */
function readout(frame: Frame, slot: number, { timestamp, open, high, low, close, volume }: Candle): string {
  const [o, h, l, c] = [open, high, low, close].map((price) => formatFigure(price, frame.decimals))
  const missing = frame.series.missingBefore(slot)
  const gap = missing > 0 ? `   ${missing} min missing before` : ''
  return `${formatMinute(timestamp)}   O ${o}   H ${h}   L ${l}   C ${c}   V ${formatFigure(volume, 4)}${gap}`
}

/** Crosshair lines, its price and time tags, and the figures of its candle. */
export function createCrosshair(plot: HTMLElement, host: HTMLElement) {
  const vertical = mark(plot, css.crossVertical)
  const horizontal = mark(plot, css.crossHorizontal)
  const price = mark(host, css.crossPrice)
  const time = mark(host, css.crossTime)
  const figures = mark(host, css.readout)
  const marks = [vertical, horizontal, price, time, figures]
  return (frame: Frame, at: CrosshairAt | undefined): void => {
    const candle = at && frame.series.at(at.slot)
    for (const part of marks) part.show(candle !== undefined)
    if (!candle) return
    const x = Math.round(frame.x(at.slot) - 0.5)
    const y = Math.round(Math.min(at.y ?? frame.y(candle.close), frame.plotHeight - 1))
    vertical.move(x, 0)
    horizontal.move(0, y)
    price.move(frame.plotWidth, y - TAG_PX / 2)
    price.write(formatFigure(at.y === undefined ? candle.close : frame.priceAt(y), frame.decimals))
    time.move(x - css.TIME_TAG_PX / 2, frame.plotHeight + (TIME_AXIS_PX - TAG_PX) / 2)
    time.write(formatMinute(candle.timestamp))
    figures.write(readout(frame, at.slot, candle))
  }
}

import type { Candle } from '#contract/candles.ts'
import { TIME_AXIS_PX } from './frame.ts'
import type { Frame } from './frame.ts'
import { formatNumber } from '../format/number.ts'
import { formatMinute } from './time.ts'
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

/** The line and tag of the newest price. A price outside the plot is pinned to its edge. */
export function createPriceMark(plot: HTMLElement, host: HTMLElement) {
  const line = mark(plot, css.priceLine)
  const tag = mark(host, css.priceTag)
  return (frame: Frame, candle: Candle | undefined): void => {
    line.show(candle !== undefined)
    tag.show(candle !== undefined)
    if (!candle) return
    const y = Math.round(Math.min(Math.max(frame.y(candle.close), 0), frame.plotHeight - 1))
    const trend = candle.close >= candle.open ? 'up' : 'down'
    if (line.node.dataset['trend'] !== trend) line.node.dataset['trend'] = tag.node.dataset['trend'] = trend
    line.move(0, y)
    tag.move(frame.plotWidth, y - TAG_PX / 2)
    tag.write(formatNumber(candle.close, frame.decimals))
  }
}

/** One candle in figures, for the readout. */
function readout(frame: Frame, slot: number, { timestamp, open, high, low, close, volume }: Candle): string {
  const [o, h, l, c] = [open, high, low, close].map((price) => formatNumber(price, frame.decimals))
  const missing = frame.series.missingBefore(slot)
  const gap = missing > 0 ? `   ${missing} min missing before` : ''
  return `${formatMinute(timestamp)}   O ${o}   H ${h}   L ${l}   C ${c}   V ${formatNumber(volume, 4)}${gap}`
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
    for (const { show } of marks) show(candle !== undefined)
    if (!candle) return
    const x = Math.round(frame.x(at.slot) - 0.5)
    const y = Math.round(Math.min(at.y ?? frame.y(candle.close), frame.plotHeight - 1))
    vertical.move(x, 0)
    horizontal.move(0, y)
    price.move(frame.plotWidth, y - TAG_PX / 2)
    price.write(formatNumber(frame.priceAt(y), frame.decimals))
    time.move(x - css.TIME_TAG_PX / 2, frame.plotHeight + (TIME_AXIS_PX - TAG_PX) / 2)
    time.write(formatMinute(candle.timestamp))
    figures.write(readout(frame, at.slot, candle))
  }
}

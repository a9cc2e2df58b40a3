import type { Frame } from './frame.ts'
import { paintCandles } from './paint.ts'
import { createPad } from './pad.ts'
import * as css from './charts.css.ts'

/**
 * The newest candle and its volume on a canvas just as wide as they need, moved into place by a transform: a tick clears and
 * copies a few thousand pixels instead of the whole chart.
 */
export function createLiveStrip(parent: HTMLElement) {
  const strip = createPad(parent, css.pad)
  return (frame: Frame): void => {
    const slot = frame.series.last
    const pixel = 1 / frame.size.pixelRatio
    const wick = frame.snap(frame.x(slot) - pixel / 2)
    const half = Math.ceil((frame.bodyPx + 2) / 4) * 2
    strip.element.hidden = wick < -half || wick > frame.plotWidth + half
    if (strip.element.hidden) return
    strip.move(wick - half, 0)
    const pen = strip.clear(2 * half, frame.plotHeight, frame.size.pixelRatio)
    if (pen) paintCandles(pen, frame, slot, slot, () => half + pixel / 2)
  }
}

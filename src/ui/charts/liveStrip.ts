import type { Frame } from './frame.ts'
import { paintCandles } from './paint.ts'
import * as css from './charts.css.ts'

/**
 * The newest candle and its volume on a canvas just as wide as they need, moved into place by a transform: a tick clears and
 * copies a few thousand pixels instead of the whole chart.
 */
export function createLiveStrip(parent: HTMLElement) {
  const canvas = parent.appendChild(document.createElement('canvas'))
  canvas.className = css.strip
  const pen = canvas.getContext('2d')
  let left: number | undefined
  return (frame: Frame): void => {
    const slot = frame.series.last
    const pixel = 1 / frame.size.pixelRatio
    const wick = frame.snap(frame.x(slot) - pixel / 2)
    const half = Math.ceil((frame.bodyPx + 2) / 4) * 2
    canvas.hidden = wick < -half || wick > frame.plotWidth + half
    if (canvas.hidden || !pen) return
    const [width, height] = [2 * half, frame.plotHeight]
    if (canvas.width !== Math.round(width / pixel) || canvas.height !== Math.round(height / pixel)) {
      canvas.width = Math.round(width / pixel)
      canvas.height = Math.round(height / pixel)
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
      pen.scale(1 / pixel, 1 / pixel)
    }
    if (wick - half !== left) {
      left = wick - half
      canvas.style.transform = `translateX(${left}px)`
    }
    pen.clearRect(0, 0, width, height)
    paintCandles(pen, frame, slot, slot, () => half + pixel / 2)
  }
}

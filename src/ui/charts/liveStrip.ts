import { init } from 'zrender/lib/zrender'
import type { Frame } from './frame.ts'
import { paintCandles } from './paint.ts'
import { PlotShape } from './plotShape.ts'
import type { Pen, Surface } from './plotShape.ts'
import * as css from './charts.css.ts'

/**
 * The newest candle and its volume on a canvas just as wide as they need, moved into place by a transform: a tick clears and
 * copies a few thousand pixels instead of the whole chart.
 */
export function createLiveStrip(parent: HTMLElement, pixelRatio: number) {
  const element = parent.appendChild(document.createElement('div'))
  element.className = css.strip
  const surface: Surface = { paint: () => undefined }
  const shape = new PlotShape({ shape: { surface }, silent: true })
  const strip = init(element, { width: 8, height: 8, devicePixelRatio: pixelRatio })
  strip.setSleepAfterStill(1)
  strip.add(shape)
  let width = 8
  let height = 8
  let left: number | undefined

  return {
    paint(frame: Frame): void {
      const slot = frame.series.last
      const x = frame.snap(frame.x(slot) - 0.5 / pixelRatio)
      const shown = x > -width && x < frame.plotWidth + width
      element.hidden = !shown
      if (!shown) return
      const needed = Math.ceil((frame.bodyPx + 2) / 8) * 8
      if (needed !== width || frame.plotHeight !== height) {
        width = needed
        height = frame.plotHeight
        strip.resize({ width, height })
      }
      if (x - width / 2 !== left) {
        left = x - width / 2
        element.style.transform = `translateX(${left}px)`
      }
      const centre = (width + 1 / pixelRatio) / 2
      surface.paint = (pen: Pen) => paintCandles(pen, frame, slot, slot, () => centre)
      shape.dirty()
      strip.refreshImmediately()
    },
    dispose(): void {
      strip.dispose()
      element.remove()
    },
  }
}

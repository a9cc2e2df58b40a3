import { formatCandle } from '../format/candles.ts'
import { formatFixed, formatMinute } from '../format/chart-labels.ts'
import type { PointedSlot } from '../input/navigation.ts'
import { clamp } from '../input/viewport.ts'
import { clearCanvas, drawTag } from '../screen/canvas.ts'
import { addMark, placeMark } from '../screen/mark.ts'
import { canvasFont } from '../theme/canvas.ts'
import { AXIS_INSET_PX } from './layout.ts'
import type { ChartLayout } from './layout.ts'
import { drawCandles, trendOf } from './draw.ts'
import * as css from './charts.css.ts'

const TAG_PX = 18

/**
 * Draws what a tick changes: the newest candle with its volume, and its price line and tag. The candle has a canvas of its own,
 * just wide enough, so that a few thousand pixels are cleared and composited instead of the entire chart. A price outside of
 * the plot pins the line to the plot's edge.
 */
export function createNewestCandle(host: HTMLElement) {
  const strip = addMark(host, 'canvas', css.newestCandle)
  const line = addMark(host, 'div', css.priceLine)
  const tag = addMark(line, 'canvas', css.priceTag)
  let shownFill = ''
  return (layout: ChartLayout): void => {
    const { series, theme, size, pixel, plotWidth, plotHeight } = layout
    const { newest, last } = series
    line.hidden = strip.hidden = !newest
    if (!newest) return
    const half = Math.ceil((layout.bodyPx + 2) / 4) * 2
    const left = layout.snap(layout.x(last) - pixel / 2) - half
    placeMark(strip, left, 0)
    const context = clearCanvas(strip, { ...size, width: clamp(plotWidth - left, 0, 2 * half), height: plotHeight })
    if (context) drawCandles(context, layout, last, last, () => half + pixel / 2)

    const fill = theme[trendOf(newest)]
    if (fill !== shownFill) line.style.color = fill
    shownFill = fill
    placeMark(line, 0, Math.round(clamp(layout.y(newest.close), 0, plotHeight - 1)))
    const style = { fill, textColor: theme.background, font: canvasFont(theme, 600), inset: AXIS_INSET_PX }
    const tagSize = { ...size, width: size.width - plotWidth, height: TAG_PX }
    drawTag(tag, tagSize, formatFixed(newest.close, layout.decimals), style)
  }
}

/** Crosshair lines with price and time tags, and the OHLCV legend of the candle. Without a pointer the line is at the close. */
export function createCrosshair(host: HTMLElement) {
  const [vertical, horizontal] = [addMark(host, 'div', css.vertical), addMark(host, 'div', css.horizontal)]
  const [price, time] = [addMark(host, 'div', css.price), addMark(host, 'div', css.time)]
  const legend = addMark(host, 'div', css.legend)
  return (layout: ChartLayout, pointed: PointedSlot | undefined): void => {
    const { series, decimals, plotWidth, plotHeight } = layout
    const candle = pointed && series.at(pointed.slot)
    const x = pointed ? Math.round(layout.x(pointed.slot) - 0.5) : -1
    const isVisible = candle && x >= 0 && x < plotWidth
    for (const mark of [vertical, horizontal, price, time, legend]) mark.hidden = !isVisible
    if (!isVisible) return
    const y = Math.round(Math.min(pointed.y ?? layout.y(candle.close), plotHeight - 1))
    placeMark(vertical, x, 0)
    placeMark(horizontal, 0, y)
    placeMark(price, plotWidth, y, formatFixed(pointed.y === undefined ? candle.close : layout.priceAt(y), decimals))
    placeMark(time, Math.max(22, x), 0, formatMinute(candle.timestamp))
    placeMark(legend, 0, 0, formatCandle(candle, series.missingBefore(pointed.slot), decimals))
  }
}

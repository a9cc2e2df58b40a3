import { formatCandle } from '../format/candles.ts'
import { formatCandleTime } from '../format/chart-labels.ts'
import type { PointedSlot } from '../input/navigation.ts'
import { addMark, placeMark } from '../screen/canvas.ts'
import * as css from './charts.css.ts'
import type { ChartLayout } from './layout.ts'
import { zoneText } from './zones.ts'

/** Advance of a character of the time tag, rounded up. */
const TIME_CHARACTER_PX = 8

/** Crosshair lines with price and time tags, and the OHLCV legend of the candle. Without a pointer the line is at the close. */
export function createCrosshair(host: HTMLElement) {
  const [vertical, horizontal] = [addMark(host, 'div', css.vertical), addMark(host, 'div', css.horizontal)]
  const [price, time] = [addMark(host, 'div', css.price), addMark(host, 'div', css.time)]
  const legend = addMark(host, 'div', css.legend)
  /** The zones that contain the pointed price, one a line. */
  const describeZones = ({ zones, mode, decimals }: ChartLayout, at: number): string =>
    (mode === 'off' ? [] : zones)
      .filter(({ from, to }) => from <= at && at <= to)
      .map((zone) => `\n${zoneText(zone, decimals)}`)
      .join('')

  return (layout: ChartLayout, pointed: PointedSlot | undefined, readout: readonly string[] = []): void => {
    const { series, decimals, plotWidth, plotHeight } = layout
    const candle = pointed && series.at(pointed.slot)
    const x = pointed ? Math.round(layout.x(pointed.slot) - 0.5) : -1
    const isVisible = candle && x >= 0 && x < plotWidth
    for (const mark of [vertical, horizontal, price, time, legend]) mark.hidden = !isVisible
    if (!isVisible) return
    const isInPane = pointed.y !== undefined && pointed.y > plotHeight
    horizontal.hidden = price.hidden = isInPane
    const y = Math.round(Math.min(pointed.y ?? layout.y(candle.close), plotHeight - 1))
    placeMark(vertical, x, 0)
    placeMark(horizontal, 0, y)
    placeMark(price, layout.axisLeft, y, layout.labelOf(pointed.y === undefined ? candle.close : layout.priceAt(y)))
    const timeText = formatCandleTime(candle.timestamp, series.newest?.timestamp ?? 0, series.stepS)
    const half = Math.max(22, (timeText.length * TIME_CHARACTER_PX) / 2)
    time.style.width = `${2 * half}px`
    placeMark(time, Math.max(0, x - half), 0, timeText)
    const pointedZones = pointed.y === undefined ? '' : describeZones(layout, layout.priceAt(y))
    const candleText = formatCandle(candle, timeText, series.missingBefore(pointed.slot), decimals)
    placeMark(legend, 0, 0, [candleText + pointedZones, ...readout].join('\n'))
  }
}

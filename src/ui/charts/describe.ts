import { formatFigure } from './figures.ts'
import { formatExact } from '../format/time.ts'
import type { Series } from './series.ts'

const VOLUME_DECIMALS = 4

/** The candle of a slot in a sentence, for those who hear it. */
export function describeCandle(series: Series, slot: number, decimals: number): string {
  const candle = series.at(slot)
  if (!candle) return 'No candle'
  const { timestamp, open, high, low, close, volume } = candle
  const [o, h, l, c] = [open, high, low, close].map((price) => formatFigure(price, decimals))
  const missing = series.missingBefore(slot)
  const gap = missing > 0 ? `, after ${missing} missing ${missing === 1 ? 'minute' : 'minutes'}` : ''
  const figures = `open ${o}, high ${h}, low ${l}, close ${c}, volume ${formatFigure(volume, VOLUME_DECIMALS)}`
  return `${formatExact(timestamp * 1000)}: ${figures}${gap}`
}

/** The whole series in a paragraph: what a glance at the chart would tell. */
export function describeSeries(series: Series, decimals: number, levels: number): string {
  const { candles } = series
  const [oldest, newest] = [candles[0], candles.at(-1)]
  if (!oldest || !newest) return 'No candles yet.'
  const price = (value: number) => formatFigure(value, decimals)
  let [low, high, missing] = [oldest.low, oldest.high, 0]
  for (let slot = series.first; slot <= series.last; slot++) {
    const candle = series.at(slot)
    if (!candle) continue
    low = Math.min(low, candle.low)
    high = Math.max(high, candle.high)
    missing += series.missingBefore(slot)
  }
  return [
    `${candles.length} one-minute candles from ${formatExact(oldest.timestamp * 1000)} to ${formatExact(newest.timestamp * 1000)}.`,
    `First open ${price(oldest.open)}, lowest ${price(low)}, highest ${price(high)}, last close ${price(newest.close)}.`,
    `${missing} ${missing === 1 ? 'minute' : 'minutes'} without a candle. ${levels} support and resistance levels.`,
  ].join(' ')
}

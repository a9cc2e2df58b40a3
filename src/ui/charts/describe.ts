import type { Candle } from '#contract/candles.ts'
import { formatFigure, formatMinute } from './figures.ts'
import { formatExact } from '../format/time.ts'
import type { Series } from './series.ts'

const VOLUME_DECIMALS = 4

const figuresOf = ({ open, high, low, close, volume }: Candle, decimals: number): string[] => [
  ...[open, high, low, close].map((price) => formatFigure(price, decimals)),
  formatFigure(volume, VOLUME_DECIMALS),
]

/** The candle of a slot in a line, for those who point at it. */
export function readCandle(series: Series, slot: number, candle: Candle, decimals: number): string {
  const [open, high, low, close, volume] = figuresOf(candle, decimals)
  const missing = series.missingBefore(slot)
  const gap = missing > 0 ? `   ${missing} min missing before` : ''
  return `${formatMinute(candle.timestamp)}   O ${open}   H ${high}   L ${low}   C ${close}   V ${volume}${gap}`
}

/** The candle of a slot in a sentence, for those who hear it. */
export function describeCandle(series: Series, slot: number, decimals: number): string {
  const candle = series.at(slot)
  if (!candle) return 'No candle'
  const [open, high, low, close, volume] = figuresOf(candle, decimals)
  const missing = series.missingBefore(slot)
  const gap = missing > 0 ? `, after ${missing} missing ${missing === 1 ? 'minute' : 'minutes'}` : ''
  const time = formatExact(candle.timestamp * 1000)
  return `${time}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${volume}${gap}`
}

/** The whole series in a paragraph: what a glance at the chart would tell. */
export function describeSeries(series: Series, decimals: number, levels: number): string {
  const { candles } = series
  const [oldest, newest] = [candles[0], candles.at(-1)]
  if (!oldest || !newest) return 'No candles yet.'
  const price = (value: number) => formatFigure(value, decimals)
  const low = Math.min(...candles.map((candle) => candle.low))
  const high = Math.max(...candles.map((candle) => candle.high))
  const missing = candles.reduce((sum, _, index) => sum + series.missingBefore(series.first + index), 0)
  return [
    `${candles.length} one-minute candles from ${formatExact(oldest.timestamp * 1000)} to ${formatExact(newest.timestamp * 1000)}.`,
    `First open ${price(oldest.open)}, lowest ${price(low)}, highest ${price(high)}, last close ${price(newest.close)}.`,
    `${missing} ${missing === 1 ? 'minute' : 'minutes'} without a candle. ${levels} support and resistance levels.`,
  ].join(' ')
}

import type { Candle } from '#contract/candles.ts'
import { formatFixed, formatMinute } from './chart-labels.ts'
import { formatExact } from './time.ts'

const MINUTE_S = 60
const VOLUME_DECIMALS = 4

/** Minutes without a candle between two one-minute candles; 0 without a previous candle. */
export const missingMinutes = (previous: Candle | undefined, candle: Candle): number =>
  previous ? Math.max(0, Math.round((candle.timestamp - previous.timestamp) / MINUTE_S) - 1) : 0

/** Lowest and highest price, and largest volume. */
export const extremesOf = (candles: readonly Pick<Candle, 'low' | 'high' | 'volume'>[]) => ({
  low: Math.min(...candles.map(({ low }) => low)),
  high: Math.max(...candles.map(({ high }) => high)),
  volume: Math.max(...candles.map(({ volume }) => volume)),
})

const minutes = (count: number): string => (count === 1 ? 'minute' : 'minutes')

const formatValues = ({ open, high, low, close, volume }: Candle, decimals: number): string[] => [
  ...[open, high, low, close].map((price) => formatFixed(price, decimals)),
  formatFixed(volume, VOLUME_DECIMALS),
]

/** One-line legend of a candle; `missing`: minutes without a candle before it. */
export function formatCandle(candle: Candle, missing: number, decimals: number): string {
  const [open, high, low, close, volume] = formatValues(candle, decimals)
  const gap = missing > 0 ? `   ${missing} min missing before` : ''
  return `${formatMinute(candle.timestamp)}   O ${open}   H ${high}   L ${low}   C ${close}   V ${volume}${gap}`
}

/** Screen reader text of a candle; `missing`: minutes without a candle before it. */
export function describeCandle(candle: Candle | undefined, missing: number, decimals: number): string {
  if (!candle) return 'No candle'
  const [open, high, low, close, volume] = formatValues(candle, decimals)
  const gap = missing > 0 ? `, after ${missing} missing ${minutes(missing)}` : ''
  const time = formatExact(candle.timestamp * 1000)
  return `${time}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${volume}${gap}`
}

/** Text alternative of a chart of one-minute candles. */
export function describeCandles(candles: readonly Candle[], decimals: number, levels: number): string {
  const [oldest, newest] = [candles[0], candles.at(-1)]
  if (!oldest || !newest) return 'No candles yet.'
  const price = (value: number) => formatFixed(value, decimals)
  const { low, high } = extremesOf(candles)
  const missing = candles.reduce((sum, candle, index) => sum + missingMinutes(candles[index - 1], candle), 0)
  return [
    `${candles.length} one-minute candles from ${formatExact(oldest.timestamp * 1000)} to ${formatExact(newest.timestamp * 1000)}.`,
    `First open ${price(oldest.open)}, lowest ${price(low)}, highest ${price(high)}, last close ${price(newest.close)}.`,
    `${missing} ${minutes(missing)} without a candle. ${levels} support and resistance levels.`,
  ].join(' ')
}

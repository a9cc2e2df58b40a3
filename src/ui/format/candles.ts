import type { Candle } from '#contract/candles.ts'
import { formatFixed } from './chart-labels.ts'
import { formatExact } from './time.ts'

export const MINUTE_S = 60
const VOLUME_DECIMALS = 4

/** Minutes without a candle between two candles of `stepS` seconds; 0 without a previous candle. */
export const missingMinutes = (previous: Candle | undefined, candle: Candle, stepS = MINUTE_S): number =>
  previous ? Math.max(0, Math.round((candle.timestamp - previous.timestamp - stepS) / MINUTE_S)) : 0

/** Lowest and highest price, and largest volume. */
export const extremesOf = (candles: readonly Pick<Candle, 'low' | 'high' | 'volume'>[]) => ({
  low: Math.min(...candles.map(({ low }) => low)),
  high: Math.max(...candles.map(({ high }) => high)),
  volume: Math.max(...candles.map(({ volume }) => volume)),
})

const UNITS = [
  { minutes: 1_440, short: 'd', name: 'day' },
  { minutes: 60, short: 'h', name: 'hour' },
  { minutes: 1, short: 'min', name: 'minute' },
] as const

/** Minutes in the largest unit that they are a whole number of. */
function inUnit(minutes: number) {
  const unit = UNITS.find((each) => minutes > 0 && minutes % each.minutes === 0) ?? UNITS[2]
  return { count: minutes / unit.minutes, ...unit }
}

/** Minutes as `5 min`, `3 h` or `2 d`. */
export function formatMinutes(minutes: number): string {
  const { count, short } = inUnit(minutes)
  return `${count} ${short}`
}

const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

/** Minutes in up to two units: `45 min`, `2 h 5 min`, `3 d 4 h`. */
export function formatSpan(minutes: number): string {
  const [days, hours, rest] = [
    Math.floor(minutes / DAY_MIN),
    Math.floor((minutes % DAY_MIN) / HOUR_MIN),
    minutes % HOUR_MIN,
  ]
  const parts = days > 0 ? [days * DAY_MIN, hours * HOUR_MIN] : [hours * HOUR_MIN, rest]
  const shown = parts.filter((part) => part > 0)
  return shown.length === 0 ? formatMinutes(0) : shown.map((part) => formatMinutes(part)).join(' ')
}

/** Minutes as words around an adjective: `2 missing hours`. */
function describeMinutes(minutes: number, adjective = ''): string {
  const { count, name } = inUnit(minutes)
  return `${count} ${adjective}${name}${count === 1 ? '' : 's'}`
}

const NUMBER_WORDS: Readonly<Record<number, string>> = { 1: 'one', 4: 'four', 5: 'five' }

/** Length of a candle in seconds as an adjective: `one-minute`, `15-minute`, `four-hour`. */
function stepName(stepS: number): string {
  const { count, name } = inUnit(stepS / MINUTE_S)
  return `${NUMBER_WORDS[count] ?? count}-${name}`
}

const formatValues = ({ open, high, low, close, volume }: Candle, decimals: number): string[] => [
  ...[open, high, low, close].map((price) => formatFixed(price, decimals)),
  formatFixed(volume, VOLUME_DECIMALS),
]

/** One-line legend of a candle, with its time as text; `missing`: minutes without a candle before it. */
export function formatCandle(candle: Candle, time: string, missing: number, decimals: number): string {
  const [open, high, low, close, volume] = formatValues(candle, decimals)
  const gap = missing > 0 ? `   ${formatMinutes(missing)} missing before` : ''
  return `${time}   O ${open}   H ${high}   L ${low}   C ${close}   V ${volume}${gap}`
}

/** Screen reader text of a candle; `missing`: minutes without a candle before it. */
export function describeCandle(candle: Candle | undefined, missing: number, decimals: number): string {
  if (!candle) return 'No candle'
  const [open, high, low, close, volume] = formatValues(candle, decimals)
  const gap = missing > 0 ? `, after ${describeMinutes(missing, 'missing ')}` : ''
  const time = formatExact(candle.timestamp * 1000)
  return `${time}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${volume}${gap}`
}

/** Text alternative of a chart of candles of `stepS` seconds. */
export function describeCandles(
  candles: readonly Candle[],
  decimals: number,
  levels: number,
  stepS = MINUTE_S,
): string {
  const [oldest, newest] = [candles[0], candles.at(-1)]
  if (!oldest || !newest) return 'No candles yet.'
  const price = (value: number) => formatFixed(value, decimals)
  const { low, high } = extremesOf(candles)
  const missing = candles.reduce((sum, candle, index) => sum + missingMinutes(candles[index - 1], candle, stepS), 0)
  return [
    `${candles.length} ${stepName(stepS)} candles from ${formatExact(oldest.timestamp * 1000)} to ${formatExact(newest.timestamp * 1000)}.`,
    `First open ${price(oldest.open)}, lowest ${price(low)}, highest ${price(high)}, last close ${price(newest.close)}.`,
    `${describeMinutes(missing)} without a candle. ${levels} support and resistance levels.`,
  ].join(' ')
}

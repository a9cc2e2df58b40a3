import { formatNumber } from './number.ts'
import { DEFAULT_FORMAT, regionalFormat, toZone } from './regional.ts'
import { formatClock } from './time.ts'

/**
 * 1,234.50 with a fixed number of decimals. By default it avoids Intl, whose first use costs half as much as the chart's
 * first paint.
 */
export const formatFixed = (value: number, decimals: number): string =>
  regionalFormat().numberLocale === DEFAULT_FORMAT.numberLocale
    ? withCommas(value, decimals)
    : formatNumber(value, decimals)

const withCommas = (value: number, decimals: number): string =>
  value.toFixed(Math.min(20, decimals)).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** Hours and minutes of a time in unix seconds. */
export const formatMinute = (seconds: number): string => formatClock(seconds * 1000).slice(0, 5)

/** Day and month of a time in unix seconds: 1 Jun. */
export const formatDay = (seconds: number): string =>
  new Date(toZone(seconds * 1000)).toUTCString().slice(5, 11).replace(/^0/, '')

const DAY_S = 86_400
const dayOf = (seconds: number): number => Math.floor(toZone(seconds * 1000) / 1000 / DAY_S)
const yearOf = (seconds: number): string => String(new Date(toZone(seconds * 1000)).getUTCFullYear())

/** Label of a time axis (unix seconds): hours and minutes, or the day or year if it differs from the previous candle's. */
export function formatTimeTick(seconds: number, previous: number): string {
  // dates as text are slow, and asked for with each move of the view
  if (dayOf(seconds) === dayOf(previous)) return formatMinute(seconds)
  if (previous > 0 && yearOf(seconds) !== yearOf(previous)) return yearOf(seconds)
  return formatDay(seconds)
}

/** Time of a candle of `stepS` seconds (unix seconds), with its day and year where the newest candle's are others. */
export function formatCandleTime(seconds: number, newest: number, stepS: number): string {
  if (stepS < DAY_S && dayOf(seconds) === dayOf(newest)) return formatMinute(seconds)
  const year = yearOf(seconds) === yearOf(newest) ? '' : ` ${yearOf(seconds)}`
  const day = `${formatDay(seconds)}${year}`
  return stepS >= DAY_S ? day : `${day} ${formatMinute(seconds)}`
}

/** Tolerance for bounds that are multiples of the step except for rounding errors. */
const EPSILON = 1e-6

/** The smallest multiple of 1, 2 or 5 times a power of ten that is at least about `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least) + EPSILON)
  return power * ([1, 2, 5].find((multiple) => multiple * power >= least * 0.999) ?? 10)
}

const decimalsOf = (step: number): number => -Math.floor(Math.log10(step) + EPSILON)

/**
 * At most about `count` round tick values between `low` and `high`: multiples of 1, 2 or 5 times a power of ten, never negative,
 * with the decimals needed to distinguish them. Steps are finer than `decimals` only if no coarser step fits.
 */
export function roundTicks(low: number, high: number, count: number, decimals: number) {
  const finest = 10 ** -decimals
  const minStep = Math.max((high - low) / count, high - low >= 2 * finest ? finest : 0)
  const step = roundStep(minStep)
  const from = Math.ceil(Math.max(0, low) / step - EPSILON)
  const values = Array.from({ length: Math.floor(high / step + EPSILON) - from + 1 }, (_, i) => (from + i) * step)
  return { values, decimals: Math.max(decimals, decimalsOf(step)) }
}

/**
 * The same for a logarithmic scale, both ends above 0: steps grow with the values, so that ticks are about equally far apart.
 */
export function ratioTicks(low: number, high: number, count: number, decimals: number) {
  const growth = (high / low) ** (1 / count) - 1
  const leastStep = high - low >= 2 * 10 ** -decimals ? 10 ** -decimals : 0
  const values: number[] = []
  let finest = roundStep(Math.max(low * growth, leastStep))
  const after = (value: number) => {
    const step = roundStep(Math.max(value * growth, leastStep))
    finest = Math.min(finest, step)
    return (Math.floor(value / step + EPSILON) + 1) * step
  }
  for (let value = after(low); value <= high; value = after(value)) values.push(value)
  return { values, decimals: Math.max(decimals, decimalsOf(finest)) }
}

/** Change from one price to another: +1.25%. */
export function formatChange(base: number, price: number, decimals: number): string {
  const text = formatFixed((price / base - 1) * 100, decimals)
  const isNone = Number(text) === 0
  return `${isNone || text.startsWith('-') ? '' : '+'}${isNone ? text.replace('-', '') : text}%`
}

/** Two decimals are what a change is read with everywhere else. */
export const PERCENT_DECIMALS = 2

/** At most about `count` prices between `low` and `high` that differ from a base by round percentages; their decimals. */
export function percentTicks(low: number, high: number, count: number, base: number) {
  const percentOf = (price: number) => (price / base - 1) * 100
  const step = roundStep((percentOf(high) - percentOf(low)) / count)
  const from = Math.ceil(percentOf(low) / step - EPSILON)
  const length = Math.max(0, Math.floor(percentOf(high) / step + EPSILON) - from + 1)
  const values = Array.from({ length }, (_, i) => base * (1 + ((from + i) * step) / 100))
  return { values, decimals: Math.max(PERCENT_DECIMALS, decimalsOf(step)) }
}

const MINUTE_S = 60
const TIME_STEPS_MIN = [
  1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440, 2880, 7200, 14_400, 43_200, 129_600, 525_600, 2_628_000,
]
/** Minimum spacing of two labels, as a ratio of the requested spacing. */
const MIN_SPACING_RATIO = 0.7

/**
 * Indexes between `from` and `to` to label with their time: the first at or after each round time, about one in `spacing`.
 * Entries are at least `stepS` seconds apart; `timeAt` returns unix seconds.
 */
export function timeTicks(
  timeAt: (index: number) => number,
  from: number,
  to: number,
  spacing: number,
  stepS = MINUTE_S,
): number[] {
  const spacingMin = (spacing * stepS) / MINUTE_S
  const step = (TIME_STEPS_MIN.find((minutes) => minutes >= spacingMin) ?? Infinity) * MINUTE_S
  const ticks: number[] = []
  let previous = Math.floor(timeAt(from - 1) / step)
  for (let index = from; index <= to; index++) {
    const round = Math.floor(timeAt(index) / step)
    const isRound = round !== previous
    previous = round
    if (isRound && index - (ticks.at(-1) ?? -Infinity) >= spacing * MIN_SPACING_RATIO) ticks.push(index)
  }
  return ticks
}

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

const yearOf = (seconds: number): string => String(new Date(toZone(seconds * 1000)).getUTCFullYear())

/** Label of a time axis (unix seconds): hours and minutes, or the day or year if it differs from the previous candle's. */
export function formatTimeTick(seconds: number, previous: number): string {
  if (previous > 0 && yearOf(seconds) !== yearOf(previous)) return yearOf(seconds)
  const day = formatDay(seconds)
  return day === formatDay(previous) ? formatMinute(seconds) : day
}

const DAY_S = 86_400

/** Time of a candle of `stepS` seconds (unix seconds), with its day and year where the newest candle's are others. */
export function formatCandleTime(seconds: number, newest: number, stepS: number): string {
  const year = yearOf(seconds) === yearOf(newest) ? '' : ` ${yearOf(seconds)}`
  const day = `${formatDay(seconds)}${year}`
  if (stepS >= DAY_S) return day
  return day === formatDay(newest) ? formatMinute(seconds) : `${day} ${formatMinute(seconds)}`
}

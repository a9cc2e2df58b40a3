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

/** Label of a time axis (unix seconds): hours and minutes, or the day if it differs from the previous label's. */
export function formatTimeTick(seconds: number, previous: number): string {
  const day = formatDay(seconds)
  return day === formatDay(previous) ? formatMinute(seconds) : day
}

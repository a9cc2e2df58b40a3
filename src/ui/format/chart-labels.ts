import { formatClock } from './time.ts'

/** 1,234.50 with exactly so many decimals. Without Intl, whose first use costs as much as half of a chart's first paint. */
export const formatFixed = (value: number, decimals: number): string =>
  value.toFixed(Math.min(20, decimals)).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** Hours and minutes, UTC, of a time in unix seconds. */
export const formatMinute = (seconds: number): string => formatClock(seconds * 1000).slice(0, 5)

/** Day and month, UTC, of a time in unix seconds: 1 Jun. */
export const formatDay = (seconds: number): string =>
  new Date(seconds * 1000).toUTCString().slice(5, 11).replace(/^0/, '')

/** What stands under a time axis at a time in unix seconds: hours and minutes, or the day where a new one has begun. */
export function formatTimeTick(seconds: number, previous: number): string {
  const day = formatDay(seconds)
  return day === formatDay(previous) ? formatMinute(seconds) : day
}

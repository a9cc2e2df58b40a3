import { formatClock } from '../format/time.ts'

const THOUSANDS = /\B(?=(?:\d{3})+$)/g
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 1,234.50 with exactly so many decimals. Without Intl, whose first use costs as much as half of a chart's first paint. */
export function formatFigure(value: number, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(Math.min(20, decimals)).split('.')
  const grouped = whole.replace(THOUSANDS, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** Hours and minutes, UTC, of a time in unix seconds. */
export const formatMinute = (seconds: number): string => formatClock(seconds * 1000).slice(0, 5)

/** Day and month, UTC, of a time in unix seconds. */
export function formatDay(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`
}

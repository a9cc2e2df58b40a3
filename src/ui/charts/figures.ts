import { format, time } from 'echarts/core'
import { formatClock } from '../format/time.ts'

/** 1,234.50 with exactly so many decimals. Without Intl, whose first use costs as much as half of a chart's first paint. */
export const formatFigure = (value: number, decimals: number): string =>
  format.addCommas(value.toFixed(Math.min(20, decimals)))

/** Hours and minutes, UTC, of a time in unix seconds. */
export const formatMinute = (seconds: number): string => formatClock(seconds * 1000).slice(0, 5)

/** Day and month, UTC, of a time in unix seconds. */
export const formatDay = (seconds: number): string => time.format(seconds * 1000, '{d} {MMM}', true, 'EN')

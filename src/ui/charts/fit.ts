import { MAX_SLOTS, MIN_SLOTS } from '../input/viewport.ts'

/** What a chart can be fitted to: a time up to the newest candle, or all candles that are loaded. */
export type FittedPeriod = 'day' | 'week' | 'month' | 'all'

const SECONDS = { day: 86_400, week: 604_800, month: 30 * 86_400 }

/** Candles of a period; undefined for all that are loaded. */
export const slotsOf = (period: FittedPeriod, stepS: number): number | undefined =>
  period === 'all' ? undefined : SECONDS[period] / stepS

/** Why a chart cannot be zoomed to a period: a week has too many candles of a minute, and too few of a day. */
export function whyNotFit(period: FittedPeriod, stepS: number): string | undefined {
  const slots = slotsOf(period, stepS) ?? MIN_SLOTS
  if (slots < MIN_SLOTS) return 'Too few candles'
  return slots < MAX_SLOTS ? undefined : 'Too many candles'
}

import * as z from 'zod/mini'
import type { PaperLimits } from '#contract/paper/account.ts'

const DAY_MS = 86_400_000

/** What the limits of an account are measured against. */
export const accountMarksSchema = z.object({
  /** Start of the UTC day of market time, unix ms; null before the first minute. */
  day: z.nullable(z.number()),
  dayEquity: z.number(),
  highest: z.number(),
  maxDrawdown: z.number(),
  /** What losses and drawdowns are limited from: the same, but counted anew when the account goes on after a stop. */
  limitFrom: z.object({ dayEquity: z.number(), highest: z.number() }),
  /** End of the last minute that was traded, whatever its pair; null before the first. */
  until: z.nullable(z.number()),
})
export type AccountMarks = z.infer<typeof accountMarksSchema>

export const newMarks = (equity: number): AccountMarks => ({
  day: null,
  dayEquity: equity,
  highest: equity,
  maxDrawdown: 0,
  limitFrom: { dayEquity: equity, highest: equity },
  until: null,
})

/** The marks after a minute that ended at `until` (unix ms of market time). `before`: the equity before that minute. */
export function markMinute(marks: AccountMarks, equity: number, before: number, until: number): AccountMarks {
  const day = dayOf(until)
  const isSameDay = day === marks.day
  const highest = Math.max(marks.highest, equity)
  const { limitFrom } = marks
  return {
    day,
    dayEquity: isSameDay ? marks.dayEquity : before,
    highest,
    maxDrawdown: Math.max(marks.maxDrawdown, highest > 0 ? (highest - equity) / highest : 0),
    limitFrom: {
      dayEquity: isSameDay ? limitFrom.dayEquity : before,
      highest: Math.max(limitFrom.highest, equity),
    },
    until,
  }
}

/** Marks of an account that goes on: its limits count from this equity. */
export const resumeMarks = (marks: AccountMarks, equity: number): AccountMarks => ({
  ...marks,
  limitFrom: { dayEquity: equity, highest: equity },
})

/** [PT-6] Which limit an equity has hit, in words; undefined if none. */
export function hitLimit(
  { max_daily_loss_pct: daily, max_drawdown_pct: drawdown }: PaperLimits,
  { limitFrom: { dayEquity, highest } }: AccountMarks,
  equity: number,
): string | undefined {
  if (daily !== null && equity < dayEquity * (1 - daily / 100)) return `The loss of the day is more than ${daily}%.`
  if (drawdown !== null && equity < highest * (1 - drawdown / 100))
    return `The account is more than ${drawdown}% below its highest equity.`
  return undefined
}

/** The start of the UTC day that a minute is of, by its end; unix ms. */
export const dayOf = (until: number): number => Math.floor((until - 1) / DAY_MS) * DAY_MS

/** [PT-15] Until when an allocation opens nothing, unix ms, once it has lost more in a day than it may; undefined while it has not. */
export function hitDailyLoss(
  limit: number | null,
  { equity, day, coolUntil }: { equity: number; day: { at: number; equity: number } | null; coolUntil: number | null },
): number | undefined {
  if (limit === null || day === null || equity >= day.equity * (1 - limit / 100)) return undefined
  const nextDay = day.at + DAY_MS
  return coolUntil !== null && coolUntil >= nextDay ? undefined : nextDay
}

/** [PT-15] Why an allocation ends, in words; undefined while its fall is within its limit. */
export function hitDrawdown(limit: number | null, { equity, highest }: { equity: number; highest: number }) {
  if (limit === null || equity >= highest * (1 - limit / 100)) return undefined
  return `It is more than ${limit}% below its highest equity.`
}

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
})
export type AccountMarks = z.infer<typeof accountMarksSchema>

export const newMarks = (equity: number): AccountMarks => ({
  day: null,
  dayEquity: equity,
  highest: equity,
  maxDrawdown: 0,
})

/** The marks after a minute that ended at `until` (unix ms of market time). `before`: the equity before that minute. */
export function markMinute(marks: AccountMarks, equity: number, before: number, until: number): AccountMarks {
  const day = Math.floor((until - 1) / DAY_MS) * DAY_MS
  const highest = Math.max(marks.highest, equity)
  return {
    day,
    dayEquity: day === marks.day ? marks.dayEquity : before,
    highest,
    maxDrawdown: Math.max(marks.maxDrawdown, highest > 0 ? (highest - equity) / highest : 0),
  }
}

/** [PT-6] Which limit an equity has hit, in words; undefined if none. */
export function hitLimit(
  { max_daily_loss_pct: daily, max_drawdown_pct: drawdown }: PaperLimits,
  { dayEquity, highest }: AccountMarks,
  equity: number,
): string | undefined {
  if (daily !== null && equity < dayEquity * (1 - daily / 100)) return `The loss of the day is more than ${daily}%.`
  if (drawdown !== null && equity < highest * (1 - drawdown / 100))
    return `The account is more than ${drawdown}% below its highest equity.`
  return undefined
}

import type { DataGap } from '#contract/backtests/jobs.ts'
import type { LibrarySet } from '#server/market/library/library.ts'
import { monthsOf } from '../run/months.ts'

const MINUTE_MS = 60_000

/** [BT-43] The months of a set that lack candles between its first minute and its last, those without any included. */
export function gapsOf({ from, to, months }: Pick<LibrarySet, 'from' | 'to' | 'months'>): DataGap[] {
  const minutes = new Map(months.map((each) => [each.month, each.minutes]))
  return monthsOf(from, to).flatMap((month) => {
    const expected = Math.round((Math.min(to, month.to) - Math.max(from, month.from)) / MINUTE_MS)
    const missing = expected - (minutes.get(month.name) ?? 0)
    return missing > 0 ? [{ month: month.name, missing }] : []
  })
}

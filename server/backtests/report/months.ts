import type { ReportYear, WalkStep } from '#contract/backtests/report.ts'
import type { ReportTrade } from './columns.ts'
import type { ReportDay } from './days.ts'

const MONTHS = 12
/** '2019-04'. */
const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

interface Month {
  readonly month: string
  /** Equity at its start and its end. */
  readonly from: number
  readonly to: number
}

function monthsOf(days: readonly ReportDay[], capital: number): Month[] {
  const months: Month[] = []
  for (const { at, equity } of days) {
    const month = monthOf(at)
    const last = months.at(-1)
    if (last?.month === month) months[months.length - 1] = { ...last, to: equity }
    else months.push({ month, from: last?.to ?? capital, to: equity })
  }
  return months
}

const returnOf = (from: number, to: number): number => (from > 0 ? to / from - 1 : 0)

/** Returns by month and year, in UTC. */
export function yearsOf(days: readonly ReportDay[], capital: number): ReportYear[] {
  const months = monthsOf(days, capital)
  const years = [...new Set(months.map(({ month }) => Number(month.slice(0, 4))))]
  return years.map((year) => {
    const own = months.filter(({ month }) => Number(month.slice(0, 4)) === year)
    const byNumber = new Map(own.map(({ month, from, to }) => [Number(month.slice(5)), returnOf(from, to)]))
    return {
      year,
      months: Array.from({ length: MONTHS }, (_, index) => byNumber.get(index + 1) ?? null),
      total: returnOf(own[0]?.from ?? 0, own.at(-1)?.to ?? 0),
    }
  })
}

/** Each month beside all months before it; trades count in the month they were closed. */
export function walkOf(days: readonly ReportDay[], trades: readonly ReportTrade[], capital: number): WalkStep[] {
  const counts = new Map<string, number>()
  for (const { closedAt } of trades) {
    const month = monthOf(closedAt)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  return monthsOf(days, capital).map(({ month, from, to }, index) => ({
    month,
    before: index === 0 ? null : returnOf(capital, from),
    return: returnOf(from, to),
    trades: counts.get(month) ?? 0,
  }))
}

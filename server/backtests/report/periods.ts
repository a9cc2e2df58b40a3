import type { ReportYear, WalkStep } from '#contract/backtests/report.ts'

/** The minutes of a span that have a candle, oldest first, as columns of equal length. */
export interface MinuteColumns {
  /** Open time, unix ms. */
  readonly at: Float64Array
  /** At the close of the minute, in the quote currency, after all costs so far. */
  readonly equity: Float64Array
  readonly close: Float64Array
  /** Of the position at the close: 1 while long, -1 while short, else 0. */
  readonly direction: Int8Array
}

/** A closed position. Amounts are in the quote currency. */
export interface ReportTrade {
  readonly side: 'long' | 'short'
  /** Opening of the minutes in which it was opened and closed, unix ms. */
  readonly openedAt: number
  readonly closedAt: number
  /** After fees and slippage. */
  readonly profit: number
  readonly fees: number
  /** What the fills cost against the bare price. */
  readonly slippage: number
}

/** Buying with all capital at the start and selling at the end, with the same costs. */
export interface Benchmark {
  /** With slippage. */
  readonly buyPrice: number
  readonly sellPrice: number
  /** Of the value of each, as a fraction. */
  readonly fee: number
}

const DAY_MS = 86_400_000

/** A UTC day of the span with candles. */
export interface ReportDay {
  /** Its start, unix ms. */
  readonly at: number
  /** At its last close. */
  readonly equity: number
  readonly benchmark: number
  /** Against the end of the day before, as a fraction. */
  readonly return: number
  /** Deepest of the day below the highest before, 0 to 1. */
  readonly drawdown: number
  readonly benchmarkDrawdown: number
  /** Share of its minutes with a position. */
  readonly exposure: number
}

/** Follows a value, and how far it falls below its highest. */
function createDrawdown(first: number) {
  let highest = first
  return (value: number): number => {
    highest = Math.max(highest, value)
    return highest > 0 ? 1 - value / highest : 0
  }
}

/** Sums minutes up by UTC day, beside buying at the start and selling at the end. */
export function daysOf(minutes: MinuteColumns, capital: number, { buyPrice, sellPrice, fee }: Benchmark): ReportDay[] {
  const quantity = buyPrice > 0 ? capital / (buyPrice * (1 + fee)) : 0
  const [below, benchmarkBelow] = [createDrawdown(capital), createDrawdown(capital)]
  const days: ReportDay[] = []
  const rows = minutes.at.length
  let previous = capital
  for (let row = 0; row < rows;) {
    const at = Math.floor((minutes.at[row] ?? 0) / DAY_MS) * DAY_MS
    const first = row
    let [equity, benchmark, drawdown, benchmarkDrawdown, open] = [previous, 0, 0, 0, 0]
    for (; row < rows && (minutes.at[row] ?? 0) < at + DAY_MS; row++) {
      equity = minutes.equity[row] ?? equity
      benchmark = quantity * (row === rows - 1 ? sellPrice * (1 - fee) : (minutes.close[row] ?? 0))
      drawdown = Math.max(drawdown, below(equity))
      benchmarkDrawdown = Math.max(benchmarkDrawdown, benchmarkBelow(benchmark))
      open += Math.abs(minutes.direction[row] ?? 0)
    }
    const change = previous > 0 ? equity / previous - 1 : 0
    days.push({ at, equity, benchmark, return: change, drawdown, benchmarkDrawdown, exposure: open / (row - first) })
    previous = equity
  }
  return days
}

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

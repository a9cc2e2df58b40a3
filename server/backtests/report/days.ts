import type { Benchmark, MinuteColumns } from './columns.ts'

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

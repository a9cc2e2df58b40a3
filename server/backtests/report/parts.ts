import type { ReportPart } from '#contract/backtests/report.ts'
import type { ReportTrade } from './columns.ts'
import type { ReportDay } from './days.ts'
import { sharpeRatio } from './ratios.ts'

const DAY_MS = 86_400_000

/** The days of a part, and the equity it began with. */
interface Part {
  readonly days: readonly ReportDay[]
  readonly capital: number
}

/** Splits the days after two thirds of them. */
export function splitDays(days: readonly ReportDay[], capital: number): readonly [Part, Part] {
  const at = Math.ceil((2 * days.length) / 3)
  return [
    { days: days.slice(0, at), capital },
    { days: days.slice(at), capital: days[at - 1]?.equity ?? capital },
  ]
}

/** Figures of a part; trades count in the part they were closed in. */
export function partOf({ days, capital }: Part, trades: readonly ReportTrade[], random: () => number): ReportPart {
  const from = days[0]?.at ?? 0
  const to = (days.at(-1)?.at ?? from - DAY_MS) + DAY_MS
  const equity = days.at(-1)?.equity ?? capital
  return {
    from,
    to,
    days: days.length,
    trades: trades.filter(({ closedAt }) => closedAt >= from && closedAt < to).length,
    return: capital > 0 ? equity / capital - 1 : 0,
    sharpe: sharpeRatio(
      days.map((day) => day.return),
      random,
    ),
  }
}

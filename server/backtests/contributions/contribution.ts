import type { Contribution } from '#contract/backtests/contributions.ts'
import type { Estimate } from '#contract/backtests/report.ts'
import { FEWEST_DAYS } from '#contract/backtests/report.ts'
import { estimate, rescaled } from '../report/estimate.ts'
import type { LeftOut } from './without.ts'

/** What a run decided, and what it earned. */
export interface ComparedRun {
  /** BUY and SELL, by the minute they were decided in. */
  readonly decisions: readonly { readonly row: number; readonly side: 'BUY' | 'SELL' }[]
  readonly trades: number
  /** Equity at the end of each UTC day with candles; of two runs over the same candles, of the same days. */
  readonly equity: readonly number[]
}

/** Log returns of the days. */
function growth(equity: readonly number[], capital: number): number[] {
  return equity.map((value, day) => Math.log(value / (day === 0 ? capital : (equity[day - 1] ?? Number.NaN))))
}

/** How much higher the first run ended than the second: the sum of the differences of their days, which are resampled in pairs. */
function gainOf(own: ComparedRun, other: ComparedRun, capital: number, random: () => number): Estimate | null {
  if (own.equity.length < FEWEST_DAYS) return null
  const others = growth(other.equity, capital)
  const differences = growth(own.equity, capital).map((change, day) => change - (others[day] ?? Number.NaN))
  if (differences.some((difference) => !Number.isFinite(difference))) return null
  const total = { value: ([mean = 0]: readonly number[], days: number) => mean * days }
  const found = estimate([differences], { ...total, gradient: (_means, days) => [days] }, random)
  return found && rescaled(found, Math.expm1)
}

/** Compares a run with the one without a source or rule, which is undefined if no rule was left. */
export function contributionOf(
  { kind, id, name }: Omit<LeftOut<unknown>, 'strategy'>,
  own: ComparedRun,
  without: ComparedRun | undefined,
  capital: number,
  random: () => number,
): Contribution {
  const keyOf = ({ row, side }: ComparedRun['decisions'][number]) => `${row} ${side}`
  const left = new Set(without?.decisions.map(keyOf))
  const shared = own.decisions.filter((decision) => left.has(keyOf(decision))).length
  return {
    kind,
    id,
    name,
    return: without === undefined ? null : (without.equity.at(-1) ?? capital) / capital - 1,
    gain: without === undefined ? null : gainOf(own, without, capital, random),
    trades: without?.trades ?? 0,
    shared,
    only_with: own.decisions.length - shared,
    only_without: (without?.decisions.length ?? 0) - shared,
  }
}

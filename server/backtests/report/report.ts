import { headlineOf } from '#contract/backtests/headline.ts'
import { FEWEST_DAYS, FEWEST_TRADES, type BacktestReport, type LuckResult } from '#contract/backtests/report.ts'
import { seededRandom } from '#server/lib/random.ts'
import type { Benchmark, MinuteColumns, ReportTrade } from './columns.ts'
import { daysOf } from './days.ts'
import { walkOf, yearsOf } from './months.ts'
import { partOf, splitDays } from './parts.ts'
import { sharpeRatio, sortinoRatio } from './ratios.ts'
import { selectionOf } from './selection.ts'
import { timingOf } from './timing.ts'
import { costsOf, exposureOf, hitRateOf, profitFactorOf } from './trade-figures.ts'

const MINUTE_MS = 60_000
const LEVEL = 0.05

/** A finished run. */
export interface ReportInput {
  readonly capital: number
  readonly minutes: MinuteColumns
  /** By time of opening. */
  readonly trades: readonly ReportTrade[]
  readonly benchmark: Benchmark
  /** Definitions that the user has tried on this pair and span, this one included. */
  readonly variants: number
  /** Number of shifts in time to compare with. */
  readonly shifts: number
  /** Profit of the same decisions, each moved `shift` rows later and around the end, through the same fills. */
  readonly profitOfShift: (shift: number) => number
  readonly seed: number
}

type LuckFacts = Pick<BacktestReport, 'trades' | 'days' | 'timing' | 'selection' | 'figures'>

/** See `LUCK_RESULTS`. */
function luckOf({ trades, days, timing, selection, figures }: LuckFacts): LuckResult {
  if (trades < FEWEST_TRADES || days < FEWEST_DAYS || !timing || !selection) return 'too_few'
  if ((timing.as_bad + 1) / (timing.shifts + 1) <= LEVEL) return 'worse'
  if (figures.sharpe && figures.sharpe.high < 0) return 'lost'
  if (timing.p > LEVEL) return 'same'
  return selection.probability >= 1 - LEVEL ? 'better' : 'selected'
}

/** The report of a run that has minutes. Pure: the same input gives the same report. */
export function reportOf(input: ReportInput): BacktestReport {
  const { capital, minutes, trades, benchmark, variants, shifts, profitOfShift, seed } = input
  const rows = minutes.at.length
  const days = daysOf(minutes, capital, benchmark)
  const returns = days.map((day) => day.return)
  /** Each figure has random numbers of its own, so that it does not depend on the others. */
  const random = (figure: number) => seededRandom(seed + figure)

  const enough = trades.length >= FEWEST_TRADES && days.length >= FEWEST_DAYS
  const profit = (days.at(-1)?.equity ?? capital) - capital
  const returnOfShift = (shift: number) => profitOfShift(shift) / capital
  const [first, last] = splitDays(days, capital)
  const facts = {
    days: days.length,
    trades: trades.length,
    profit,
    return: profit / capital,
    figures: {
      exposure: exposureOf(
        days.map(({ exposure }) => exposure),
        random(0),
      ),
      hit_rate: hitRateOf(trades, random(1)),
      profit_factor: profitFactorOf(trades, random(2)),
      sharpe: enough ? sharpeRatio(returns, random(3)) : null,
      sortino: enough ? sortinoRatio(returns, random(4)) : null,
    },
    first: partOf(first, trades, random(5)),
    last: partOf(last, trades, random(6)),
    timing: enough ? timingOf(profit / capital, { rows, shifts, returnOfShift, random: random(7) }) : null,
    selection: enough ? selectionOf(returns, variants) : null,
  }
  const luck = luckOf(facts)
  return {
    ...facts,
    headline: headlineOf({ ...facts, luck }),
    luck,
    from: minutes.at[0] ?? 0,
    to: (minutes.at[rows - 1] ?? 0) + MINUTE_MS,
    capital,
    max_drawdown: Math.max(0, ...days.map(({ drawdown }) => drawdown)),
    benchmark: {
      return: (days.at(-1)?.benchmark ?? capital) / capital - 1,
      max_drawdown: Math.max(0, ...days.map(({ benchmarkDrawdown }) => benchmarkDrawdown)),
    },
    costs: costsOf(trades),
    years: yearsOf(days, capital),
    walk: walkOf(days, trades, capital),
    curve: days.map((day) => ({
      day: new Date(day.at).toISOString().slice(0, 10),
      equity: day.equity,
      drawdown: day.drawdown,
      benchmark: day.benchmark,
      benchmark_drawdown: day.benchmarkDrawdown,
    })),
    seed,
  }
}

import { headlineOf } from '#contract/backtests/headline.ts'
import { FEWEST_DAYS, FEWEST_TRADES, type BacktestReport, type LuckResult } from '#contract/backtests/report.ts'
import { seededRandom } from '#server/lib/random.ts'
import { candleAt, type CandleColumns } from '../trading/candle-columns.ts'
import { closingFill, slippedFill } from '../trading/fills.ts'
import { createExitSearch, createShift, profitOf, type RowDecision, type Simulation } from '../trading/simulate.ts'
import type { TradingTerms } from '../trading/terms.ts'
import {
  partOf,
  splitDays,
  sharpeRatio,
  sortinoRatio,
  costsOf,
  exposureOf,
  hitRateOf,
  profitFactorOf,
} from './figures.ts'
import { selectionOf, timingOf } from './luck.ts'
import { daysOf, walkOf, yearsOf, type Benchmark, type MinuteColumns, type ReportTrade } from './periods.ts'

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

/** Shifts in time that a result is compared with: p has steps of 1 in 500. */
export const SHIFTS = 499

/** A simulated run, and what it was made from. */
export interface FinishedRun {
  readonly candles: CandleColumns
  readonly decisions: readonly RowDecision[]
  readonly terms: TradingTerms
  readonly simulation: Simulation
  /** Definitions that the user has tried on this pair and span, this one included. */
  readonly variants: number
  readonly seed: number
}

/** What the report of a run is made of. The candles have at least one row. */
export function reportInput({ candles, decisions, terms, simulation, variants, seed }: FinishedRun): ReportInput {
  const rows = candles.length
  const searchExit = createExitSearch(candles)
  const shifted = createShift(decisions, rows)
  return {
    capital: terms.capital,
    minutes: {
      at: candles.at,
      close: candles.close,
      equity: simulation.equity,
      direction: simulation.direction,
    },
    trades: simulation.trades,
    benchmark: {
      buyPrice: slippedFill(candleAt(candles, 0), 1, candles.open[0] ?? 0, terms).price,
      sellPrice: closingFill(candles.close[rows - 1] ?? 0, -1, terms).price,
      fee: terms.fee,
    },
    variants,
    shifts: SHIFTS,
    profitOfShift: (shift) => profitOf(candles, shifted(shift), terms, searchExit),
    seed,
  }
}

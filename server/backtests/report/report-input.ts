import { candleAt, type CandleColumns } from '../trading/candle-columns.ts'
import { closingFill, slippedFill } from '../trading/fills.ts'
import { createExitSearch, createShift, profitOf, type RowDecision, type Simulation } from '../trading/simulate.ts'
import type { TradingTerms } from '../trading/terms.ts'
import type { ReportInput } from './report.ts'

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

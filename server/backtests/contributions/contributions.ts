import type { Contributions } from '#contract/backtests/contributions.ts'
import { seededRandom } from '#server/lib/random.ts'
import { rowFrom, type CandleColumns } from '../trading/candle-columns.ts'
import type { RowDecision } from '../trading/simulate.ts'
import { simulate, type Simulation } from '../trading/simulate.ts'
import type { TradingTerms } from '../trading/terms.ts'
import { contributionOf, type ComparedRun } from './contribution.ts'
import type { LeftOutDecisions } from './left-out.ts'
import type { VoteTally } from './votes.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Equity at the last close of each UTC day with candles. */
function dayEnds({ at, length }: CandleColumns, equity: Float64Array): number[] {
  const ends: number[] = []
  for (let row = 0; row < length; row++) {
    const isLast = row === length - 1 || Math.floor((at[row + 1] ?? 0) / DAY_MS) > Math.floor((at[row] ?? 0) / DAY_MS)
    if (isLast) ends.push(equity[row] ?? 0)
  }
  return ends
}

/** A simulated run, what was decided without each of its parts, and the votes of its sources. */
export interface ContributionsInput {
  readonly candles: CandleColumns
  readonly decisions: readonly RowDecision[]
  readonly simulation: Simulation
  readonly terms: TradingTerms
  readonly leftOut: readonly LeftOutDecisions[]
  readonly votes: VoteTally
  readonly seed: number
}

/** [BR-20] [BR-21] [BR-22] Trades without each source and rule in turn, and compares. */
export function contributionsOf(input: ContributionsInput): Contributions {
  const { candles, terms, leftOut, votes, seed } = input
  const runOf = (decisions: readonly RowDecision[], { trades, equity }: Simulation): ComparedRun => ({
    decisions,
    trades: trades.length,
    equity: dayEnds(candles, equity),
  })
  const own = runOf(input.decisions, input.simulation)
  const without = leftOut.map(({ decisions, ...part }, each) => {
    const rows = decisions?.map(({ at, side }): RowDecision => ({ row: rowFrom(candles, at - MINUTE_MS), side }))
    const run = rows && runOf(rows, simulate(candles, rows, terms))
    return contributionOf(part, own, run, terms.capital, seededRandom(seed + each))
  })
  return { without, ...votes.result() }
}

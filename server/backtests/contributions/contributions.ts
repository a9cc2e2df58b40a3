import type { Contribution, Contributions, VotesOfTwo } from '#contract/backtests/contributions.ts'
import { FEWEST_DAYS, type Estimate } from '#contract/backtests/report.ts'
import type { PairId } from '#contract/pairs.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import { seededRandom } from '#server/lib/random.ts'
import type { SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { estimate, rescaled } from '../report/estimate.ts'
import { rowFrom, type CandleColumns } from '../trading/candle-columns.ts'
import { simulate, type RowDecision, type Simulation } from '../trading/simulate.ts'
import type { TradingTerms } from '../trading/terms.ts'
import { createLeftOut, type LeftOut, type LeftOutDecisions } from './left-out.ts'
import type { TrackRecord } from '#contract/track-records/schema.ts'

const HOUR_MS = 3_600_000

/** 1 for BUY, -1 for SELL, 0 for neither. */
export type Vote = 1 | -1 | 0

interface Hour {
  readonly at: number
  readonly price: number
  readonly votes: readonly Vote[]
}

/** Votes count at full hours only, so that no two cases overlap. */
const countsAt = (at: number): boolean => at % HOUR_MS === 0

/** Counts what sources vote at full hours, and what the price did within the next hour. */
interface VoteTally {
  /** Votes in the order of the sources; without effect unless they count then. */
  add(at: number, price: number, votes: readonly Vote[]): void
  result(): Pick<Contributions, 'sources' | 'pairs'>
}

/** The hours that have a price an hour later, with where it moved. */
function movesOf(hours: readonly Hour[]): (Hour & { readonly move: number })[] {
  return hours.flatMap((hour, index) => {
    const next = hours[index + 1]
    return next?.at === hour.at + HOUR_MS ? [{ ...hour, move: Math.sign(next.price - hour.price) }] : []
  })
}

export function createVoteTally(sources: readonly { readonly id: string; readonly name: string }[]): VoteTally {
  const hours: Hour[] = []

  function result(): Pick<Contributions, 'sources' | 'pairs'> {
    const cases = movesOf(hours)
    const shareOf = (side: number) => cases.filter(({ move }) => move === side).length / Math.max(1, cases.length)
    const chance = new Map<number, number>([
      [1, shareOf(1)],
      [-1, shareOf(-1)],
    ])
    /** The record of the votes that are counted: those other than 0. */
    function recordOf(voteOf: (votes: readonly Vote[]) => Vote): TrackRecord {
      let [hits, count, byChance] = [0, 0, 0]
      for (const { votes, move } of cases) {
        const vote = voteOf(votes)
        if (vote === 0) continue
        count += 1
        if (vote === move) hits += 1
        byChance += chance.get(vote) ?? 0
      }
      return { hits, count, chance: count === 0 ? 0 : byChance / count }
    }
    const voteOf = (votes: readonly Vote[], source: number): Vote => votes[source] ?? 0
    const ofTwo = (first: number, second: number): VotesOfTwo => ({
      first: sources[first]?.id ?? '',
      second: sources[second]?.id ?? '',
      together: recordOf((votes) => (voteOf(votes, first) === voteOf(votes, second) ? voteOf(votes, first) : 0)),
      only_first: recordOf((votes) => (voteOf(votes, second) === 0 ? voteOf(votes, first) : 0)),
      only_second: recordOf((votes) => (voteOf(votes, first) === 0 ? voteOf(votes, second) : 0)),
      opposed: cases.filter(({ votes }) => voteOf(votes, first) * voteOf(votes, second) < 0).length,
    })
    return {
      sources: sources.map(({ id, name }, source) => ({
        source_id: id,
        name,
        record: recordOf((votes) => voteOf(votes, source)),
      })),
      pairs: sources.flatMap((_, first) =>
        sources.slice(first + 1).map((_other, after) => ofTwo(first, first + 1 + after)),
      ),
    }
  }

  return {
    add(at, price, votes) {
      if (countsAt(at)) hours.push({ at, price, votes: [...votes] })
    },
    result,
  }
}

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

/** One that is excluded votes for neither. */
const voteOf = (vote: string): Vote => (vote === 'BUY' ? 1 : vote === 'SELL' ? -1 : 0)

/** What the contributions of the parts of a strategy are computed from. */
export interface Follower {
  /** At each evaluation, HOLD included, with the price then. */
  add(this: void, evaluated: { readonly at: number; readonly price: number | undefined }): void
  readonly votes: VoteTally
  leftOut(): LeftOutDecisions[]
}

/** Follows the evaluations of a strategy through its shared rules. */
export function followParts(strategy: StrategyParts, pair: PairId, shared: SharedRules): Follower {
  const leftOut = createLeftOut(strategy, pair, shared)
  const votes = createVoteTally(strategy.signal_sources)
  return {
    add({ at, price }) {
      leftOut.add(at)
      if (price === undefined || !countsAt(at)) return
      votes.add(at, price, shared.votes().map(voteOf))
    },
    votes,
    leftOut: leftOut.result,
  }
}

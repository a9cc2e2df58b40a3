import type { PairId } from '#contract/pairs.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import type { SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { createLeftOut, type LeftOutDecisions } from './left-out.ts'
import { countsAt, createVoteTally, type Vote, type VoteTally } from './votes.ts'

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

import type { PairId } from '#contract/pairs.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import type { Trace } from '#contract/strategies/trace.ts'
import { createLeftOut, type LeftOutDecisions } from './left-out.ts'
import { createVoteTally, type Vote, type VoteTally } from './votes.ts'

const VOTES = { BUY: 1, SELL: -1, HOLD: 0 } as const satisfies Record<string, Vote>

/** What the contributions of the parts of a strategy are computed from. */
export interface Follower {
  /** With the trace of each evaluation, HOLD included, and the price then. */
  add(this: void, trace: Trace, price: number | undefined): void
  readonly votes: VoteTally
  leftOut(): LeftOutDecisions[]
}

/** Follows the evaluations of a strategy. */
export function followParts(strategy: StrategyParts, pair: PairId): Follower {
  const leftOut = createLeftOut(strategy, pair)
  const votes = createVoteTally(strategy.signal_sources)
  return {
    add(trace, price) {
      leftOut.add(trace)
      if (price !== undefined)
        votes.add(
          trace.decided_at,
          price,
          trace.sources.map(({ vote }) => (vote === null ? 0 : VOTES[vote])),
        )
    },
    votes,
    leftOut: leftOut.result,
  }
}

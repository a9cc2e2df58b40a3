import type { PairId } from '#contract/pairs.ts'
import type { Side } from '#contract/strategies/names.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import { conclude } from '#server/strategies/evaluator/decide.ts'
import { NO_TRADES, prepare, recordTrade, riskEvidence } from '#server/strategies/evaluator/evaluate.ts'
import type { SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { leaveOneOut, type LeftOut } from './without.ts'

/** What a strategy without a source or rule decided; `decisions` is undefined if no rule was left. */
export interface LeftOutDecisions extends Omit<LeftOut<unknown>, 'strategy'> {
  /** BUY and SELL, at the end of their minutes in unix ms. */
  readonly decisions: readonly { readonly at: number; readonly side: Side }[] | undefined
}

/** Follows a strategy without one part. */
function followAlternative(strategy: StrategyParts, pair: PairId, shared: SharedRules) {
  const { sources, rules: needed, risk } = prepare(strategy, pair)
  const whenMet = shared.followAll(needed)
  // As live, it decides on new entries of its own streams only.
  const isDue = shared.watch(sources.map(({ source }) => source.id))
  const decisions: { readonly at: number; readonly side: Side }[] = []
  let trades = NO_TRADES
  return {
    decisions,
    decide(at: number): void {
      const results = whenMet()
      if (!results || !isDue()) return
      const { decision_type: side } = conclude(results, riskEvidence(risk, trades, at)).outcome
      if (side === 'HOLD') return
      trades = recordTrade(trades, at)
      decisions.push({ at, side })
    },
  }
}

/** Decides without each source and rule of a strategy in turn, from the rules that the whole strategy shares. */
export function createLeftOut(strategy: StrategyParts, pair: PairId, shared: SharedRules) {
  const parts = leaveOneOut<StrategyParts>(strategy).map(({ strategy: left, ...part }) => ({
    part,
    alternative: left && followAlternative(left, pair, shared),
  }))
  return {
    /** At the end of each minute in which the strategy is evaluated. */
    add: (at: number): void => {
      for (const { alternative } of parts) alternative?.decide(at)
    },
    result: (): LeftOutDecisions[] =>
      parts.map(({ part, alternative }) => ({ ...part, decisions: alternative?.decisions })),
  }
}

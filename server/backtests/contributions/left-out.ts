import type { PairId } from '#contract/pairs.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import type { Side } from '#contract/strategies/names.ts'
import { conclude } from '#server/strategies/evaluator/decide.ts'
import { NO_TRADES, prepare, recordTrade, riskEvidence } from '#server/strategies/evaluator/evaluate.ts'
import type { SharedRules } from '#server/strategies/evaluator/shared-rules.ts'

type Rule = StrategyParts['confluence_rules'][number]

/** A rule without a source; it needs no more sources than are left. Undefined without any. */
function ruleWithout(rule: Rule, sourceId: string): Rule | undefined {
  if (!rule.source_ids.includes(sourceId)) return rule
  const ids = rule.source_ids.filter((id) => id !== sourceId)
  return ids.length === 0
    ? undefined
    : { ...rule, source_ids: ids, minimum_sources: Math.min(rule.minimum_sources, ids.length) }
}

/** The strategy without a source, and without rules that had only that one; undefined if no rule is left. */
export function withoutSource<T extends StrategyParts>(strategy: T, sourceId: string): T | undefined {
  const rules = strategy.confluence_rules.flatMap((rule) => ruleWithout(rule, sourceId) ?? [])
  if (rules.length === 0) return undefined
  const sources = strategy.signal_sources.filter(({ id }) => id !== sourceId)
  return { ...strategy, signal_sources: sources, confluence_rules: rules }
}

/** The strategy without a rule; undefined if none is left. Its sources stay: they decide when a strategy is evaluated. */
export function withoutRule<T extends StrategyParts>(strategy: T, ruleId: string): T | undefined {
  const rules = strategy.confluence_rules.filter(({ id }) => id !== ruleId)
  return rules.length === 0 ? undefined : { ...strategy, confluence_rules: rules }
}

/** A part of a strategy, and the strategy without it. */
export interface LeftOut<T> {
  readonly kind: 'source' | 'rule'
  readonly id: string
  readonly name: string
  readonly strategy: T | undefined
}

/** Each source and each rule left out in turn. */
export const leaveOneOut = <T extends StrategyParts>(strategy: T): LeftOut<T>[] => [
  ...strategy.signal_sources.map(({ id, name }) => ({
    kind: 'source' as const,
    id,
    name,
    strategy: withoutSource(strategy, id),
  })),
  ...strategy.confluence_rules.map(({ id, name }) => ({
    kind: 'rule' as const,
    id,
    name,
    strategy: withoutRule(strategy, id),
  })),
]

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

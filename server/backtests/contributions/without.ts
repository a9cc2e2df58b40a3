import type { StrategyParts } from '#contract/strategies/definition.ts'

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

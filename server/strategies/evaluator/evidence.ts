import type { TracedRisk, TracedRule, TracedSource } from '#contract/strategies/trace.ts'

/** A source's signal before it is evaluated. */
export type SourceEvidence = Omit<TracedSource, 'vote' | 'discarded'>

/** A rule's requirements. */
export type RuleEvidence = Pick<TracedRule, 'rule_id' | 'name' | 'operator' | 'custom_function' | 'needed'> & {
  readonly inputs: readonly { readonly source_id: string }[]
}

/** The risk gates: their limits, and when and how often the strategy traded before. */
export interface RiskEvidence {
  readonly min_signal_strength: { readonly needed: number | null }
  readonly signal_cooldown_minutes: TracedRisk['signal_cooldown_minutes']
  readonly max_daily_trades: TracedRisk['max_daily_trades']
}

/** All inputs of a decision. A trace is the evidence plus the conclusions drawn from it. */
export interface Evidence {
  readonly decided_at: number
  readonly symbol: string
  readonly sources: readonly SourceEvidence[]
  readonly rules: readonly RuleEvidence[]
  readonly risk: RiskEvidence
}

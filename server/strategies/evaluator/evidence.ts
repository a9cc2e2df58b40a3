import type { TracedRisk, TracedRule, TracedSource } from '#contract/strategies/trace.ts'

/** What a source said, before it is judged. */
export type SourceEvidence = Omit<TracedSource, 'vote' | 'discarded'>

/** What a rule asks for. */
export type RuleEvidence = Pick<TracedRule, 'rule_id' | 'name' | 'operator' | 'custom_function' | 'needed'> & {
  readonly inputs: readonly { readonly source_id: string }[]
}

/** The gates: their limits, and how often and when the strategy acted before. */
export interface RiskEvidence {
  readonly min_signal_strength: { readonly needed: number | null }
  readonly signal_cooldown_minutes: TracedRisk['signal_cooldown_minutes']
  readonly max_daily_trades: TracedRisk['max_daily_trades']
}

/** Everything a decision is made of. A trace is this and the verdicts on it. */
export interface Evidence {
  readonly decided_at: number
  readonly symbol: string
  readonly sources: readonly SourceEvidence[]
  readonly rules: readonly RuleEvidence[]
  readonly risk: RiskEvidence
}

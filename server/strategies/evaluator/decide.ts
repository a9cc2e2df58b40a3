import type { DecisionType } from '#contract/strategies/names.ts'
import type { Block, Trace, TracedRisk } from '#contract/strategies/trace.ts'
import type { Evidence, RiskEvidence } from './collect-evidence.ts'
import { EPSILON } from './operators.ts'
import { evaluateRule, type RuleResult } from './rules.ts'
import { traceSource } from './sources.ts'

export interface Outcome {
  readonly decision_type: DecisionType
  readonly confidence: number
  readonly strength: number
}

export interface TracedDecision {
  readonly outcome: Outcome
  readonly trace: Trace
}

/** [SG-41] Risk gates that block a decision of this strength. */
function closedGates(risk: RiskEvidence, strength: number): Block[] {
  const { min_signal_strength: minimum, signal_cooldown_minutes: rest, max_daily_trades: daily } = risk
  const blocks: Block[] = []
  if (minimum.needed !== null && strength < minimum.needed - EPSILON) blocks.push('min_signal_strength')
  if (rest.needed !== null && rest.reached !== null && rest.reached < rest.needed)
    blocks.push('signal_cooldown_minutes')
  if (daily.needed !== null && daily.reached >= daily.needed) blocks.push('max_daily_trades')
  return blocks
}

/** [SG-40] All rules must be met, and on the same side. */
function blocksOf(rules: readonly RuleResult[], risk: RiskEvidence, strength: number): Block[] {
  if (rules.some(({ unmet }) => unmet.length > 0)) return ['rules']
  return new Set(rules.map(({ side }) => side)).size === 1 ? closedGates(risk, strength) : ['sides_differ']
}

/** What evaluated rules and risk gates come to. */
export interface Conclusion {
  readonly outcome: Outcome
  readonly blockedBy: Block[]
}

/** [SG-40] [SG-41] Strength and confidence are those of the weakest rule. */
export function conclude(rules: readonly RuleResult[], risk: RiskEvidence): Conclusion {
  const strength = Math.min(...rules.map((rule) => rule.strength))
  const confidence = Math.min(...rules.map(({ reached }) => reached.consensus))
  const blockedBy = blocksOf(rules, risk, strength)
  const decision_type = blockedBy.length === 0 ? (rules[0]?.side ?? 'HOLD') : 'HOLD'
  return { outcome: { decision_type, confidence, strength }, blockedBy }
}

/** The decision that follows from the evidence, with its trace. Pure and deterministic. */
export function decide({ decided_at, symbol, sources, rules, risk }: Evidence): TracedDecision {
  const traced = sources.map(traceSource)
  const byId = new Map(traced.map((source) => [source.source_id, source]))
  const evaluated = rules.map((rule) => evaluateRule(rule, byId))
  const { outcome, blockedBy } = conclude(evaluated, risk)
  const tracedRisk: TracedRisk = {
    min_signal_strength: { needed: risk.min_signal_strength.needed, reached: outcome.strength },
    signal_cooldown_minutes: risk.signal_cooldown_minutes,
    max_daily_trades: risk.max_daily_trades,
  }
  return {
    outcome,
    trace: {
      decided_at,
      symbol,
      sources: traced,
      rules: evaluated,
      risk: tracedRisk,
      blocked_by: blockedBy,
    },
  }
}

/** [SG-42] Repeats the decision from the evidence in its trace, ignoring the conclusions recorded there. */
export const decideFromTrace = (trace: Trace): Outcome => decide(trace).outcome

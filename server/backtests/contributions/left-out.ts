import type { PairId } from '#contract/pairs.ts'
import type { Side } from '#contract/strategies/names.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import type { Trace, TracedRule, TracedSource } from '#contract/strategies/trace.ts'
import { conclude } from '#server/strategies/evaluator/decide.ts'
import {
  NO_TRADES,
  prepare,
  recordTrade,
  riskEvidence,
  type TradeHistory,
} from '#server/strategies/evaluator/evaluate.ts'
import type { RuleEvidence } from '#server/strategies/evaluator/evidence.ts'
import { evaluateRule } from '#server/strategies/evaluator/rules.ts'
import { leaveOneOut, type LeftOut } from './without.ts'

/** What a strategy without a source or rule decided; `decisions` is undefined if no rule was left. */
export interface LeftOutDecisions extends Omit<LeftOut<unknown>, 'strategy'> {
  /** BUY and SELL, at the end of their minutes in unix ms. */
  readonly decisions: readonly { readonly at: number; readonly side: Side }[] | undefined
}

/** An evaluation of the whole strategy. */
interface Evaluation {
  readonly trace: Trace
  readonly rules: ReadonlyMap<string, TracedRule>
  readonly sources: ReadonlyMap<string, TracedSource>
  /** Sources with a new entry since the evaluation before. */
  readonly renewed: ReadonlySet<string>
}

interface Alternative {
  readonly part: LeftOut<StrategyParts>
  /** Decides from the trace of the whole strategy. */
  readonly decide: (evaluation: Evaluation) => void
  readonly decisions: { readonly at: number; readonly side: Side }[]
}

/**
 * A strategy without one part. Rules that have all of their sources are taken from the trace of the whole, since they are the
 * same; most decisions end with one of them that is not met.
 */
function alternative(part: LeftOut<StrategyParts>, pair: PairId): Alternative {
  const decisions: Alternative['decisions'] = []
  const prepared = part.strategy && prepare(part.strategy, pair)
  let trades: TradeHistory = NO_TRADES

  /** The traced rule, if the whole strategy has the same. */
  function known({ rules }: Evaluation, rule: RuleEvidence): TracedRule | undefined {
    const whole = rules.get(rule.rule_id)
    return whole?.inputs.length === rule.inputs.length ? whole : undefined
  }

  /** All rules if they are met, otherwise undefined. The known ones come first: they cost nothing. */
  function metRules(evaluation: Evaluation): TracedRule[] | undefined {
    const rules = prepared?.rules ?? []
    if (rules.some((rule) => (known(evaluation, rule)?.unmet.length ?? 0) > 0)) return undefined
    const traced = rules.map((rule) => known(evaluation, rule) ?? evaluateRule(rule, evaluation.sources))
    return traced.some(({ unmet }) => unmet.length > 0) ? undefined : traced
  }

  return {
    part,
    decisions,
    decide(evaluation) {
      // As live, it decides on new entries of its own streams only.
      if (!prepared?.sources.some(({ source }) => evaluation.renewed.has(source.id))) return
      const met = metRules(evaluation)
      if (!met) return
      const at = evaluation.trace.decided_at
      const { decision_type: side } = conclude(met, riskEvidence(prepared.risk, trades, at)).outcome
      if (side === 'HOLD') return
      trades = recordTrade(trades, at)
      decisions.push({ at, side })
    },
  }
}

/** Follows the evaluations of a strategy, and decides without each of its sources and rules in turn. */
export function createLeftOut(strategy: StrategyParts, pair: PairId) {
  const alternatives = leaveOneOut<StrategyParts>(strategy).map((part) => alternative(part, pair))
  /** Times of the newest entries by source. */
  const entries = new Map<string, number | null>()
  return {
    /** With the trace of each evaluation, HOLD included. */
    add: (trace: Trace): void => {
      const renewed = new Set<string>()
      for (const { source_id: id, as_of: asOf } of trace.sources) {
        if (asOf !== null && entries.get(id) !== asOf) renewed.add(id)
        entries.set(id, asOf)
      }
      const evaluation: Evaluation = {
        trace,
        renewed,
        rules: new Map(trace.rules.map((rule) => [rule.rule_id, rule])),
        sources: new Map(trace.sources.map((source) => [source.source_id, source])),
      }
      for (const each of alternatives) each.decide(evaluation)
    },
    result: (): LeftOutDecisions[] =>
      alternatives.map(({ part: { kind, id, name, strategy: left }, decisions }) => ({
        kind,
        id,
        name,
        decisions: left === undefined ? undefined : decisions,
      })),
  }
}

import type { DecisionType } from '#contract/strategies/names.ts'
import { SHORTFALLS, type Shortfall, type TracedRule, type TracedSource } from '#contract/strategies/trace.ts'
import type { RuleEvidence } from './evidence.ts'
import { supportFor, EPSILON, sum, weightedConfidence, weight, type SideSupport } from './operators.ts'
import { signalOf, type Signal } from './sources.ts'

/** [SG-36] The signals of a rule that count: not excluded, and not overdue for much longer than the newest. */
function countedOf(assigned: readonly TracedSource[], spread: number): Signal[] {
  const usable = assigned.map(signalOf).filter((signal) => signal !== undefined)
  const least = Math.min(...usable.map(({ overdue }) => overdue))
  return usable.filter(({ overdue }) => overdue <= least + spread)
}

interface Scores {
  readonly consensus: number
  readonly strength: number
}

function scoresOf({ agreeing, considered }: SideSupport): Scores {
  const agreed = sum(agreeing, weightedConfidence)
  const asked = sum(considered, weight)
  return {
    consensus: asked === 0 ? 0 : Math.min(1, agreed / asked),
    strength:
      agreed === 0
        ? 0
        : Math.min(1, sum(agreeing, (signal) => weightedConfidence(signal) * Math.abs(signal.value)) / agreed),
  }
}

/** The side on which the operator holds, otherwise the one with more support; undefined if there is none for either. */
function leading(rule: RuleEvidence, counted: readonly Signal[]): SideSupport | undefined {
  const [buy, sell] = [supportFor(rule, counted, 'BUY'), supportFor(rule, counted, 'SELL')]
  if (buy.holds !== sell.holds) return buy.holds ? buy : sell
  const [forBuy, forSell] = [sum(buy.agreeing, weightedConfidence), sum(sell.agreeing, weightedConfidence)]
  if (forBuy === forSell) return undefined
  return forBuy > forSell ? buy : sell
}

/** Evaluates one rule on the evidence of its sources. */
export function evaluateRule(rule: RuleEvidence, sources: ReadonlyMap<string, TracedSource>): TracedRule {
  const { needed } = rule
  const assigned = rule.inputs.map(({ source_id }) => sources.get(source_id)).filter((source) => source !== undefined)
  const counted = countedOf(assigned, needed.max_time_spread_seconds)
  const isCounted = (id: string) => counted.some(({ source_id }) => source_id === id)
  const assignedWeight = assigned.reduce((total, source) => total + source.weight, 0)
  const totalWeight = assignedWeight === 0 ? 0 : Math.min(1, sum(counted, weight) / assignedWeight)
  const leader = leading(rule, counted)
  const { consensus, strength } = leader ? scoresOf(leader) : { consensus: 0, strength: 0 }
  const agreeing = leader?.agreeing.length ?? 0
  const side: DecisionType = leader?.side ?? 'HOLD'
  const shortfalls: Record<Shortfall, boolean> = {
    side: !leader?.holds,
    minimum_sources: agreeing < needed.minimum_sources,
    minimum_total_weight: totalWeight < needed.minimum_total_weight - EPSILON,
    consensus_threshold: consensus < needed.consensus_threshold - EPSILON,
  }
  return {
    rule_id: rule.rule_id,
    name: rule.name,
    operator: rule.operator,
    custom_function: rule.custom_function,
    inputs: assigned.map((source) => ({
      source_id: source.source_id,
      excluded: isCounted(source.source_id) ? null : (source.discarded ?? 'time_spread'),
    })),
    needed,
    reached: { sources: agreeing, total_weight: totalWeight, consensus, average: leader?.average ?? null },
    side,
    unmet: SHORTFALLS.filter((each) => shortfalls[each]),
    strength,
  }
}

import { SHORTFALLS, type Shortfall, type TracedRule, type TracedSource } from '#contract/strategies/trace.ts'
import type { RuleEvidence } from './collect-evidence.ts'
import { supportFor, EPSILON, sum, weightedConfidence, weight, type SideSupport } from './operators.ts'
import { signalOf, type Signal } from './sources.ts'

/** [SG-36] The usable signals of a rule that count: not overdue for much longer than the newest. */
export function countedOf(usable: readonly Signal[], spread: number): Signal[] {
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

/** What a rule comes to. */
export type RuleResult = Pick<TracedRule, 'reached' | 'side' | 'unmet' | 'strength'>

/**
 * Evaluates one rule.
 * @param counted its signals that count
 * @param assignedWeight of all its sources
 */
export function ruleResult(rule: RuleEvidence, counted: readonly Signal[], assignedWeight: number): RuleResult {
  const { needed } = rule
  const totalWeight = assignedWeight === 0 ? 0 : Math.min(1, sum(counted, weight) / assignedWeight)
  const leader = leading(rule, counted)
  const { consensus, strength } = leader ? scoresOf(leader) : { consensus: 0, strength: 0 }
  const agreeing = leader?.agreeing.length ?? 0
  const shortfalls: Record<Shortfall, boolean> = {
    side: !leader?.holds,
    minimum_sources: agreeing < needed.minimum_sources,
    minimum_total_weight: totalWeight < needed.minimum_total_weight - EPSILON,
    consensus_threshold: consensus < needed.consensus_threshold - EPSILON,
  }
  return {
    reached: { sources: agreeing, total_weight: totalWeight, consensus, average: leader?.average ?? null },
    side: leader?.side ?? 'HOLD',
    unmet: SHORTFALLS.filter((each) => shortfalls[each]),
    strength,
  }
}

/** Evaluates one rule on the evidence of its sources. */
export function evaluateRule(rule: RuleEvidence, sources: ReadonlyMap<string, TracedSource>): TracedRule {
  const assigned = rule.inputs.map(({ source_id }) => sources.get(source_id)).filter((source) => source !== undefined)
  const usable = assigned.map(signalOf).filter((signal) => signal !== undefined)
  const counted = countedOf(usable, rule.needed.max_time_spread_seconds)
  const isCounted = (id: string) => counted.some(({ source_id }) => source_id === id)
  const assignedWeight = assigned.reduce((total, source) => total + source.weight, 0)
  const { reached, side, unmet, strength } = ruleResult(rule, counted, assignedWeight)
  return {
    rule_id: rule.rule_id,
    name: rule.name,
    operator: rule.operator,
    custom_function: rule.custom_function,
    inputs: assigned.map((source) => ({
      source_id: source.source_id,
      excluded: isCounted(source.source_id) ? null : (source.discarded ?? 'time_spread'),
    })),
    needed: rule.needed,
    reached,
    side,
    unmet,
    strength,
  }
}

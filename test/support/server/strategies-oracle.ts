import type { Side } from '#contract/strategies/names.ts'
import type { Trace, TracedRule, TracedSource } from '#contract/strategies/trace.ts'

/**
 * An independent implementation of docs/rules/strategies.md, written from the rules and not from the product: sums in loops, one
 * side after the other. It reads the evidence of a trace and none of its conclusions.
 */
export function decideByRules(trace: Trace): 'BUY' | 'SELL' | 'HOLD' {
  for (const side of ['BUY', 'SELL'] as const) {
    const rules = trace.rules.map((rule) => ruleSupports(rule, trace.sources, side))
    if (!rules.every((rule) => rule.met)) continue
    const strength = Math.min(...rules.map((rule) => rule.strength))
    const { min_signal_strength, signal_cooldown_minutes, max_daily_trades } = trace.risk
    if (min_signal_strength.needed !== null && strength + 1e-9 < min_signal_strength.needed) return 'HOLD'
    const { needed: rest, reached: since } = signal_cooldown_minutes
    if (rest !== null && since !== null && since < rest) return 'HOLD'
    if (max_daily_trades.needed !== null && max_daily_trades.reached >= max_daily_trades.needed) return 'HOLD'
    return side
  }
  return 'HOLD'
}

interface Usable {
  readonly w: number
  readonly c: number
  readonly v: number
  readonly late: number
  readonly buy: number
  readonly sell: number
  readonly rank: number
}

const RANKS = ['m1', 'm5', 'm15', 'm30', 'h1', 'h4', 'd1']

function usableOf({
  value,
  confidence,
  age_seconds,
  cadence_seconds,
  weight,
  needed,
  timeframe,
}: TracedSource): Usable[] {
  if (value === null || confidence === null || age_seconds === null) return []
  const late = age_seconds > cadence_seconds ? age_seconds - cadence_seconds : 0
  if (late > needed.max_age_seconds || confidence < needed.min_confidence) return []
  return [
    {
      w: weight,
      c: confidence,
      v: value,
      late,
      buy: needed.threshold_buy,
      sell: needed.threshold_sell,
      rank: timeframe === null ? -1 : RANKS.indexOf(timeframe),
    },
  ]
}

const isFor = (s: Usable, side: Side) => (side === 'BUY' ? s.v > 0 && s.v >= s.buy : s.v < 0 && -s.v >= s.sell)
const other = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

function ruleSupports(rule: TracedRule, all: readonly TracedSource[], side: Side) {
  const assigned = rule.inputs.map(({ source_id }) => all.find((each) => each.source_id === source_id)!)
  const usable = assigned.flatMap(usableOf)
  let newest = Infinity
  for (const { late } of usable) newest = Math.min(newest, late)
  const counted = usable.filter(({ late }) => late - newest <= rule.needed.max_time_spread_seconds)
  let [assignedWeight, weight, voice, leaning, bar] = [0, 0, 0, 0, 0]
  for (const each of assigned) assignedWeight += each.weight
  for (const s of counted) {
    weight += s.w
    voice += s.w * s.c
    leaning += s.w * s.c * s.v
    bar += s.w * s.c * (side === 'BUY' ? s.buy : s.sell)
  }
  const sign = side === 'BUY' ? 1 : -1
  const isAverage = rule.operator === 'weighted_average'
  const agreeing = counted.filter((s) => (isAverage ? s.v * sign > 0 : isFor(s, side)))
  const against = counted.filter((s) => isFor(s, other(side)))
  const voiceOf = (list: readonly Usable[]) => list.reduce((sum, s) => sum + s.w * s.c, 0)
  const weightOf = (list: readonly Usable[]) => list.reduce((sum, s) => sum + s.w, 0)
  const isOfSides =
    rule.operator === 'or' || rule.custom_function === 'no_opposition' || rule.custom_function === 'slowest_leads'
  const considered = isOfSides ? [...agreeing, ...against] : counted

  const top = Math.max(...counted.map((s) => s.rank))
  const strongest = counted.toSorted((a, b) => b.w * b.c * Math.abs(b.v) - a.w * a.c * Math.abs(a.v))[0]
  const holds = {
    and: counted.length > 0 && agreeing.length === counted.length,
    or: agreeing.length > 0 && voiceOf(agreeing) > voiceOf(against) + 1e-9,
    weighted_average: voice > 0 && (sign * leaning) / voice >= bar / voice - 1e-9,
    majority_vote: weight > 0 && weightOf(agreeing) / weight > 0.5 + 1e-9,
    no_opposition: agreeing.length > 0 && against.length === 0,
    two_thirds: weight > 0 && weightOf(agreeing) / weight >= 2 / 3 - 1e-9,
    strongest_signal: strongest !== undefined && isFor(strongest, side),
    slowest_leads: counted.length > 0 && counted.every((s) => s.rank < top || isFor(s, side)) && against.length === 0,
  }
  const name = rule.operator === 'custom_function' ? rule.custom_function! : rule.operator
  const consensus = considered.length === 0 ? 0 : voiceOf(agreeing) / weightOf(considered)
  const strength = agreeing.reduce((sum, s) => sum + s.w * s.c * Math.abs(s.v), 0) / voiceOf(agreeing)
  return {
    met:
      holds[name] &&
      agreeing.length >= rule.needed.minimum_sources &&
      weight / assignedWeight >= rule.needed.minimum_total_weight - 1e-9 &&
      consensus >= rule.needed.consensus_threshold - 1e-9,
    strength: Number.isNaN(strength) ? 0 : strength,
  }
}

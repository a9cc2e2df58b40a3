import type { DecisionType, RuleOperator } from './names.ts'
import type { Block, Shortfall, Trace, TracedRule } from './trace.ts'

export const BLOCK_TEXTS: Readonly<Record<Block, string>> = {
  rules: 'not every rule was met',
  sides_differ: 'the rules were met on different sides',
  min_signal_strength: 'the signal was too weak',
  signal_cooldown_minutes: 'the last BUY or SELL was too recent',
  max_daily_trades: 'the daily trade limit was reached',
}

/** Why an operator found no side. */
const NO_SIDE_TEXTS: Readonly<Record<RuleOperator, string>> = {
  and: 'not all signals vote for one side',
  or: 'no side outweighs the other',
  weighted_average: 'the average is below the thresholds',
  majority_vote: 'no side has more than half of the weight',
  custom_function: 'the function found no side',
}

const SHORTFALL_TEXTS: Readonly<Record<Exclude<Shortfall, 'side'>, string>> = {
  minimum_sources: 'too few sources on this side',
  minimum_total_weight: 'too little total weight',
  consensus_threshold: 'too little consensus',
}

/** The unmet requirements of a rule; empty if it was met. */
export const shortfallText = ({ unmet, operator }: Pick<TracedRule, 'unmet' | 'operator'>): string =>
  unmet
    .map((requirement) => (requirement === 'side' ? NO_SIDE_TEXTS[operator] : SHORTFALL_TEXTS[requirement]))
    .join(', ')

/** Why a decision was made, in one line. */
export function whyLine(type: DecisionType, { sources, rules, blocked_by: blocks }: Trace): string {
  if (type !== 'HOLD') {
    const voted = sources.filter(({ vote }) => vote === type).length
    return `Every rule was met; ${voted} of ${sources.length} sources voted ${type}`
  }
  if (sources.every(({ discarded }) => discarded !== null)) return 'No source had a usable signal'
  const [first, ...others] = rules.filter(({ unmet }) => unmet.length > 0)
  if (first) {
    const more = others.length === 0 ? '' : `; ${others.length} more ${others.length === 1 ? 'rule' : 'rules'} not met`
    return `${first.name}: ${shortfallText(first)}${more}`
  }
  const text = blocks.map((block) => BLOCK_TEXTS[block]).join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

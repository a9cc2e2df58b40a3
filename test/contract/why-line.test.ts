import { describe, expect, it } from 'vitest'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { Trace } from '#contract/strategies/trace.ts'
import { whyLine } from '#contract/strategies/why-texts.ts'
import { tracedRule, tracedSource, why } from '#test/support/data/strategy-samples.ts'

const { trace } = why()
const line = (part: Partial<Trace>, type: DecisionType = 'HOLD') => whyLine(type, { ...trace, ...part })
const met = tracedRule({ unmet: [] })

describe('[SG-89] why a decision was made, in one line', () => {
  it('names the first rule that was not met, with its shortfalls, and counts the others', () => {
    expect(line({})).toBe('Agreement: too few sources on this side, too little total weight')
    expect(line({ rules: [met, tracedRule({ name: 'Second', unmet: ['side'] })] })).toBe(
      'Second: not all signals vote for one side',
    )
    const rule = tracedRule({ unmet: ['consensus_threshold'] })
    expect(line({ rules: [rule, rule] })).toBe('Agreement: too little consensus; 1 more rule not met')
    expect(line({ rules: [rule, rule, rule] })).toBe('Agreement: too little consensus; 2 more rules not met')
  })

  it('names the gates', () => {
    expect(line({ rules: [met], blocked_by: ['min_signal_strength', 'max_daily_trades'] })).toBe(
      'The signal was too weak; the daily trade limit was reached',
    )
    expect(line({ rules: [met], blocked_by: ['sides_differ'] })).toBe('The rules were met on different sides')
  })

  it('says that there was nothing to go by', () => {
    expect(line({ sources: [tracedSource({ vote: null, discarded: 'no_signal' })] })).toBe(
      'No source had a usable signal',
    )
  })

  it('counts the votes of a BUY and SELL', () => {
    const rules = { rules: [met], blocked_by: [] }
    expect(line(rules, 'BUY')).toBe('Every rule was met; 1 of 2 sources voted BUY')
    expect(line(rules, 'SELL')).toBe('Every rule was met; 0 of 2 sources voted SELL')
  })
})

import { describe, expect, it } from 'vitest'
import { RULE_OPERATORS } from '#contract/strategies/names.ts'
import { requirementsOf, shortfallText } from '#src/features/trading/detail/why-texts.ts'
import { tracedRule, tracedSource } from '#test/support/data/strategy-samples.ts'

const limits = tracedSource().needed
const one = tracedSource({ source_id: 'one', weight: 1, confidence: 0.5, needed: { ...limits, threshold_sell: 0.8 } })
const two = tracedSource({ source_id: 'two', weight: 3, confidence: 0.5, needed: { ...limits, threshold_sell: 0.4 } })
const out = tracedSource({ source_id: 'out', needed: { ...limits, threshold_sell: 1, threshold_buy: 1 } })
const inputs = [
  { source_id: 'one', excluded: null },
  { source_id: 'two', excluded: null },
  { source_id: 'out', excluded: 'too_old' as const },
]
const averaging = (side: 'BUY' | 'SELL', average: number) =>
  tracedRule({ operator: 'weighted_average', side, inputs, reached: { ...tracedRule().reached, average } })
const averageOf = (side: 'BUY' | 'SELL', average: number) =>
  requirementsOf(averaging(side, average), [one, two, out])[0]

describe('[TG-17] what a rule lacked', () => {
  it.each(RULE_OPERATORS.map((operator) => [operator] as const))('without a side, in the words of %s', (operator) => {
    const words = {
      and: 'not all signals vote for one side',
      or: 'no side outweighs the other',
      weighted_average: 'the average is below the thresholds',
      majority_vote: 'no side has more than half of the weight',
      custom_function: 'the function found no side',
    }
    expect(shortfallText(tracedRule({ operator, unmet: ['side'] }))).toBe(words[operator])
  })

  it('an average is told with what it needed: the thresholds of the counted, by weight and confidence', () => {
    expect(averageOf('SELL', -0.3)).toEqual({ label: 'Average value', reached: '-0.30', needed: '-0.50' })
    expect(averageOf('BUY', 0.55)).toEqual({ label: 'Average value', reached: '+0.55', needed: '+0.60' })
  })

  it('without an average there is no such figure', () => {
    expect(requirementsOf(tracedRule(), [one]).map(({ label }) => label)).toEqual([
      'Sources on this side',
      'Weight',
      'Consensus',
    ])
  })
})

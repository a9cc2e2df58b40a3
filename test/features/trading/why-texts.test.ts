import { describe, expect, it } from 'vitest'
import { RULE_OPERATORS } from '#contract/strategies/names.ts'
import { shortfallText } from '#contract/strategies/why-texts.ts'
import { requirementsOf } from '#src/features/trading/detail/TraceView.tsx'
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

describe('[TG-17] an unmet rule', () => {
  it.each(RULE_OPERATORS.map((operator) => [operator] as const))('explains a missing side for %s', (operator) => {
    const words = {
      and: 'not all signals vote for one side',
      or: 'no side outweighs the other',
      weighted_average: 'the average is below the thresholds',
      majority_vote: 'no side has more than half of the weight',
      custom_function: 'the function found no side',
    }
    expect(shortfallText(tracedRule({ operator, unmet: ['side'] }))).toBe(words[operator])
  })

  it('shows an average with its requirement: the thresholds of included sources by weight and confidence', () => {
    expect(averageOf('SELL', -0.3)).toEqual({ label: 'Average value', reached: '-0.30', needed: '-0.50' })
    expect(averageOf('BUY', 0.55)).toEqual({ label: 'Average value', reached: '+0.55', needed: '+0.60' })
  })

  it('omits a missing average', () => {
    expect(requirementsOf(tracedRule(), [one]).map(({ label }) => label)).toEqual([
      'Sources on this side',
      'Weight',
      'Consensus',
    ])
  })
})

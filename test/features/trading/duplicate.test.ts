import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { duplicateOf } from '#src/features/trading/list/duplicate.ts'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'

const [source] = DEFINITION.signal_sources
const [rule] = DEFINITION.confluence_rules

describe('[TG-36] a duplicate', () => {
  it('of a strategy of the wizard is the same under another name', () => {
    const { draft, losses } = duplicateOf(DEFINITION, CATALOGUE)
    expect(losses).toEqual([])
    expect({ ...definitionOf(draft, 0), id: DEFINITION.id }).toEqual({ ...DEFINITION, name: 'Alpha (copy)' })
  })

  it('has a name within its limit', () => {
    const { draft } = duplicateOf({ ...DEFINITION, name: 'x'.repeat(200) }, CATALOGUE)
    expect(draft.name).toBe(`${'x'.repeat(193)} (copy)`)
  })

  it('lists all that the wizard cannot take over', () => {
    const { losses } = duplicateOf(
      {
        ...DEFINITION,
        symbols: ['BTCUSD', 'ETHUSD'],
        signal_sources: [
          ...DEFINITION.signal_sources,
          { ...source!, id: 'again', name: 'Second' },
          { ...source!, id: 'div', name: 'Divergences', stream_category: 'analysis', stream_subcategory: 'divergence' },
          {
            ...source!,
            id: 'patterns',
            name: 'Patterns',
            stream_category: 'analysis',
            stream_subcategory: 'consolidated_patterns',
            timeframe_filter: ['m5', 'd1'],
          },
          {
            ...source!,
            id: 'levels',
            name: 'Levels',
            stream_category: 'analysis',
            stream_subcategory: 'support_resistance',
            timeframe_filter: ['d1'],
          },
        ],
        confluence_rules: [
          { ...rule!, source_ids: [...rule!.source_ids, 'again'] },
          { ...rule!, id: 'lost', name: 'Reversal', source_ids: ['div'], minimum_sources: 1 },
        ],
        risk_parameters: { ...DEFINITION.risk_parameters, max_position_size: 2.5, max_position_unit: 'pct' },
      },
      CATALOGUE,
    )
    expect(losses).toEqual([
      'Source "Second": the wizard takes one source per stream.',
      'Source "Divergences": its stream is not in the wizard.',
      'D1 of the source "Patterns": its stream is not offered with it.',
      'Source "Levels": its stream is not offered with D1.',
      'Rule "Reversal": none of its sources is left.',
      'ETH/USD: the wizard takes one pair.',
      'The position of 2.5%: the wizard takes dollars and starts with $1000.',
    ])
  })
})

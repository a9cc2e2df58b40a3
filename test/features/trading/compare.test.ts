import { describe, expect, it } from 'vitest'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { compareVersions, onlyDifferences } from '#src/features/trading/versions/compare.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'

const differences = (part: Partial<CustomStrategy>, before: CustomStrategy = DEFINITION) =>
  onlyDifferences(compareVersions(before, { ...before, ...part })).map(({ title, settings }) => [
    title,
    ...settings.map(({ label, before: old, after, change }) => [label, old, after, change].join(' | ')),
  ])
const [first, second] = DEFINITION.signal_sources
const [rule] = DEFINITION.confluence_rules
if (!first || !second || !rule) throw new Error('the sample has two sources and a rule')

describe('[TG-42] two versions compared', () => {
  it('have every setting, and no difference if they are the same', () => {
    expect(compareVersions(DEFINITION, DEFINITION).map(({ title }) => title)).toEqual([
      'Strategy',
      'Source: Cross-Timeframe Analysis',
      'Source: Market Structure Analysis',
      'Rule: Agreement',
      'Risk',
    ])
    expect(differences({})).toEqual([])
  })

  it('show what was changed', () => {
    const weight_config = { ...first.weight_config, weight: 1.5 }
    expect(
      differences({
        name: 'Beta',
        signal_sources: [{ ...first, id: 'another id', timeframe_filter: ['h1'], weight_config }, second],
        confluence_rules: [{ ...rule, source_ids: ['another id', second.id], minimum_sources: 1 }],
        risk_parameters: { ...DEFINITION.risk_parameters, stop_loss_percentage: 4, signal_cooldown_minutes: null },
      }),
    ).toEqual([
      ['Strategy', 'Name | Alpha | Beta | changed'],
      [
        'Source: Cross-Timeframe Analysis',
        'Timeframes | M5, M15, M30, H1, H4 | H1 | changed',
        'Weight | 1.00 | 1.50 | changed',
      ],
      ['Rule: Agreement', 'Min sources | 2 | 1 | changed'],
      ['Risk', 'Stop loss % | 2% | 4% | changed', 'Pause after BUY or SELL | 5 min | none | changed'],
    ])
  })

  it('show what was added and removed, beside its like', () => {
    const third = { ...second, id: 'third', stream_subcategory: 'divergence', name: 'Divergences' }
    const groups = differences({
      signal_sources: [third, first],
      confluence_rules: [{ ...rule, id: 'r2', name: 'Both' }],
    })
    expect(groups.map(([title, setting]) => [title, setting])).toEqual([
      ['Source: Divergences', 'Name |  | Divergences | added'],
      ['Source: Market Structure Analysis', 'Name | Market Structure Analysis |  | removed'],
      ['Rule: Both', 'Name |  | Both | added'],
      ['Rule: Agreement', 'Name | Agreement |  | removed'],
    ])
  })

  it('show a position in another unit as another setting', () => {
    const risk_parameters = { ...DEFINITION.risk_parameters, max_position_size: 2, max_position_unit: 'pct' as const }
    expect(differences({ risk_parameters })).toEqual([
      ['Risk', 'Max position size % |  | 2% | added', 'Max position size | $1,000 |  | removed'],
    ])
  })
})

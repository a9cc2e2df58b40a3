import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { customStrategySchema } from '#contract/strategies/definition.ts'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import { withRule, withWeight } from '#src/machines/wizard/draft.ts'
import { draftFrom } from '#src/machines/wizard/from-definition.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'

describe('[TG-33] a draft that starts as', () => {
  it.each(TEMPLATES.map((template) => [template.name, template] as const))(
    'the template %s makes the same strategy, in dollars',
    (name, template) => {
      const wanted = strategyFrom(template, { name, exchange: 'kraken', pair: 'BTCUSD' })
      const built = definitionOf(draftFrom(wanted, CATALOGUE), 0)
      const streamOf = (id: string) =>
        built.signal_sources[wanted.signal_sources.findIndex((each) => each.id === id)]?.id

      expect(customStrategySchema.safeParse(built).error?.issues).toBeUndefined()
      expect(built.signal_sources).toEqual(
        wanted.signal_sources.map((source) => ({ ...source, id: streamOf(source.id) })),
      )
      expect(built.confluence_rules).toEqual(
        wanted.confluence_rules.map((rule) => ({ ...rule, source_ids: rule.source_ids.map(streamOf) })),
      )
      expect(built.risk_parameters).toEqual({
        ...wanted.risk_parameters,
        max_position_size: 1_000,
        max_position_unit: 'usd',
      })
    },
  )

  it('a strategy with two sources on a stream keeps the first, and an unfiltered source stays unfiltered', () => {
    const [first, second] = DEFINITION.signal_sources
    const again = { ...first!, id: 'again', name: 'Again', timeframe_filter: ['m5' as const] }
    const unfiltered = { ...second!, timeframe_filter: null }
    const [rule] = DEFINITION.confluence_rules
    const draft = draftFrom(
      {
        ...DEFINITION,
        symbols: ['ETHUSD', 'BTCUSD'],
        signal_sources: [first!, again, unfiltered],
        confluence_rules: [
          { ...rule!, source_ids: [first!.id, 'again', unfiltered.id], minimum_sources: 3 },
          { ...rule!, id: 'only again', source_ids: ['again'], minimum_sources: 1 },
        ],
      },
      CATALOGUE,
    )
    const built = definitionOf(draft, 0)
    expect(built.symbols).toEqual(['ETHUSD'])
    expect(built.signal_sources.map(({ id, timeframe_filter }) => [id, timeframe_filter])).toEqual([
      [first!.id, first!.timeframe_filter],
      [second!.id, null],
    ])
    expect(built.confluence_rules).toEqual([{ ...rule!, source_ids: [first!.id, second!.id], minimum_sources: 2 }])
  })

  it('a strategy of the wizard makes the same again, and changes only what is edited', () => {
    const draft = draftFrom(DEFINITION, CATALOGUE)
    const same = { ...definitionOf(draft, 0), id: DEFINITION.id }
    expect(same).toEqual(DEFINITION)
    const [rule] = draft.rules
    const edited = withRule(withWeight(draft, draft.sources[0]?.stream.id ?? '', 2), {
      ...rule!,
      confidenceThreshold: 0.9,
    })
    const { signal_sources, confluence_rules } = definitionOf(edited, 0)
    expect(signal_sources[0]?.weight_config).toEqual({ ...DEFINITION.signal_sources[0]?.weight_config, weight: 2 })
    expect(confluence_rules[0]).toMatchObject({ minimum_total_weight: 0.9, consensus_threshold: 0.9 })
  })
})

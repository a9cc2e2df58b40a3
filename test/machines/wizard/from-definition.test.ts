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

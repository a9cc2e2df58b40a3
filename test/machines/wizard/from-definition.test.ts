import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { customStrategySchema } from '#contract/strategies/definition.ts'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import {
  draftSourceName,
  withoutSource,
  withRule,
  withTimeframe,
  withWeight,
  type Draft,
} from '#src/machines/wizard/draft.ts'
import { draftFrom, duplicateOf } from '#src/machines/wizard/from-definition.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { STRUCTURE } from '#test/support/client/wizard.ts'
import { anyAcceptedStrategy } from '#test/support/data/any-strategy.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'

const [cross, structure] = DEFINITION.signal_sources
const [rule] = DEFINITION.confluence_rules
const built = (draft: Draft) => definitionOf(draft, 0)
/** Two sources on one stream, one of a stream without a place in the wizard, and two pairs. */
const RICH = {
  ...DEFINITION,
  symbols: ['ETHUSD' as const, 'BTCUSD' as const],
  signal_sources: [
    { ...structure!, id: 'fast', name: 'Fast structure', timeframe_filter: ['m5' as const, 'd1' as const] },
    { ...structure!, id: 'all', timeframe_filter: null, symbol_filter: null },
    { ...cross!, id: 'div', name: 'Divergences', stream_subcategory: 'divergence', timeframe_filter: ['h4' as const] },
  ],
  confluence_rules: [
    { ...rule!, source_ids: ['div', 'all', 'fast'], minimum_total_weight: 0.7, consensus_threshold: 0.32 },
  ],
}

describe('a draft that starts as', () => {
  it('[TG-36] any strategy that the contract accepts makes the same again, starting active', () => {
    fc.assert(
      fc.property(anyAcceptedStrategy, (strategy) => {
        expect(customStrategySchema.safeParse(strategy).error?.issues).toBeUndefined()
        expect(definitionOf(draftFrom(strategy, CATALOGUE), 7)).toEqual({
          ...strategy,
          id: 'custom_7',
          status: 'active',
          // As the service reads a position without a unit.
          risk_parameters: { max_position_unit: 'usd', ...strategy.risk_parameters },
        })
      }),
      { numRuns: 500 },
    )
  })

  it.each(TEMPLATES.map((template) => [template.name, template] as const))(
    '[TG-33] the template %s makes the same strategy, its position in percent',
    (name, template) => {
      const wanted = strategyFrom(template, { name, exchange: 'kraken', pair: 'BTCUSD' })
      const { exchanges: _exchanges, symbols: _symbols, version: _version, ...shown } = wanted
      expect(wanted.risk_parameters.max_position_unit).toBe('pct')
      expect(definitionOf(draftFrom(shown, CATALOGUE), 7)).toEqual({ ...wanted, id: 'custom_7' })
    },
  )

  it('[TG-36] a duplicate has another name, within its limit', () => {
    expect(built(duplicateOf(RICH, CATALOGUE))).toEqual({ ...RICH, id: 'custom_0', name: 'Alpha (copy)' })
    expect(duplicateOf({ ...RICH, name: 'x'.repeat(200) }, CATALOGUE).name).toBe(`${'x'.repeat(193)} (copy)`)
  })
})

describe('an edit changes only what is edited:', () => {
  const draft = draftFrom(RICH, CATALOGUE)

  it('a weight', () => {
    const [, ...others] = RICH.signal_sources
    const [fast, ...same] = built(withWeight(draft, 'fast', 2)).signal_sources
    expect(same).toEqual(others)
    expect(fast).toEqual({ ...RICH.signal_sources[0], weight_config: { ...structure!.weight_config, weight: 2 } })
  })

  it('the threshold of a rule, which sets both of its shares', () => {
    const [given] = draft.rules
    expect(given?.confidenceThreshold).toBe(0.32)
    expect(built(withRule(draft, { ...given!, confidenceThreshold: 0.9 })).confluence_rules).toEqual([
      { ...RICH.confluence_rules[0], minimum_total_weight: 0.9, consensus_threshold: 0.9 },
    ])
  })

  it('the timeframes of a source, which keeps its name and what its stream does not offer', () => {
    const alone = withoutSource(draft, 'all')
    const [fast] = built(withTimeframe(alone, STRUCTURE, 'H1')).signal_sources
    expect(fast).toEqual({ ...RICH.signal_sources[0], timeframe_filter: ['m5', 'h1', 'd1'] })
    const [back] = built(withTimeframe(withTimeframe(alone, STRUCTURE, 'H1'), STRUCTURE, 'H1')).signal_sources
    expect(back).toEqual(RICH.signal_sources[0])
  })

  it('a name that was made of the timeframes follows them', () => {
    const alone = withoutSource(draft, 'fast')
    const changed = withTimeframe(alone, STRUCTURE, 'M5')
    expect(changed.sources.map(draftSourceName)).toEqual(['Market Structure Analysis M15 H1', 'Divergences'])
    expect(built(changed).signal_sources[0]?.timeframe_filter).toEqual(['m15', 'h1'])
  })

  it('the pair, with the filters that name one', () => {
    const { symbols, signal_sources } = built({ ...draft, pair: 'XRPUSD' })
    expect(symbols).toEqual(['XRPUSD'])
    expect(signal_sources.map(({ symbol_filter }) => symbol_filter)).toEqual([['XRPUSD'], null, ['XRPUSD']])
  })

  it('the unit of the position', () => {
    const changed = built({ ...draft, risk: { ...draft.risk, maxPositionSize: 5, positionUnit: 'pct' } })
    expect(changed.risk_parameters).toEqual({
      ...RICH.risk_parameters,
      max_position_size: 5,
      max_position_unit: 'pct',
    })
  })
})

import { describe, expect, it } from 'vitest'
import { problem } from '#src/analysis/problems.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { confluenceZone, crossTimeframe, KEYS, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readConfluence(wrapped('confluence', payload), KEYS.confluence)

it('[MA-19] reads all fields', () => {
  expect(read(crossTimeframe())).toEqual({
    header: expect.anything(),
    model: {
      primaryTimeframe: 'H4',
      direction: 'bearish',
      strength: 0.2,
      expectedMove: 0.14,
      confidence: 0.64,
      volatility: 'high',
      alignment: 0.5,
      zones: [{ id: 'zone 0', price: 10_800.5, reaction: 'Bounce', score: 0.73, timeframes: ['M1', 'H4'] }],
    },
    isOfKind: true,
    problems: [],
  })
})

describe('[MA-20] missing fields', () => {
  it('are reported, and confidence is set to zero', () => {
    const { model, problems } = read({
      ...crossTimeframe(),
      analysis_summary: { primary_timeframe: 'M30' },
      confidence_metrics: null,
      volatility_alignment: { volatility_regime: 'wild' },
    })
    expect([model, problems]).toEqual([
      {
        primaryTimeframe: undefined,
        direction: 'neutral',
        strength: undefined,
        expectedMove: undefined,
        confidence: 0,
        volatility: undefined,
        alignment: undefined,
        zones: [expect.anything()],
      },
      [problem('invalid_summary'), problem('invalid_confidence')],
    ])
  })

  it('zones without price or strength are left out and reported', () => {
    const confluence_zones = [
      { ...confluenceZone(), price_level: null },
      { ...confluenceZone(), strength_score: 'a' },
    ]
    const { model, problems } = read({ ...crossTimeframe(), confluence_zones })
    expect([model?.zones, problems]).toEqual([
      [],
      [problem('parse_error', 'Confluence zones left out because fields are missing: 2')],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { problem } from '#src/analysis/problems.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { AT, confluenceZone, crossTimeframe, KEYS, wrapped } from '#test/support/data/payloads.ts'

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
      timeframes: [
        { timeframe: 'M1', direction: 0.1, since: { at: (AT - 60) * 1000, orEarlier: false }, volatility: 'low' },
        { timeframe: 'H4', direction: -0.4, since: undefined, volatility: 'high' },
      ],
      zones: [{ id: 'zone 0', price: 10_800.5, reaction: 'Bounce', score: 0.73, timeframes: ['M1', 'H4'] }],
      nextHour: { half: 0.14, nineTenths: 0.42 },
      forecasts: [
        { half: 0.12, nineTenths: 0.38, minutes: 50 },
        { half: 0.31, nineTenths: 0.94, minutes: 600 },
      ],
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
      hour_forecast: { half_within: 0.1 },
      move_forecasts: { D1: { half_within: 1, nine_tenths_within: 2 }, H1: null },
      confidence_metrics: null,
      volatility_alignment: { volatility_regime: 'wild' },
      timeframes: [null, { timeframe: 'M2', direction: 1 }, { timeframe: 'h1', direction: 'up', volatility: 'wild' }],
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
        timeframes: [{ timeframe: 'H1', direction: undefined, since: undefined, volatility: undefined }],
        zones: [expect.anything()],
        nextHour: undefined,
        forecasts: [],
      },
      [problem('invalid_summary'), problem('invalid_confidence')],
    ])
  })

  it('a forecast that is not known yet is not a problem', () => {
    const overall_signal = { ...crossTimeframe().analysis_summary.overall_signal, expected_move: null }
    const analysis_summary = { primary_timeframe: null, overall_signal }
    const { model, problems } = read(crossTimeframe({ analysis_summary, hour_forecast: null, move_forecasts: {} }))
    expect([model?.expectedMove, model?.nextHour, problems]).toEqual([undefined, undefined, []])
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

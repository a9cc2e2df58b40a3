import { describe, expect, it } from 'vitest'
import { problem } from '#src/analysis/problems.ts'
import { readStructure } from '#src/analysis/structure.ts'
import { AT, cluster, KEYS, marketStructure, structureBreak, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readStructure(wrapped('structure', payload), KEYS.structure)
const clustersOf = (clusters: unknown[], breaks: unknown[] = []) =>
  read({ ...marketStructure(), support_resistance_clusters: clusters, structure_breaks: breaks })

it('[MA-15] reads all fields', () => {
  expect(read(marketStructure())).toEqual({
    header: expect.anything(),
    model: {
      phase: 'bearish',
      volatility: 'normal',
      regime: 'Bearish normal volatility',
      confidence: 0.7,
      trendStrength: 0.49,
      momentum: 0.38,
      regimeConfidence: 0.71,
      regimeDuration: 7_205,
      clusters: [
        {
          id: 'cluster 0',
          kind: 'Support',
          isKindKnown: true,
          level: 10_800.5,
          strength: 0.73,
          touches: 9,
          timeframe: 'H4',
        },
      ],
      breaks: [
        {
          id: 'break 0',
          fullName: 'Bullish break of structure',
          name: 'Break of structure',
          direction: 'bullish',
          price: 10_900,
          timeframe: 'M15',
          at: (AT - 3_600) * 1000,
          isVolumeConfirmed: false,
        },
      ],
      timeframes: [
        {
          timeframe: 'M15',
          pattern: 'Lower highs lower lows',
          strength: 0.8,
          direction: 'bearish',
          since: { at: (AT - 7_200) * 1000, orEarlier: false },
        },
      ],
    },
    isOfKind: true,
    problems: [],
  })
})

describe('[MA-16] the regime', () => {
  it.each([
    ['medium', 'normal'],
    ['LOW', 'low'],
    ['extreme', undefined],
    [undefined, undefined],
  ])('volatility %s is %s', (volatility_regime, expected) => {
    const unnamed = { ...marketStructure(), volatility_regime, market_regime: null, market_phase: 'ranging' }
    const { volatility, regime } = read(unnamed).model ?? {}
    expect([volatility, regime]).toEqual([
      expected,
      expected === undefined ? 'Ranging' : `Ranging ${expected} volatility`,
    ])
  })

  it('falls back to the trend and its strength', () => {
    const payload = {
      timestamp: AT,
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      trend: 'bullish',
      structure_strength: 0.4,
    }
    expect(read(payload).model).toEqual({
      phase: 'bullish',
      volatility: undefined,
      regime: 'Bullish',
      confidence: undefined,
      trendStrength: 0.4,
      momentum: undefined,
      regimeConfidence: undefined,
      regimeDuration: undefined,
      clusters: [],
      breaks: [],
      timeframes: [],
    })
  })
})

describe('[MA-17] MS-10 a structure break', () => {
  it.each([
    ['break_type', undefined],
    ['break_type', ''],
    ['break_type', 7],
    ['price_level', undefined],
    ['price_level', Number.NaN],
    ['price_level', '10900'],
    ['timeframe', undefined],
    ['timeframe', 'M30'],
    ['timestamp', undefined],
    ['timestamp', null],
  ])('with %s %s is left out and reported', (name, value) => {
    const { model, problems } = read({
      ...marketStructure(),
      structure_breaks: [{ ...structureBreak(), [name]: value }],
    })
    expect([model?.breaks, problems]).toEqual([
      [],
      [problem('parse_error', 'Structure breaks left out because fields are missing: 1')],
    ])
  })

  it.each(['1m', 'M7', '', '60', 60])('MS-09 on the timeframe %j is left out', (timeframe) => {
    const breaks = ['m1', 'H4', timeframe].map((on) => ({ ...structureBreak(), timeframe: on }))
    const { model } = read({ ...marketStructure(), structure_breaks: breaks })
    expect(model?.breaks.map((each) => each.timeframe)).toEqual(['M1', 'H4'])
  })

  it('is sorted newest first, with timestamps in seconds or milliseconds', () => {
    const structure_breaks = [AT - 60, (AT - 30) * 1000, AT - 90].map((timestamp) => structureBreak({ timestamp }))
    expect(read(marketStructure({ structure_breaks })).model?.breaks.map(({ at }) => at / 1000 - AT)).toEqual([
      -30, -60, -90,
    ])
  })

  it('keeps the name of a type without a direction', () => {
    const sent = { ...structureBreak(), break_type: 'CHOCH' }
    const [seen] = read({ ...marketStructure(), structure_breaks: [sent] }).model?.breaks ?? []
    expect([seen?.name, seen?.direction]).toEqual(['CHOCH', 'none'])
  })
})

describe('[MA-18] MS-10 a cluster', () => {
  it.each([
    ['level', 'x'],
    ['strength', Infinity],
    ['touches', undefined],
  ])('without finite %s is left out and reported', (name, value) => {
    const { model, problems } = clustersOf([{ ...cluster(), [name]: value }, cluster()])
    expect([model?.clusters.length, problems]).toEqual([
      1,
      [problem('parse_error', 'Clusters left out because fields are missing: 1')],
    ])
  })

  it('accepts touch_count as touches', () => {
    const { touches: _, ...rest } = cluster()
    expect(clustersOf([{ ...rest, touch_count: 4 }]).model?.clusters[0]?.touches).toBe(4)
  })

  const bullish = structureBreak({ price_level: 10_000 })
  const bearish = structureBreak({ price_level: 10_000, break_type: 'bearish_change_of_character' })
  it.each([
    ['broken upwards, 0.02 % away', 10_002, 10_000, bullish, 'Support', true],
    ['broken upwards, within 0.02 %', 10_001.9, 10_000, bullish, 'Support', true],
    ['broken downwards', 9_999, 10_000, bearish, 'Resistance', true],
    ['broken further away than 0.02 %', 10_002.1, 10_000, bearish, 'Support', false],
    ['of a low price, 1 away', 101, 100, bearish, 'Resistance', true],
    ['of a low price, within 1', 100.9, 100, bearish, 'Resistance', true],
    ['of a low price, beyond 1', 101.1, 100, bearish, 'Support', false],
  ])('without type, %s', (_, level, price_level, nearby, kind, isKnown) => {
    const { type: _type, ...rest } = cluster({ level })
    const [seen] = clustersOf([rest], [{ ...nearby, price_level }]).model?.clusters ?? []
    expect([seen?.kind, seen?.isKindKnown]).toEqual([kind, isKnown])
  })

  it('without type and without any break is neutral support', () => {
    const [seen] = clustersOf([{ ...cluster(), type: 'pivot' }]).model?.clusters ?? []
    expect([seen?.kind, seen?.isKindKnown]).toEqual(['Support', false])
  })

  it('uses the nearest of several breaks', () => {
    const { type: _, ...rest } = cluster({ level: 10_000.4 })
    const breaks = [structureBreak({ price_level: 10_001.5 }), { ...bearish, price_level: 10_000 }]
    expect(clustersOf([rest], breaks).model?.clusters[0]?.kind).toBe('Resistance')
  })
})

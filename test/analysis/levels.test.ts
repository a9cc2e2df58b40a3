import { describe, expect, it } from 'vitest'
import { problem } from '#src/analysis/problems.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { KEYS, level, levelSet, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readLevels(wrapped('levels', payload), KEYS.levels)
const supportOf = (...levels: unknown[]) => read({ ...levelSet(), support_levels: levels, resistance_levels: [] })

it('[MA-6] reads all fields', () => {
  expect(read(levelSet())).toEqual({
    header: {
      pair: 'BTCUSD',
      pairLabel: 'BTC/USD',
      exchange: 'Kraken',
      timeframe: undefined,
      at: levelSet().timestamp * 1000,
    },
    model: {
      summary: { confidence: 0.57, alignment: 0.43, strength: 0.66 },
      factors: { dataQuality: 0.98, reliability: 0.36, volumeConfirmation: 0.21, age: 0.44, sampleSize: 1 },
      support: [
        {
          id: 'support 0',
          name: 'S1',
          price: 10_800.5,
          from: 10_780.25,
          to: 10_820.75,
          strength: 'Strong',
          score: 0.71,
          touchProbability: 0.23,
          touches: 7,
          ageHours: 155.4,
          isVolumeConfirmed: true,
          timeframes: ['M5', 'H1', 'H4', 'D1'],
        },
      ],
      resistance: [expect.objectContaining({ id: 'resistance 0', price: 10_950 })],
      dominantTimeframe: 'H4',
      total: 2,
    },
    isOfKind: true,
    problems: [],
  })
})

describe('[MA-7] MS-08 a level', () => {
  it.each(['price', 'strength_score', 'touch_count', 'last_touch_time', 'avg_touch_volume', 'age_hours'])(
    'without a finite %s is left out and reported',
    (name) => {
      const { [name]: _, ...lacking }: Record<string, unknown> = level()
      expect(supportOf(lacking).model?.support).toEqual([])
      for (const value of [undefined, null, Number.NaN, Infinity, '7', {}]) {
        const { model, problems } = supportOf({ ...level(), [name]: value }, level())
        expect([model?.support.map(({ id }) => id), problems]).toEqual([
          ['support 1'],
          [problem('parse_error', 'Support levels left out because fields are missing: 1')],
        ])
      }
    },
  )

  it.each([
    ['both bounds', { zone_bottom: undefined, zone_top: null }, [10_800.5, 10_800.5]],
    ['the lower bound', { zone_bottom: 'x' }, [10_800.5, 10_820.75]],
    ['the upper bound', { zone_top: Number.NaN }, [10_780.25, 10_800.5]],
    ['bounds the wrong way round', { zone_bottom: 10_900, zone_top: 10_700 }, [10_700, 10_900]],
  ])('missing %s default to the price', (_, over, expected) => {
    const zone = supportOf({ ...level(), ...over }).model?.support[0]
    expect([zone?.from, zone?.to]).toEqual(expected)
  })

  it('[MA-8] has its score clamped to 0-1', () => {
    const scores = [-1, 0, 0.5, 1, 7].map((score) => level({ strength_score: score }))
    expect(supportOf(...scores).model?.support.map(({ score }) => score)).toEqual([0, 0, 0.5, 1, 1])
  })

  it('is confirmed by volume only if the payload says so', () => {
    const sent = [true, false, 1, 'no', undefined].map((volume_confirmation) => ({ ...level(), volume_confirmation }))
    expect(supportOf(...sent).model?.support.map(({ isVolumeConfirmed }) => isVolumeConfirmed)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('[MA-9] MS-09 accepts valid timeframes in any case, without duplicates and without M30', () => {
    const timeframe_alignment = ['m1', '1m', 'M7', '', '60', 60, 'M30', 'h4', 'H4', 'W1', 'M1 M5', ['M5'], null, 'd1']
    expect(supportOf({ ...level(), timeframe_alignment }).model?.support[0]?.timeframes).toEqual(['M1', 'H4', 'D1'])
  })
})

describe('[MA-10] incomplete blocks', () => {
  const { summary, confidence } = levelSet()
  it.each(Object.keys(summary))('summary without %s is reported and set to zero', (name) => {
    const { model, problems } = read({ ...levelSet(), summary: { ...summary, [name]: 'high' } })
    expect([model?.summary, problems]).toEqual([
      { confidence: 0, alignment: 0, strength: 0 },
      [problem('invalid_summary')],
    ])
  })
  it.each(Object.keys(confidence))('confidence without %s is reported and set to zero', (name) => {
    const { model, problems } = read({ ...levelSet(), confidence: { ...confidence, [name]: null } })
    expect([model?.factors, problems]).toEqual([
      { dataQuality: 0, reliability: 0, volumeConfirmation: 0, age: 0, sampleSize: 0 },
      [problem('invalid_confidence')],
    ])
  })
  it.each(['support_levels', 'resistance_levels'])('a missing %s is reported', (name) => {
    expect(read({ ...levelSet(), [name]: { 0: level() } }).problems).toEqual([problem('missing_level_arrays')])
  })
})

import { describe, expect, it } from 'vitest'
import { problem } from '#src/analysis/problems.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { AT, KEYS, pattern, patternAnalysis, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readPatterns(wrapped('patterns', payload), KEYS.patterns)

it('[MA-12] reads all fields, the dominant timeframe first', () => {
  expect(read(patternAnalysis())).toEqual({
    header: expect.anything(),
    model: {
      summary: { confidence: 0.66, alignment: 0.5, biasStrength: 0.07 },
      bias: 'bullish',
      dominantTimeframe: 'H1',
      highlight: {
        name: 'Engulfing',
        timeframe: 'H1',
        confidence: 0.75,
        expectedMove: 1.2,
        insight: 'The body covers the opposite one before it.',
      },
      context: [
        { name: 'timeframe', label: 'Timeframe', value: 'M15' },
        { name: 'trend', label: 'Trend', value: 'bearish' },
        { name: 'volatility', label: 'Volatility', value: 'normal' },
        { name: 'volume_ratio', label: 'Volume ratio', value: 0.22 },
        { name: 'nearest_support', label: 'Nearest support', value: 10_800.5 },
        { name: 'nearest_resistance', label: 'Nearest resistance', value: 10_950 },
      ],
      groups: [
        {
          timeframe: 'H1',
          direction: 'bearish',
          since: { at: (AT - 3_600) * 1000, orEarlier: true },
          patterns: [expect.objectContaining({ name: 'Engulfing', direction: 'bearish' })],
        },
        {
          timeframe: 'M5',
          direction: 'bullish',
          since: undefined,
          patterns: [
            {
              id: 'M5 0',
              at: 1_561_931_700_000,
              name: 'Hammer',
              direction: 'bullish',
              confidence: 0.62,
              expectedMove: 0.11,
              description: 'Hammer: long lower shadow',
              stage: 'complete',
              reliability: 0.52,
            },
          ],
        },
      ],
    },
    isOfKind: true,
    problems: [],
  })
})

describe('[MA-13] accepts other payload formats', () => {
  it('highlight with expected_move', () => {
    const { pattern_highlight: _, ...rest } = patternAnalysis()
    const highlight = { pattern_name: 'Doji', timeframe: 'm5', confidence: 2, expected_move: -0.5, key_insight: ' ' }
    expect(read({ ...rest, highlight }).model?.highlight).toEqual({
      name: 'Doji',
      timeframe: 'M5',
      confidence: 1,
      expectedMove: 0.5,
      insight: undefined,
    })
  })

  it('patterns as one list', () => {
    const patterns = [
      { ...pattern(), timeframe: 'h4' },
      { ...pattern({ pattern: 'Doji' }), timeframe: 'H4' },
      { ...pattern(), timeframe: 'm1' },
    ]
    const groups = read({ ...patternAnalysis(), patterns }).model?.groups
    expect(groups?.map(({ timeframe, patterns: held }) => [timeframe, held.map(({ name }) => name)])).toEqual([
      ['M1', ['Hammer']],
      ['H4', ['Hammer', 'Doji']],
    ])
  })

  it('a pattern without a direction', () => {
    const { bullish: _, ...untold } = pattern()
    const patterns = { M1: [untold, { ...untold, bullish: 'yes' }] }
    const groups = read({ ...patternAnalysis(), patterns }).model?.groups
    expect(groups?.[0]?.patterns.map(({ direction }) => direction)).toEqual(['none', 'none'])
  })

  it('a context that is text, and one with unknown fields', () => {
    expect(read({ ...patternAnalysis(), market_context: 'Quiet' }).model?.context).toBe('Quiet')
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`fact ${index}`, index]))
    expect(read({ ...patternAnalysis(), market_context: many }).model?.context).toHaveLength(8)
    const market_context = { session: 'asia', is_holiday: false, score: 0.123, nested: { a: 1 }, gone: null }
    expect(read({ ...patternAnalysis(), market_context }).model?.context).toEqual([
      { name: 'session', label: 'Session', value: 'asia' },
      { name: 'is_holiday', label: 'Is holiday', value: false },
      { name: 'score', label: 'Score', value: 0.123 },
    ])
  })
})

describe('[MA-14] missing fields', () => {
  it('patterns without a name or a valid timeframe are left out and reported', () => {
    const patterns = { M30: [pattern()], M1: [{ ...pattern(), pattern: 7 }, pattern()], weekly: [pattern()] }
    const { model, problems } = read({ ...patternAnalysis(), patterns })
    expect(model?.groups.map(({ timeframe, patterns: held }) => [timeframe, held.length])).toEqual([['M1', 1]])
    expect(problems).toEqual([problem('parse_error', 'Patterns left out because fields are missing: 3')])
  })

  it('an incomplete summary is reported and set to zero with a neutral bias', () => {
    const { model, problems } = read({
      ...patternAnalysis(),
      summary: { overall_confidence: 1, market_bias: 'sideways' },
    })
    expect([model?.summary, model?.bias, problems]).toEqual([
      { confidence: 0, alignment: 0, biasStrength: 0 },
      'neutral',
      [problem('invalid_summary')],
    ])
  })

  it('an empty pattern list is not a problem', () => {
    const { model, problems } = read({
      ...patternAnalysis(),
      patterns: {},
      pattern_highlight: null,
      market_context: null,
    })
    expect([model?.groups, model?.highlight, model?.context, problems]).toEqual([[], undefined, [], []])
  })
})

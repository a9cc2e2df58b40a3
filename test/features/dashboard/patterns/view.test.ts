import { describe, expect, it } from 'vitest'
import { problem } from '#src/features/dashboard/payload/problems.ts'
import { readPatterns } from '#src/features/dashboard/patterns/view.ts'
import { KEYS, pattern, patternAnalysis, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readPatterns(wrapped('patterns', payload), KEYS.patterns)

it('[MA-12] reads all fields, the dominant timeframe first', () => {
  expect(read(patternAnalysis())).toEqual({
    header: expect.anything(),
    view: {
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
        { label: 'Trend', value: 'Bearish' },
        { label: 'Volatility', value: 'Normal' },
        { label: 'Volume ratio', value: '0.22× average' },
        { label: 'Nearest support', value: '10,800.5' },
        { label: 'Nearest resistance', value: '10,950.0' },
      ],
      groups: [
        { timeframe: 'H1', patterns: [expect.objectContaining({ name: 'Engulfing', direction: 'bearish' })] },
        {
          timeframe: 'M5',
          patterns: [
            {
              id: 'M5 0',
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
    problems: [],
  })
})

describe('[MA-13] accepts other payload formats', () => {
  it('highlight with expected_move', () => {
    const { pattern_highlight: _, ...rest } = patternAnalysis()
    const highlight = { pattern_name: 'Doji', timeframe: 'm5', confidence: 2, expected_move: -0.5, key_insight: ' ' }
    expect(read({ ...rest, highlight }).view?.highlight).toEqual({
      name: 'Doji',
      timeframe: 'M5',
      confidence: 1,
      expectedMove: -0.5,
      insight: undefined,
    })
  })

  it('patterns as one list', () => {
    const patterns = [
      { ...pattern(), timeframe: 'h4' },
      { ...pattern({ pattern: 'Doji' }), timeframe: 'H4' },
      { ...pattern(), timeframe: 'm1' },
    ]
    const groups = read({ ...patternAnalysis(), patterns }).view?.groups
    expect(groups?.map(({ timeframe, patterns: held }) => [timeframe, held.map(({ name }) => name)])).toEqual([
      ['M1', ['Hammer']],
      ['H4', ['Hammer', 'Doji']],
    ])
  })

  it('a pattern without a direction', () => {
    const { bullish: _, ...untold } = pattern()
    const patterns = { M1: [untold, { ...untold, bullish: 'yes' }] }
    const groups = read({ ...patternAnalysis(), patterns }).view?.groups
    expect(groups?.[0]?.patterns.map(({ direction }) => direction)).toEqual(['none', 'none'])
  })

  it('a context that is text, and one with unknown fields', () => {
    expect(read({ ...patternAnalysis(), market_context: 'Quiet' }).view?.context).toEqual([
      { label: 'Context', value: 'Quiet' },
    ])
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`fact ${index}`, index]))
    expect(read({ ...patternAnalysis(), market_context: many }).view?.context).toHaveLength(8)
    const market_context = { session: 'asia', is_holiday: false, score: 0.123, nested: { a: 1 }, gone: null }
    expect(read({ ...patternAnalysis(), market_context }).view?.context).toEqual([
      { label: 'Session', value: 'Asia' },
      { label: 'Is holiday', value: 'No' },
      { label: 'Score', value: '0.12' },
    ])
  })
})

describe('[MA-14] missing fields', () => {
  it('patterns without a name or a valid timeframe are left out and reported', () => {
    const patterns = { M30: [pattern()], M1: [{ ...pattern(), pattern: 7 }, pattern()], weekly: [pattern()] }
    const { view, problems } = read({ ...patternAnalysis(), patterns })
    expect(view?.groups.map(({ timeframe, patterns: held }) => [timeframe, held.length])).toEqual([['M1', 1]])
    expect(problems).toEqual([problem('parse_error', 'Patterns left out because fields are missing: 3')])
  })

  it('an incomplete summary is reported and set to zero with a neutral bias', () => {
    const { view, problems } = read({
      ...patternAnalysis(),
      summary: { overall_confidence: 1, market_bias: 'sideways' },
    })
    expect([view?.summary, view?.bias, problems]).toEqual([
      { confidence: 0, alignment: 0, biasStrength: 0 },
      'neutral',
      [problem('invalid_summary')],
    ])
  })

  it('an empty pattern list is not a problem', () => {
    const { view, problems } = read({
      ...patternAnalysis(),
      patterns: {},
      pattern_highlight: null,
      market_context: null,
    })
    expect([view?.groups, view?.highlight, view?.context, problems]).toEqual([[], undefined, [], []])
  })
})

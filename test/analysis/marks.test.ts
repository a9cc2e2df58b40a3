import { describe, expect, it } from 'vitest'
import { readMarks } from '#src/analysis/marks.ts'

const AT = 1_560_038_400
const KEY = 'tdp:kraken:BTCUSD:analysis:consolidated_patterns'

describe('[CH-63] marks', () => {
  it('of patterns are those of the timeframe, with their candle', () => {
    const data = {
      patterns: {
        M1: [
          { pattern: 'Hammer', bullish: true, timestamp: AT },
          { pattern: 'Doji', timestamp: AT + 60 },
          { bullish: true },
        ],
        M5: [{ pattern: 'Engulfing', bullish: false, timestamp: AT }],
      },
    }
    expect(readMarks('pattern', data, KEY, 'M1')).toEqual([
      { kind: 'pattern', at: AT * 1000, direction: 'bullish', text: 'Hammer, bullish' },
      { kind: 'pattern', at: (AT + 60) * 1000, direction: 'none', text: 'Doji' },
    ])
    expect(readMarks('pattern', data, KEY, 'H1')).toEqual([])
  })

  it('of structure breaks name the break', () => {
    const broken = { break_type: 'bearish_change_of_character', price_level: 8_000, timeframe: 'M5', timestamp: AT }
    expect(
      readMarks('break', { timeframe: 'H1', structure_breaks: [broken, { ...broken, timeframe: 'M1' }, 7] }, KEY, 'M5'),
    ).toEqual([{ kind: 'break', at: AT * 1000, direction: 'bearish', text: 'Bearish change of character' }])
  })

  it('of divergences are at the later pivot', () => {
    const found = {
      divergence_type: 'hidden_bullish',
      indicator: 'RSI',
      timeframe: 'M1',
      strength: 0.734,
      bias: 'bullish',
      to_timestamp: AT,
    }
    expect(readMarks('divergence', { divergences: [found, { ...found, divergence_type: 'none' }] }, KEY, 'M1')).toEqual(
      [
        {
          kind: 'divergence',
          at: AT * 1000,
          direction: 'bullish',
          text: 'Hidden bullish divergence of RSI, strength 73 %',
        },
      ],
    )
  })

  it.each([undefined, null, 7, 'text', { patterns: 7 }])('of %j are none', (data) => {
    expect(readMarks('pattern', data, KEY, 'M1')).toEqual([])
  })
})

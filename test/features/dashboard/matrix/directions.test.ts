import { describe, expect, it } from 'vitest'
import type { PatternsModel } from '#src/analysis/patterns.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import {
  agreementOf,
  patternReadings,
  structureReadings,
  timed,
  trendReading,
  type MatrixDirection,
  type MatrixRow,
  type Readings,
} from '#src/features/dashboard/matrix/directions.ts'
import { marketStructure, patternAnalysis, snapshot, wrapped } from '#test/support/data/payloads.ts'

const AT = 1_000_000
const reading = (direction: MatrixDirection, at = AT) => ({ direction, detail: '', at })
const row = (source: string, readings: Readings): MatrixRow => ({
  source,
  card: 'patterns',
  readings: timed({}, readings),
})

describe('[DA-16] where a source points', () => {
  it.each([
    [{ ema_9: 3, ema_21: 2, ema_100: 1 }, 'bullish', 'Trend score 88 of 100'],
    [{ ema_9: 1, ema_21: 2, ema_100: 3, macd: { macd_line: -1 } }, 'bearish', 'Trend score 13 of 100'],
    [{ ema_9: 2, ema_21: 2, ema_100: 2, macd: { macd_line: 0 } }, 'neutral', 'Trend score 50 of 100'],
  ] as const)('the trend of %j is %s, as its card says', (values, direction, detail) => {
    const payload = { ...snapshot(), macd: { macd_line: 1 }, ...values }
    const { model } = readIndicators(wrapped('indicators', payload), 'tdp:kraken:BTCUSD:technical_indicators:h1')
    expect(trendReading(model, AT)).toEqual({ direction, detail, at: AT })
  })

  it('is absent while the averages are unknown', () => {
    expect(trendReading(undefined, AT)).toBeUndefined()
  })

  it('the structure follows its swing highs and lows', () => {
    const analysis = (pattern: 'higher_highs_higher_lows' | 'lower_highs_lower_lows' | 'expanding') =>
      structureReadings(
        readStructure(
          wrapped('structure', marketStructure({ timeframe_analysis: [{ timeframe: 'H1', pattern, strength: 1 }] })),
        ).model,
        AT,
      ).H1?.direction
    expect(analysis('higher_highs_higher_lows')).toBe('bullish')
    expect(analysis('lower_highs_lower_lows')).toBe('bearish')
    expect(analysis('expanding')).toBe('neutral')
  })

  it('patterns that point both ways are mixed', () => {
    const found = readPatterns(wrapped('patterns', patternAnalysis())).model
    expect(found).toBeDefined()
    const group = (directions: readonly ('bullish' | 'bearish' | 'none')[]): PatternsModel => ({
      ...found!,
      groups: [
        {
          timeframe: 'M5',
          patterns: directions.map((direction, index) => ({
            ...found!.groups[0]!.patterns[0]!,
            id: `${index}`,
            direction,
          })),
        },
      ],
    })
    const direction = (...directions: ('bullish' | 'bearish' | 'none')[]) =>
      patternReadings(group(directions), AT).M5?.direction
    expect(direction('bullish', 'none')).toBe('bullish')
    expect(direction('bearish')).toBe('bearish')
    expect(direction('bullish', 'bearish')).toBe('mixed')
    expect(direction('none')).toBe('neutral')
  })
})

describe('[DA-16] since when', () => {
  it('nothing says since when a direction holds that was there at first', () => {
    expect(timed({}, { M1: reading('bullish') }).M1).toMatchObject({ since: undefined })
  })

  it('starts anew when the direction changes, and is kept while it does not', () => {
    const first = timed({}, { M1: reading('bullish', 1) })
    const second = timed(first, { M1: reading('bearish', 2) })
    const third = timed(second, { M1: reading('bearish', 3) })
    expect(second.M1).toMatchObject({ since: 2 })
    expect(third.M1).toMatchObject({ since: 2, at: 3 })
  })
})

describe('[DA-16] the agreement', () => {
  it('names those that point the other way', () => {
    const rows = [
      row('Trend', { M1: reading('bullish'), M5: reading('bullish') }),
      row('Patterns', { M1: reading('bearish'), H1: reading('bullish') }),
    ]
    expect(agreementOf(rows)).toBe('3 of 4 bullish; against: Patterns M1')
  })

  it('is there although some point nowhere', () => {
    const rows = [row('Trend', { M1: reading('bearish'), M5: reading('bearish'), H1: reading('neutral') })]
    expect(agreementOf(rows)).toBe('2 of 3 bearish')
  })

  it('says that there is none where too many point the other way or nowhere', () => {
    const rows = [row('Trend', { M1: reading('bullish'), M5: reading('bearish'), H1: reading('mixed') })]
    expect(agreementOf(rows)).toBe('No agreement: 1 bullish, 1 bearish, 1 neither')
    expect(agreementOf([row('Trend', {})])).toBe('No analysis yet')
  })
})

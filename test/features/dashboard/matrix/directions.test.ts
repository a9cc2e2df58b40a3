import { describe, expect, it } from 'vitest'
import type { PatternDirection } from '#contract/payloads/directions.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import {
  agreementOf,
  confluenceReadings,
  patternReadings,
  structureReadings,
  trendReading,
  type MatrixRow,
  type Readings,
} from '#src/features/dashboard/matrix/directions.ts'
import {
  AT,
  crossTimeframe,
  marketStructure,
  pattern,
  patternAnalysis,
  snapshot,
  wrapped,
} from '#test/support/data/payloads.ts'

const reading = (direction: PatternDirection) => ({ direction, detail: '', since: undefined })
const row = (source: string, readings: Readings): MatrixRow => ({ source, card: 'patterns', readings })

describe('[DA-16] where a source points', () => {
  it.each([
    [{ ema_9: 3, ema_21: 2, ema_100: 1 }, 'bullish', 'Trend score 88 of 100'],
    [{ ema_9: 1, ema_21: 2, ema_100: 3, macd: { macd_line: -1 } }, 'bearish', 'Trend score 13 of 100'],
    [{ ema_9: 2, ema_21: 2, ema_100: 2, macd: { macd_line: 0 } }, 'neutral', 'Trend score 50 of 100'],
  ] as const)('the trend of %j is %s, as its card says', (values, direction, detail) => {
    const payload = { ...snapshot(), macd: { macd_line: 1 }, ...values }
    const { model } = readIndicators(wrapped('indicators', payload), 'tdp:kraken:BTCUSD:technical_indicators:h1')
    expect(trendReading(model)).toEqual({ direction, detail, since: undefined })
  })

  it('is absent while the averages are unknown', () => {
    expect(trendReading(undefined)).toBeUndefined()
  })

  it('the structure follows its swing highs and lows', () => {
    const analysis = (pattern: 'higher_highs_higher_lows' | 'lower_highs_lower_lows' | 'expanding') =>
      structureReadings(
        readStructure(
          wrapped('structure', marketStructure({ timeframe_analysis: [{ timeframe: 'H1', pattern, strength: 1 }] })),
        ).model,
      ).H1?.direction
    expect(analysis('higher_highs_higher_lows')).toBe('bullish')
    expect(analysis('lower_highs_lower_lows')).toBe('bearish')
    expect(analysis('expanding')).toBe('neutral')
  })

  it('patterns that point both ways are mixed', () => {
    const direction = (...bullish: unknown[]) => {
      const M5 = bullish.map((each) => ({ ...pattern(), bullish: each }))
      return patternReadings(readPatterns(wrapped('patterns', { ...patternAnalysis(), patterns: { M5 } })).model).M5
        ?.direction
    }
    expect(direction(true, undefined)).toBe('bullish')
    expect(direction(false)).toBe('bearish')
    expect(direction(true, false)).toBe('mixed')
    expect(direction(undefined)).toBe('neutral')
    expect(direction()).toBeUndefined()
  })
})

describe('[DA-16] since when a source points there', () => {
  it('is what the server says beside the state, and not known where it says nothing', () => {
    const trend_since = { time: AT - 300, or_earlier: true }
    const trend = readIndicators(wrapped('indicators', snapshot({ ema_9: 2, ema_21: 1, trend_since }))).model
    expect(trendReading(trend)?.since).toEqual({ at: (AT - 300) * 1000, orEarlier: true })
    const structure = structureReadings(readStructure(wrapped('structure', marketStructure())).model)
    expect(structure.M15?.since).toEqual({ at: (AT - 7_200) * 1000, orEarlier: false })
    const patterns = patternReadings(readPatterns(wrapped('patterns', patternAnalysis())).model)
    expect([patterns.H1?.since, patterns.M5?.since]).toEqual([{ at: (AT - 3_600) * 1000, orEarlier: true }, undefined])
    const votes = confluenceReadings(readConfluence(wrapped('confluence', crossTimeframe())).model)
    expect([votes.M1?.since, votes.H4?.since]).toEqual([{ at: (AT - 60) * 1000, orEarlier: false }, undefined])
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

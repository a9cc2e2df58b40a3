import { describe, expect, it } from 'vitest'
import { RECORD_BOOK } from '#server/analysis/track-records/track-records.ts'
import { patternReliability, recordInsight } from '#server/analysis/patterns/payload.ts'

const harami = { name: 'Harami', stage: 'confirmed', pair: 'BTCUSD' } as const

describe('[FG-13] the reliability of a pattern', () => {
  it('is what a coin reaches on its own timeframe, and its edge', () => {
    const found = RECORD_BOOK.find({ claim: 'pattern', pair: 'BTCUSD', timeframe: 'M5', class: 'Harami' })
    expect(patternReliability({ ...harami, timeframe: 'M5' })).toBe(found!.coin! + found!.record.edge)
    expect(patternReliability({ ...harami, timeframe: 'M5' })).not.toBe(
      patternReliability({ ...harami, timeframe: 'M1' }),
    )
  })

  it('is one half for a pattern that was never counted', () => {
    const unknown = { ...harami, name: 'Unknown', timeframe: 'H1' } as const
    expect(patternReliability(unknown)).toBe(0.5)
    expect(recordInsight(unknown)).toBe('On H1 it has been too rare for a record.')
  })

  it('is not known of a market on which nothing was counted', () => {
    const elsewhere = { ...harami, pair: 'SOLUSD', timeframe: 'M5' } as const
    expect(patternReliability(elsewhere)).toBe(0.5)
    expect(recordInsight(elsewhere)).toBe('Not enough is known of this market yet.')
  })

  it('is put in words', () => {
    expect(recordInsight({ ...harami, timeframe: 'M1' })).toMatch(
      /^On M1 it (has been right more often than by chance|is right as often as by chance|has been wrong more often than by chance)\.$/,
    )
  })
})

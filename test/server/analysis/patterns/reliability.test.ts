import { describe, expect, it } from 'vitest'
import { RECORD_BOOK } from '#server/analysis/track-records/track-records.ts'
import { patternReliability, recordInsight } from '#server/analysis/patterns/payload.ts'

const harami = { name: 'Harami', stage: 'confirmed', pair: 'BTCUSD' } as const

describe('[FG-13] the reliability of a pattern', () => {
  it('is its record on its own timeframe, shrunk towards chance by 100 cases', () => {
    const found = RECORD_BOOK.find({ claim: 'pattern', pair: 'BTCUSD', timeframe: 'M5', class: 'Harami' })
    const { hits, count, chance } = found!.record
    expect(patternReliability({ ...harami, timeframe: 'M5' })).toBe((hits + 100 * chance) / (count + 100))
    expect(patternReliability({ ...harami, timeframe: 'M5' })).not.toBe(
      patternReliability({ ...harami, timeframe: 'M1' }),
    )
  })

  it('is one half for a pattern that was never counted', () => {
    const unknown = { ...harami, name: 'Unknown', timeframe: 'H1' } as const
    expect(patternReliability(unknown)).toBe(0.5)
    expect(recordInsight(unknown)).toBe('On H1 it has been too rare for a record.')
  })

  it('is put in words', () => {
    expect(recordInsight({ ...harami, timeframe: 'M1' })).toMatch(
      /^On M1 it (has been right more often than chance|is not known to say more than chance|has been wrong more often than chance)\.$/,
    )
  })
})

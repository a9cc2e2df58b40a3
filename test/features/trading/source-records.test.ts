import { describe, expect, it } from 'vitest'
import { NO_RECORDS } from '#contract/track-records/book.ts'
import { sourceRecord, worthOf } from '#src/features/trading/source-records.ts'
import { TEMPLATES, toTemplateDto } from '#server/strategies/templates/templates.ts'
import { BETTER, bookOf } from '#test/support/data/track-records.ts'

const NO_BETTER = { hits: 46, count: 100, chance: 0.47 }
const sourcesOf = (id: string) => toTemplateDto(TEMPLATES.find((template) => template.id === id)!).signal_sources ?? []
const [patterns, levels] = sourcesOf('pattern_based_trading')

describe('[FG-23] the records of a strategy’s sources', () => {
  it('are of the confidence it requires and of its timeframes', () => {
    const book = bookOf(NO_BETTER)
    expect(sourceRecord(patterns!, book)).toBe(
      'right in 46 of 100 (1,000 cases), chance 47: not known to be better than chance',
    )
    expect(book.asked.map(({ timeframe, class: bin }) => `${timeframe} ${bin}`)).toEqual(
      ['M5', 'M15'].flatMap((timeframe) =>
        ['50-60', '60-70', '70-80', '80-90', '90-100'].map((bin) => `${timeframe} ${bin}`),
      ),
    )
    expect(new Set(book.asked.map(({ pair }) => pair))).toEqual(new Set(['BTCUSD']))
  })

  it('say when they are better than chance', () => {
    expect(sourceRecord(patterns!, bookOf(BETTER))).toMatch(/chance 50: better than chance$/)
  })

  it('are absent where nothing is counted, or before they are loaded', () => {
    expect([sourceRecord(levels!, bookOf()), sourceRecord(patterns!, NO_RECORDS)]).toEqual([undefined, undefined])
  })

  it('are what a template is worth', () => {
    expect(worthOf(sourcesOf('pattern_based_trading'), bookOf(NO_BETTER))).toBe(
      'Confidence is evidence, not a probability. Consolidated Patterns M5 M15: right in 46 of 100 (1,000 cases), chance 47: ' +
        'not known to be better than chance. Market Structure Analysis M5 M15: right in 46 of 100 (400 cases), chance 47: ' +
        'not known to be better than chance.',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { NO_RECORDS } from '#contract/track-records/book.ts'
import { sourceRecord, worthOf } from '#src/features/trading/source-records.ts'
import { TEMPLATES, toTemplateDto } from '#server/strategies/templates/templates.ts'
import { BETTER, bookOf } from '#test/support/data/track-records.ts'

const NO_BETTER = { hits: 46, count: 100, chance: 0.47, edge: -0.005, error: 0.01 }
const WORSE = { ...NO_BETTER, edge: -0.03 }
const sourcesOf = (id: string) => toTemplateDto(TEMPLATES.find((template) => template.id === id)!).signal_sources ?? []
const [patterns, levels] = sourcesOf('pattern_based_trading')
const indicators = {
  ...patterns!,
  name: 'Indicators',
  stream_category: 'technical_indicators',
  timeframe_filter: null,
  weight_config: { ...patterns!.weight_config, min_confidence: 0.6 },
}

describe('[FG-23] the records of a strategy’s sources', () => {
  it('are of the confidence it requires and of its timeframes', () => {
    const book = bookOf(NO_BETTER)
    expect(sourceRecord(patterns!, book)).toBe('right as often as by chance (1,000 cases)')
    expect(book.asked.map(({ timeframe, class: bin }) => `${timeframe} ${bin}`)).toEqual(
      ['M5', 'M15'].flatMap((timeframe) =>
        ['50-60', '60-70', '70-80', '80-90', '90-100'].map((bin) => `${timeframe} ${bin}`),
      ),
    )
    expect(new Set(book.asked.map(({ pair }) => pair))).toEqual(new Set(['BTCUSD']))
  })

  it('say when they are better or worse than chance', () => {
    expect(sourceRecord(patterns!, bookOf(WORSE))).toBe(
      'right in 44 of 100 (1,000 cases), chance 47: worse than chance',
    )
    expect(sourceRecord(patterns!, bookOf(BETTER))).toMatch(/chance 50: better than chance$/)
  })

  it('are of the confidence of the indicators, on the timeframe of their stream', () => {
    const book = bookOf(NO_BETTER)
    const h1 = { ...indicators, stream_subcategory: 'h1' }
    expect(sourceRecord(h1, book)).toBe('right as often as by chance (400 cases)')
    expect(book.asked.map(({ claim, timeframe, class: bin }) => `${claim} ${timeframe} ${bin}`)).toEqual(
      ['60-70', '70-80', '80-90', '90-100'].map((bin) => `indicators H1 ${bin}`),
    )
  })

  it('are of the position between levels, of all timeframes or of those it is limited to', () => {
    const book = bookOf(NO_BETTER)
    const sure = { ...levels!, weight_config: { ...levels!.weight_config, min_confidence: 0.9 } }
    for (const timeframe_filter of [null, ['h1' as const]]) sourceRecord({ ...sure, timeframe_filter }, book)
    expect(book.asked.map(({ claim, timeframe }) => [claim, timeframe])).toEqual([
      ['level_position', undefined],
      ['level_position', 'H1'],
    ])
  })

  it('are absent where nothing is counted, or before they are loaded', () => {
    const m30 = { ...indicators, stream_subcategory: 'm30' }
    expect([sourceRecord(m30, bookOf()), sourceRecord(patterns!, NO_RECORDS)]).toEqual([undefined, undefined])
    expect([worthOf([m30], bookOf()), worthOf([m30], NO_RECORDS)]).toEqual([
      'Confidence is evidence, not a probability. Indicators: no record.',
      'Confidence is evidence, not a probability.',
    ])
  })

  it('are what a template is worth', () => {
    expect(worthOf(sourcesOf('pattern_based_trading'), bookOf(NO_BETTER))).toBe(
      'Confidence is evidence, not a probability. Consolidated Patterns M5 M15: right as often as by chance (1,000 cases). ' +
        'Support & Resistance Levels M15 H1: right as often as by chance (1,000 cases). ' +
        'Market Structure Analysis M5 M15: right as often as by chance (400 cases).',
    )
  })
})

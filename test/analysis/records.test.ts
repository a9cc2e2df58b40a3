import { describe, expect, it } from 'vitest'
import { FIGURE_KINDS } from '#contract/figures.ts'
import { figureRows, figuresOf, figuresText } from '#src/analysis/figures.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { hasNoEdge, highlightRecord, patternRecord, shownRecord } from '#src/analysis/records.ts'
import { pattern, patternAnalysis } from '#test/support/data/payloads.ts'
import { BETTER, bookOf } from '#test/support/data/track-records.ts'

describe('records for screens', () => {
  const query = { claim: 'pattern', pair: 'BTCUSD', timeframe: 'H1', class: 'Hammer' } as const

  it('[FG-10] have a sentence, their interval, and where they were counted', () => {
    expect(shownRecord(bookOf(), query)).toEqual({
      text: 'right as often as by chance (1,808 cases)',
      details:
        '46 of 100 came true, 44 to 48 with 95 % confidence, by chance 47. Counted on BTC/USD, H1, 2 months from 2019-04 to 2025-06.',
      comparison: 'same',
    })
    expect(shownRecord(bookOf({ hits: 2, count: 4, chance: 0.5, edge: 0, error: 0.1 }), query)).toEqual({
      text: 'too few cases for a record (4)',
      details: 'Counted on BTC/USD, H1, 2 months from 2019-04 to 2025-06.',
      comparison: undefined,
    })
  })

  it('[FG-20] have no edge unless better than chance', () => {
    const few = { ...BETTER, count: 4 }
    const edges = [bookOf(), bookOf({ ...BETTER, edge: -0.1 }), bookOf(few), bookOf(BETTER)].map((book) =>
      hasNoEdge(shownRecord(book, query)),
    )
    expect([...edges, hasNoEdge(undefined)]).toEqual([true, true, true, false, false])
  })

  it('[FG-13] say of a pair on which nothing was counted that not enough is known', () => {
    const record = shownRecord({ ...bookOf(BETTER), knows: () => false }, query)
    expect([record?.text, hasNoEdge(record)]).toEqual(['not enough known of this market yet', true])
  })

  it('[FG-12] of a highlighted chart pattern are those of its stage and timeframe', () => {
    const book = bookOf()
    const forming = pattern({
      pattern: 'Double Top',
      maturity: { formation_stage: 'forming', pattern_reliability: 0.5 },
    })
    const highlight = { ...patternAnalysis().pattern_highlight!, pattern_name: 'Double Top', timeframe: 'H4' as const }
    const { model } = readPatterns(patternAnalysis({ pattern_highlight: highlight, patterns: { H4: [forming] } }))
    if (model) highlightRecord(book, 'ETHUSD', model)
    patternRecord(book, undefined, { name: 'Hammer', stage: 'confirmed', timeframe: 'M5' })
    expect(book.asked).toEqual([
      { claim: 'pattern', pair: 'ETHUSD', timeframe: 'H4', class: 'Double Top forming' },
      { claim: 'pattern', pair: undefined, timeframe: 'M5', class: 'Hammer' },
    ])
  })
})

describe('the figures of a card', () => {
  it('[FG-21] are listed by kind', () => {
    expect(figureRows(figuresOf('confluence'))).toEqual([
      { label: 'Probability', value: 'Expected Move', meaning: { kind: 'probability' } },
      { label: 'Evidence, not a probability', value: 'Overall Confidence, Strength', meaning: { kind: 'evidence' } },
      { label: 'Measurement', value: 'Strength of a zone, Volatility alignment', meaning: { kind: 'measurement' } },
    ])
    expect(figureRows(figuresOf('candles'))).toEqual([])
    expect(figuresText(figuresOf('news'))).toBe('Evidence, not a probability: Confidence.')
  })

  it('[FG-21] have a kind and a sentence each', () => {
    const all = Object.values(MEANINGS).flatMap((figures) => Object.values(figures))
    expect(all.filter(({ kind, says }) => !FIGURE_KINDS.includes(kind) || !/^[A-Z].*\.$/.test(says))).toEqual([])
  })
})

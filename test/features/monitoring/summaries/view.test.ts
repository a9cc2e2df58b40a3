import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { MEANINGS, UNKNOWN_CONFIDENCE } from '#src/analysis/meanings.ts'
import { KINDS, type StreamKind } from '#src/features/monitoring/summaries/kind.ts'
import { viewOf } from '#src/features/monitoring/summaries/view.ts'
import { EXAMPLES, processedCandle, signalList } from '#test/support/data/monitoring.ts'
import { mutated, findUnprintable } from '#test/support/data/mutations.ts'
import { bookOf } from '#test/support/data/track-records.ts'
import { AT, level, levelSet, snapshot } from '#test/support/data/payloads.ts'

const view = (key: string, data: unknown) => viewOf({ ...parseStreamKey(key), key, data })
const summaryOf = (kind: StreamKind, data: unknown = EXAMPLES[kind].data) => view(EXAMPLES[kind].key, data).summary

describe('[MO-31] summaries by kind', () => {
  it('technical indicators: RSI and the other available values', () => {
    expect(view(EXAMPLES.indicators.key, EXAMPLES.indicators.data)).toEqual({
      kind: 'indicators',
      label: 'technical indicators',
      title: 'BTC/USD M5',
      exchange: 'Kraken',
      summary: {
        kind: 'indicators',
        rsi: 74.2,
        rsiText: '74.2',
        tone: 'danger',
        values: [
          { label: 'ATR(14)', value: '31.3' },
          { label: 'EMA(21)', value: '10,805.4' },
        ],
        note: '3 active indicators',
      },
      problems: [],
    })
    const macd = { macd_line: -1.25, signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 }
    const { rsi_14: _, ...cold } = snapshot({ macd })
    expect(summaryOf('indicators', { TechnicalIndicator: cold })).toEqual({
      kind: 'indicators',
      rsi: undefined,
      rsiText: 'N/A',
      tone: 'neutral',
      values: [{ label: 'MACD', value: '-1.250', tone: 'danger' }],
      note: '1 active indicator',
    })
  })

  it('processed candles: a candle', () => {
    expect(summaryOf('candles')).toEqual({
      kind: 'candles',
      pair: 'BTCUSD',
      candle: { open: 10_800, high: 10_840, low: 10_790, close: 10_830 },
      changePct: (30 / 10_800) * 100,
      state: { text: 'Complete', tone: 'neutral' },
      values: [
        { label: 'Close', value: '10,830.0' },
        { label: 'High', value: '10,840.0' },
        { label: 'Low', value: '10,790.0' },
        { label: 'Volume', value: '12.5000' },
      ],
    })
    const still = processedCandle({ open: 5, high: 5, low: 5, close: 5, volume: 0, is_complete: false })
    expect(summaryOf('candles', { ProcessedCandle: still })).toMatchObject({
      candle: { open: 5, high: 5, low: 5, close: 5 },
      changePct: 0,
      state: { text: 'Partial', tone: 'info' },
    })
  })

  it('support_resistance: the nearest levels of both sides from high to low', () => {
    const levels = levelSet({
      resistance_levels: [level({ price: 10_950 }), level({ price: 11_100, strength: 'Weak', strength_score: 0.1 })],
      total_levels: 9,
    })
    expect(summaryOf('levels', { Analysis: levels })).toEqual({
      kind: 'levels',
      priceLevels: [
        { label: 'Resistance 2', price: '11,100.0', tone: 'danger', strength: 0.1, note: 'Weak' },
        { label: 'Resistance 1', price: '10,950.0', tone: 'danger', strength: 0.71, note: 'Strong' },
        { label: 'Support 1', price: '10,800.5', tone: 'success', strength: 0.71, note: 'Strong' },
      ],
      ratios: [
        { label: 'Confidence', value: 0.57, text: '57%', meaning: MEANINGS.levels['Overall confidence'] },
        { label: 'Alignment', value: 0.43, text: '43%', meaning: MEANINGS.levels.Alignment },
      ],
      note: '9 levels',
    })
  })

  it('patterns: the highlight and the number per timeframe', () => {
    expect(summaryOf('patterns')).toEqual({
      kind: 'patterns',
      headline: {
        text: 'Engulfing',
        tone: 'success',
        trend: 'up',
        note: 'H1 · ±1.20%',
        noteTitle: expect.stringMatching(/^Expected move. /),
      },
      ratio: { label: 'Confidence', value: 0.66, text: '66%', meaning: MEANINGS.patterns.Confidence },
      groups: ['H1 1', 'M5 1'],
      note: 'The body covers the opposite one before it.',
    })
  })

  it('market_structure: phase, strength and latest break', () => {
    expect(summaryOf('structure')).toEqual({
      kind: 'structure',
      headline: {
        text: 'Bearish normal volatility',
        tone: 'danger',
        trend: 'down',
        note: '70% to last an hour',
        noteTitle: 'Probability. That the market phase is the same in an hour.',
      },
      ratios: [
        { label: 'Trend strength', value: 0.49, text: '49%', meaning: MEANINGS.structure['Trend strength'] },
        { label: 'Momentum', value: 0.38, text: '38%', meaning: MEANINGS.structure.Momentum },
      ],
      values: [
        { label: 'Volatility', value: 'Normal' },
        { label: 'Duration', value: '2h 0m 5s' },
      ],
      note: 'Bullish break of structure at 10,900.0',
    })
  })

  it('cross_timeframe_analysis: the combined signal and its zones', () => {
    expect(summaryOf('confluence')).toEqual({
      kind: 'confluence',
      headline: {
        text: 'Bearish on H4',
        tone: 'danger',
        trend: 'down',
        note: '±0.14% expected',
        noteTitle: expect.stringMatching(/^Expected move. /),
      },
      ratios: [
        { label: 'Confidence', value: 0.64, text: '64%', meaning: MEANINGS.confluence['Overall Confidence'] },
        { label: 'Strength', value: 0.2, text: '20%', meaning: MEANINGS.confluence.Strength },
      ],
      priceLevels: [{ label: 'Zone 1', price: '10,800.5', tone: 'accent', strength: 0.73, note: 'Bounce' }],
      note: '1 confluence zone · high volatility',
    })
  })

  it('divergence: trends of price and indicator', () => {
    expect(summaryOf('divergence')).toEqual({
      kind: 'divergence',
      headline: { text: 'Regular bullish', tone: 'success', trend: 'up' },
      price: 'down',
      indicator: 'up',
      indicatorName: 'RSI',
      values: [
        { label: 'Strength', value: '64%', meaning: MEANINGS.divergence.Strength },
        { label: 'Expected move', value: '±0.42%', meaning: MEANINGS.divergence['Expected move'] },
        { label: 'Dominant', value: 'Regular bullish' },
        { label: 'Found', value: '0' },
      ],
      note: '',
    })
  })

  it('[FG-20] say how often such a message came true, with where it was counted on hover', () => {
    const records = bookOf()
    const noteOf = (name: 'levels' | 'patterns' | 'structure' | 'confluence' | 'divergence') => {
      const { key, data } = EXAMPLES[name]
      const { summary } = viewOf({ ...parseStreamKey(key), key, data }, records)
      return summary !== undefined && 'note' in summary && 'noteTitle' in summary
        ? [summary.note, summary.noteTitle]
        : []
    }
    expect(noteOf('patterns')).toEqual([
      'Right as often as by chance (1,808 cases)',
      'The body covers the opposite one before it. Record: right as often as by chance (1,808 cases). 46 of 100 came true, 44 to 48 with 95 % confidence, by chance 47. Counted on BTC/USD, H1, 2 months from 2019-04 to 2025-06.',
    ])
    const { key, data } = EXAMPLES.patterns
    expect(viewOf({ ...parseStreamKey(key), key, data }, records).summary).toMatchObject({
      headline: { tone: 'neutral' },
    })
    expect(noteOf('levels')[0]).toBe('Strong levels held as often as by chance (1,808 cases)')
    expect(noteOf('structure')[0]).toBe('Lasted an hour as often as by chance (1,808 cases)')
    expect(noteOf('confluence')[0]).toBe('Such signals right as often as by chance (1,808 cases)')
    expect(noteOf('divergence')[0]).toBe('Right as often as by chance (1,808 cases)')
  })

  it('signals: the signal with its prices from high to low', () => {
    expect(summaryOf('signals')).toEqual({
      kind: 'signals',
      headline: { text: 'BUY', tone: 'success', trend: 'up' },
      ratio: { label: 'Confidence', value: 0.72, text: '72%', meaning: MEANINGS.signals.Confidence },
      priceLevels: [
        { label: 'Take profit', price: '11,000.0', tone: 'success' },
        { label: 'Entry', price: '10,810.0', tone: 'neutral' },
        { label: 'Stop loss', price: '10,700.0', tone: 'danger' },
      ],
      note: 'M15 · xgboost-btc',
    })
    expect(summaryOf('signals', { Unknown: signalList({ signals: [] }) })).toMatchObject({
      headline: { text: 'No signals', tone: 'neutral' },
      priceLevels: [],
    })
    const single = { type: 'SELL', confidence: 0.4, price_level: 10_500, timeframe: 'H1', timestamp: AT }
    expect(summaryOf('signals', { Unknown: single })).toMatchObject({
      headline: { text: 'SELL', tone: 'danger', trend: 'down' },
      priceLevels: [{ label: 'Entry', price: '10,500.0', tone: 'neutral' }],
      note: 'H1',
    })
  })

  it('other analysis: plain values by name', () => {
    expect(view(EXAMPLES.analysis.key, EXAMPLES.analysis.data)).toEqual({
      kind: 'analysis',
      label: 'other analysis',
      title: 'BTC/USD order_flow',
      exchange: 'Kraken',
      summary: {
        kind: 'analysis',
        values: [
          { label: 'Dominant trend', value: 'Up trend' },
          { label: 'Confidence', value: '0.50', meaning: UNKNOWN_CONFIDENCE },
          { label: 'Is final', value: 'Yes' },
          { label: 'Patterns', value: '2 items' },
        ],
      },
      problems: [],
    })
  })

  it('anything else: the first 200 characters', () => {
    const whole = JSON.stringify(EXAMPLES.raw.data)
    expect(view(EXAMPLES.raw.key, EXAMPLES.raw.data)).toEqual({
      kind: 'raw',
      label: 'generic raw preview',
      title: 'BTC/USD headlines',
      exchange: 'Kraken',
      summary: { kind: 'raw', text: whole.slice(0, 200) },
      problems: [],
    })
    expect(summaryOf('raw', 'plain text')).toEqual({ kind: 'raw', text: 'plain text' })
  })
})

describe('[MO-32] a message', () => {
  it('MS-23 under Unknown is summarized by its content; only unreadable ones are shown raw, in 200 characters', () => {
    const levels = levelSet()
    expect(summaryOf('levels', { Unknown: levels })).toEqual(summaryOf('levels', { Analysis: levels }))
    for (const inner of ['x'.repeat(10_000), Array(5_000).fill(1), { rain: 'x'.repeat(10_000) }]) {
      const data = { Unknown: inner }
      expect(summaryOf('levels', data)).toEqual({
        kind: 'raw',
        text: JSON.stringify(data).slice(0, 200),
        note: 'Cannot be read as support_resistance',
      })
    }
  })

  it('that is missing has no summary', () => {
    expect(KINDS.map((kind) => summaryOf(kind, null))).toEqual(KINDS.map(() => undefined))
  })

  it('that does not match its stream is shown raw with a note', () => {
    expect(summaryOf('levels', { Analysis: { timestamp: AT } })).toEqual({
      kind: 'raw',
      text: `{"Analysis":{"timestamp":${AT}}}`,
      note: 'Cannot be read as support_resistance',
    })
    expect(summaryOf('candles', '{ broken')).toMatchObject({ kind: 'raw', text: '{ broken' })
  })

  it.each([
    ['bare', snapshot()],
    ['as text', JSON.stringify({ TechnicalIndicator: snapshot() })],
    ['under another name', { Snapshot: snapshot() }],
  ])('%s is read too', (_, data) => {
    expect(summaryOf('indicators', data)).toMatchObject({ kind: 'indicators', rsi: 53.07 })
  })

  it('shows an unknown exchange, pair and timeframe', () => {
    expect(view('x:binance:DOGEUSDT:analysis:support_resistance', null)).toMatchObject({
      title: 'DOGEUSDT',
      exchange: 'Binance',
    })
    expect(view('', null)).toMatchObject({ kind: 'raw', title: '', exchange: undefined })
  })
})

describe.each(KINDS)('[MO-33] %s', (kind) => {
  it('never throws and never yields unprintable values for mutated payloads', () => {
    fc.assert(
      fc.property(mutated(EXAMPLES[kind].data), (data) => {
        expect(findUnprintable(view(EXAMPLES[kind].key, data))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { SignalSource } from '#contract/strategies/definition.ts'
import { evaluate, NO_TRADES, prepare } from '#server/strategies/evaluator/evaluate.ts'
import type { MarketState } from '#server/strategies/evaluator/market-state.ts'
import { NOON, marketStateOf, streamSignal, sourceOn, strategyBody } from '#test/support/server/strategies.ts'

const MANY = 'analysis:market_structure'
const opinion = (score: number, confidence = 0.8) => ({ score, confidence })

/** What the first of two sources says. */
function said(source: SignalSource, picture: MarketState, at = NOON) {
  const parts = strategyBody({ signal_sources: [source, sourceOn('signals:ml_signals')] })
  const { trace } = evaluate(prepare(parts, 'BTCUSD'), picture, NO_TRADES, at)
  const [first] = trace.sources
  if (!first) throw new Error('no source')
  const { value, confidence, weight, timeframe, age_seconds: age, discarded, vote } = first
  return { value, confidence, weight, timeframe, age, discarded, vote }
}

const structure = marketStateOf({
  [MANY]: streamSignal(opinion(-0.9), {
    byTimeframe: { m5: opinion(0.8, 0.6), m15: opinion(0.2, 0.9), h1: opinion(-0.5, 0.9) },
  }),
})

describe('collecting evidence', () => {
  it("[SG-20] the stream's overall signal without a filter, the mean of the selected timeframes with one", () => {
    const base = { weight: 1, age: 0, discarded: null }
    expect(said(sourceOn(MANY), structure)).toEqual({
      ...base,
      value: -0.9,
      confidence: 0.8,
      timeframe: null,
      vote: 'SELL',
    })
    expect(said(sourceOn(MANY, { timeframe_filter: [] }), structure).value).toBe(-0.9)
    expect(said(sourceOn(MANY, { timeframe_filter: ['m15', 'm5', 'm30'] }), structure)).toEqual({
      ...base,
      value: expect.closeTo((0.6 * 0.8 + 0.9 * 0.2) / 1.5, 10),
      confidence: 0.75,
      timeframe: 'm15',
      vote: 'HOLD',
    })
  })

  it('[SG-18] a filter without matching timeframes yields no signal', () => {
    expect(said(sourceOn(MANY, { timeframe_filter: ['m30'] }), structure)).toMatchObject({
      value: null,
      discarded: 'no_signal',
      vote: null,
      age: 0,
    })
    const indicators = marketStateOf({ 'technical_indicators:m5': streamSignal(opinion(1)) })
    expect(said(sourceOn('technical_indicators:m5', { timeframe_filter: ['h1'] }), indicators).value).toBeNull()
    expect(said(sourceOn('technical_indicators:m5', { timeframe_filter: ['m5'] }), indicators).value).toBe(1)
  })

  it.each([
    [{ transformation: 'sign' as const }, 0.25, 1],
    [{ transformation: 'square_root' as const }, -0.25, -0.5],
    [{ transformation: 'square' as const }, -0.5, -0.25],
    [{ invert_signal: true }, 0.7, -0.7],
    [{ invert_signal: true, transformation: 'square' as const }, -0.5, 0.25],
    [{ transformation: 'sign' as const }, 0, 0],
  ])('[SG-20] %j makes %d into %d', (given, score, value) => {
    expect(said(sourceOn(MANY, given), marketStateOf({ [MANY]: streamSignal(opinion(score)) })).value).toBe(value)
  })

  it('[SG-11] data_path selects a single indicator', () => {
    const picture = marketStateOf({
      'technical_indicators:m5': streamSignal(opinion(0.2), { byPath: { rsi: opinion(-0.9, 1) } }),
    })
    const on = (data_path: 'rsi' | 'ema') => said(sourceOn('technical_indicators:m5', { data_path }), picture)

    expect([on('rsi').value, on('ema').value]).toEqual([-0.9, null])
  })

  it('[SG-20] the confidence times its multiplier, at most 1', () => {
    const on = (confidence_multiplier: number) => said(sourceOn(MANY, { config: { confidence_multiplier } }), structure)
    expect([on(0.5).confidence, on(2).confidence, on(0.5).discarded]).toEqual([0.4, 1, 'low_confidence'])
  })

  it('[SG-20] the weight follows volume and timeframe if configured', () => {
    const config = { weight: 2, volume_weight: true, timeframe_bias: { h1: 0.5, m5: 3 } }
    const weightAt = (volumeRatio: number | undefined, filter: SignalSource['timeframe_filter']) =>
      said(sourceOn(MANY, { timeframe_filter: filter, config }), { ...structure, volumeRatio }).weight

    expect(weightAt(undefined, ['m5', 'h1'])).toBe(1)
    expect(weightAt(1.2, ['m5'])).toBeCloseTo(7.2)
    expect([weightAt(9, ['m5']), weightAt(0.1, ['m5']), weightAt(9, null)]).toEqual([9, 3, 3])
  })

  it('[SG-21] is excluded when too old, by market time', () => {
    const at = (seconds: number) => said(sourceOn(MANY), structure, NOON + seconds * 1000)
    expect([at(360).discarded, at(360.001).discarded, at(-5).age]).toEqual([null, 'too_old', 0])
  })

  it.each([
    ['m1', 60],
    ['m5', 300],
    ['m30', 1_800],
    ['h4', 14_400],
  ] as const)(
    '[SG-21] B12 indicators of %s are fresh for %d s, and count for max_age_seconds more',
    (timeframe, dueS) => {
      const stream = `technical_indicators:${timeframe}`
      const market = marketStateOf({ [stream]: streamSignal(opinion(1)) })
      const at = (seconds: number) => said(sourceOn(stream), market, NOON + seconds * 1000)
      expect([at(dueS).discarded, at(dueS + 300).discarded, at(dueS + 301).discarded]).toEqual([null, null, 'too_old'])
      expect(at(dueS + 300).age).toBe(dueS + 300)
    },
  )

  it.each([
    [0.6, 'BUY'],
    [0.5999, 'HOLD'],
    [-0.6999, 'HOLD'],
    [-0.7, 'SELL'],
    [0, 'HOLD'],
  ])('[SG-22] a strength of %d votes %s', (score, vote) => {
    const source = sourceOn(MANY, { threshold_sell: 0.7 })
    expect(said(source, marketStateOf({ [MANY]: streamSignal(opinion(score)) })).vote).toBe(vote)
  })

  it('a source with a filter on other pairs has no signal', () => {
    expect(said(sourceOn(MANY, { symbol_filter: ['ETHUSD'] }), structure).discarded).toBe('no_signal')
    expect(said(sourceOn(MANY, { symbol_filter: null, exchange_filter: [] }), structure).value).toBe(-0.9)
  })
})

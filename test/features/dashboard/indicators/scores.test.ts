import { describe, expect, it } from 'vitest'
import { momentumOf, trendOf, volatilityOf, volumeOf } from '#src/features/dashboard/indicators/scores.ts'
import { snapshotOf } from '#src/analysis/indicators.ts'
import { volumeRatio } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { flat } from '#test/support/data/analysis.ts'

describe('[MA-23] momentum is RSI(14)', () => {
  it.each([
    [70, 'neutral'],
    [70.01, 'overbought'],
    [30, 'neutral'],
    [29.99, 'oversold'],
  ])('%d is %s', (rsi_14, rating) => {
    expect(momentumOf(snapshotOf({ rsi_14 }))).toEqual({ score: rsi_14, rating })
  })
  it('is undefined without RSI', () => {
    expect(momentumOf(snapshotOf({ rsi_7: 50 }))).toBeUndefined()
  })
})

describe('[MA-24] trend', () => {
  const averages = (ema_9: unknown, ema_21: unknown, ema_100: unknown, macd_line?: number) => ({
    ema_9,
    ema_21,
    ema_100,
    macd: { macd_line },
  })
  it.each([
    ['full order upwards, MACD above', averages(3, 2, 1, 5), 87.5, 'bullish'],
    ['full order upwards', averages(3, 2, 1), 75, 'bullish'],
    ['full order upwards, MACD below', averages(3, 2, 1, -5), 62.5, 'neutral'],
    ['two of three upwards', averages(3, 1, 2), 60, 'neutral'],
    ['two of three upwards, MACD above', averages(2, 3, 1, 5), 72.5, 'bullish'],
    ['two of three downwards', averages(1, 3, 2), 40, 'neutral'],
    ['two of three downwards, MACD below', averages(2, 1, 3, -5), 27.5, 'bearish'],
    ['full order downwards', averages(1, 2, 3), 25, 'bearish'],
    ['full order downwards, MACD below', averages(1, 2, 3, -5), 12.5, 'bearish'],
    ['no order', averages(1, 1, 1), 50, 'neutral'],
    ['one average still warming up', averages(2, 1, undefined), 60, 'neutral'],
    ['the MACD line alone', averages(undefined, undefined, undefined, 0.1), 62.5, 'neutral'],
    ['a MACD line of zero', averages(undefined, 1, undefined, 0), 50, 'neutral'],
  ])('%s', (_, payload, score, rating) => {
    expect(trendOf(snapshotOf(payload))).toEqual({ score, rating })
  })
  it('is undefined without averages and MACD', () => {
    expect(trendOf(snapshotOf({ ema_9: 1, rsi_14: 50 }))).toBeUndefined()
  })
})

describe('[MA-25] volatility', () => {
  const of = (atr_14: number, width: number, middle = 10_000) =>
    volatilityOf(
      snapshotOf({ atr_14, bollinger_bands: { upper: middle + width / 2, middle, lower: middle - width / 2 } }),
    )
  it.each([
    ['ATR of 1 %, bands 2 % wide', of(100, 200), { score: 10, rating: 'low' }],
    ['ATR of 10 % and above counts 60', of(5_000, 0), { score: 60, rating: 'normal' }],
    ['bands count 40 %', of(0, 2_000), { score: 40, rating: 'normal' }],
    ['both', of(1_000, 1_000), { score: 80, rating: 'high' }],
    ['never above 100', of(1_000, 9_000), { score: 100, rating: 'high' }],
  ])('%s', (_, seen, expected) => {
    expect(seen?.score).toBeCloseTo(expected.score)
    expect(seen?.rating).toBe(expected.rating)
  })
  it.each([
    [1, 1, 80, 'high'],
    [0.5, 0.5, 40, 'normal'],
    [0.1, 0.9, 24, 'low'],
  ])('is fed the ranks %d and %d of the pair’s own history where they are sent', (atr, bandWidth, score, rating) => {
    const seen = volatilityOf(snapshotOf({ atr_14: 1 }), { atr, bandWidth })
    expect(seen?.score).toBeCloseTo(score)
    expect(seen?.rating).toBe(rating)
  })
  it('does not depend on the price level', () => {
    expect(of(1, 2, 100)?.score).toBeCloseTo(of(100, 200, 10_000)?.score ?? Number.NaN)
  })
  it.each([
    ['ATR', { bollinger_bands: { upper: 2, middle: 1, lower: 0 } }],
    ['bands', { atr_14: 1 }],
    ['a price', { atr_14: 1, bollinger_bands: { upper: 1, middle: 0, lower: -1 } }],
  ])('is undefined without %s', (_, payload) => {
    expect(volatilityOf(snapshotOf(payload))).toBeUndefined()
  })
})

describe('[MA-26] volume', () => {
  it.each([
    [1, 50, 'normal'],
    [0, 0, 'low'],
    [0.59, 29.5, 'low'],
    [1.41, 70.5, 'high'],
    [9, 100, 'high'],
  ])('of %d times the average', (ratio, score, rating) => {
    expect(volumeOf(ratio)).toEqual({ score, rating })
  })
  it('is undefined without a ratio', () => {
    expect(volumeOf(undefined)).toBeUndefined()
  })

  const candles = flat(21, 100, 2).map((candle, index) => (index === 20 ? { ...candle, volume: 3 } : candle))
  const last = candles[20]!.timestamp
  it('is compared with the mean of the twenty candles before', () => {
    expect(volumeRatio(candles, last)).toBe(1.5)
  })
  it.each([
    ['its candle is not there', candles, last + 60],
    ['fewer than twenty came before', candles.slice(1), last],
    ['nothing was traded before', flat(21, 100, 0), last],
    ['there are none', [], last],
  ])('is unknown when %s', (_, held, timestamp) => {
    expect(volumeRatio(held, timestamp)).toBeUndefined()
  })
})

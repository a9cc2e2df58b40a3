import { describe, expect, it } from 'vitest'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { FEATURE_COUNT, FEATURES } from '#contract/models/features.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { flat, walk } from '#test/support/data/analysis.ts'
import { featureVector } from '#server/models/scoring/scorer.ts'

const snapshot: IndicatorSnapshot = {
  timeframe: 'M1',
  timestamp: 60,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  rsi_14: 61,
  rsi_7: 72,
  macd: { macd_line: 4, signal_line: 3, histogram: 1, fast_period: 12, slow_period: 26, signal_period: 9 },
  atr_14: 2,
  bollinger_bands: { upper: 220, middle: 200, lower: 180, period: 20, std_dev_multiplier: 2 },
  ema_9: 190,
  ema_21: 160,
  ema_100: 250,
  adx: { adx: 30, plus_di: 25, minus_di: 15, period: 14 },
  stochastic: { k_percent: 80, d_percent: 75, period: 14 },
  vwap: { value: 100, session_type: 'utc_day' },
}

describe('the feature vector', () => {
  it('[ML-40] follows its formulas, in order', () => {
    const vector = featureVector(snapshot, 200)
    const values = vector.ok ? [...vector.values] : []
    const expected = [61, 72, 2, 1.5, 0.5, 1, 0.5, 20, 100 * (200 / 190 - 1), 25, -20, 30, 25, 15, 80, 75, 100]

    expect(FEATURES.map(({ name }) => name)).toHaveLength(expected.length)
    for (const [index, value] of expected.entries()) expect([index, values[index]]).toEqual([index, Math.fround(value)])
  })

  it('[ML-40] does not depend on the price level', () => {
    const vectorAt = (price: number) => {
      const indicators = createIndicatorTracker('BTCUSD', 'kraken', 'M1')
      const candles = walk({ count: 300, seed: 4, price, start: 1_560_038_400 })
      const last = candles.map((candle) => ({ candle, made: indicators.append(candle) })).at(-1)
      const vector = last && featureVector(last.made, last.candle.close)
      return vector?.ok ? [...vector.values] : []
    }
    const [low, high] = [vectorAt(100), vectorAt(100_000)]

    expect(low).toHaveLength(FEATURE_COUNT)
    for (const [index, value] of low.entries()) expect(high[index]).toBeCloseTo(value, 3)
  })

  it('[ML-41] lists missing features during warm-up and in a flat market', () => {
    const { atr_14: _, vwap: __, ...partial } = snapshot
    expect(featureVector(partial, 200)).toEqual({ ok: false, missing: ['atr_14_pct', 'vwap_distance_pct'] })

    const indicators = createIndicatorTracker('BTCUSD', 'kraken', 'M1')
    const still = flat(300, 100)
      .map((candle) => indicators.append(candle))
      .at(-1)
    expect(still && featureVector(still, 100)).toMatchObject({
      ok: false,
      missing: expect.arrayContaining(['bollinger_position']),
    })
  })
})

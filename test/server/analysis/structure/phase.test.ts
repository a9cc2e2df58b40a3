import { describe, expect, it } from 'vitest'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { changeProbability } from '#server/analysis/structure/phase-change.ts'
import { nextPhase } from '#server/analysis/structure/phase.ts'
import {
  createVolatilityHistory,
  structureVolatility,
  volatilityOf,
  withLastRanks,
} from '#server/analysis/structure/volatility-rank.ts'

const snapshot = (over: Partial<IndicatorSnapshot>): IndicatorSnapshot => ({
  timeframe: 'M15',
  timestamp: 0,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  ...over,
})
const adx = (value: number, plus = 30, minus = 10, over: Partial<IndicatorSnapshot> = {}) =>
  snapshot({ adx: { adx: value, plus_di: plus, minus_di: minus, period: 14 }, ...over })
/** Averages in order and a MACD line `line` average true ranges from 0. */
const trending = (side: 1 | -1, line = 1): Partial<IndicatorSnapshot> => ({
  ema_9: 100 + 2 * side,
  ema_21: 100 + side,
  ema_100: 100,
  atr_14: 1,
  macd: { macd_line: side * line, signal_line: 0, histogram: side, fast_period: 12, slow_period: 26, signal_period: 9 },
})

describe('market phase', () => {
  it.each<[MarketPhase, IndicatorSnapshot, MarketPhase]>([
    ['neutral', snapshot({}), 'neutral'],
    ['neutral', adx(26), 'bullish'],
    ['neutral', adx(26, 10, 30), 'bearish'],
    ['bullish', adx(23), 'bullish'],
    ['bullish', adx(21.9), 'transitional'],
    ['bullish', adx(23, 10, 30), 'bullish'],
    ['bullish', adx(23, 30, 10, trending(-1)), 'bearish'],
    ['neutral', adx(26, 10, 30, trending(1)), 'bullish'],
    ['transitional', adx(24), 'transitional'],
    ['transitional', adx(20), 'ranging'],
    ['ranging', adx(22.9), 'ranging'],
    ['ranging', adx(23.1), 'transitional'],
    ['ranging', adx(25), 'bullish'],
    ['bearish', snapshot({}), 'bearish'],
  ])('[AN-23] from %s', (before, seen, after) => {
    expect(nextPhase(before, seen)).toBe(after)
  })

  it('[AN-26] is likelier to change the nearer ADX is to its end, and while it moves there', () => {
    const at = (phase: MarketPhase, value: number, before: number, plus = 30, minus = 10) =>
      changeProbability(phase, adx(value, plus, minus), adx(before))
    const falls = (values: readonly number[]) => values.every((value, i) => i === 0 || value < (values[i - 1] ?? 0))
    expect(falls([23, 26, 30, 40, 70].map((value) => at('bullish', value, value)))).toBe(true)
    expect(falls([22.5, 20, 15, 5].map((value) => at('ranging', value, value)))).toBe(true)
    expect(falls([at('bearish', 24, 25), at('bearish', 24, 24), at('bearish', 24, 23)])).toBe(true)
    expect(falls([at('ranging', 20, 19), at('ranging', 20, 20), at('ranging', 20, 21)])).toBe(true)
    const clear = (line: number) => changeProbability('bullish', adx(30, 30, 10, trending(1, line)), adx(30))
    expect(falls([clear(0.1), clear(0.5), clear(1)])).toBe(true)
    const falling = changeProbability('bearish', adx(30, 10, 30, trending(-1, 0.5)), adx(30))
    expect(falling).toBe(clear(0.5))
    expect(at('transitional', 24.5, 23)).toBeGreaterThan(at('transitional', 22.5, 22.5))
    expect(at('bullish', 24, 24)).toBe(at('bearish', 24, 24))
  })

  it('[AN-26] has a probability from 0 to 1 whatever the market, and none while the phase is unknown', () => {
    for (const phase of ['bullish', 'ranging', 'transitional'] as const) {
      for (const value of [0, 22.5, 100]) {
        const change = changeProbability(phase, adx(value, 100, 0), adx(100 - value))
        expect(change).toBeGreaterThanOrEqual(0)
        expect(change).toBeLessThanOrEqual(1)
      }
    }
    expect(changeProbability('neutral', adx(30), adx(30))).toBe(0)
    expect(changeProbability('bullish', snapshot({}), undefined)).toBe(0)
  })
})

describe('volatility rank', () => {
  const ranges = (...values: (number | undefined)[]) =>
    values.map((atr_14) => snapshot(atr_14 === undefined ? {} : { atr_14 }))

  const historyOf = (past: readonly IndicatorSnapshot[], capacity?: number) => {
    const history = createVolatilityHistory(capacity)
    for (const each of past) history.append(each)
    return history
  }
  /** Rank of the last of these among them. */
  const rankOf = (all: readonly IndicatorSnapshot[], capacity?: number) => {
    const newest = all.at(-1)
    return newest && historyOf(all.slice(0, -1), capacity).append(newest).atr_rank
  }

  it('[AN-24] ranks the band width relative to its middle', () => {
    const bands = (width: number, middle: number) =>
      snapshot({
        bollinger_bands: { upper: middle + width, middle, lower: middle - width, period: 20, std_dev_multiplier: 2 },
      })
    const past = Array.from({ length: 99 }, (_, i) => bands(i + 1, 100))
    expect(historyOf(past).append(bands(5_100, 10_000)).band_width_rank).toBe(0.5)
    expect(historyOf(past).append(bands(1, 0)).band_width_rank).toBeUndefined()
  })

  it('[AN-24] is among the last 480 only', () => {
    expect(rankOf(ranges(...Array.from({ length: 1_000 }, (_, i) => (i < 520 ? 9 : 1)), 5))).toBe(479 / 480)
    expect(rankOf(ranges(...Array.from({ length: 200 }, (_, i) => (i < 100 ? 1 : 9)), 5), 120)).toBe(20 / 121)
  })

  it('[AN-24] is the share of past ranges below the newest', () => {
    expect(rankOf(ranges(...Array.from({ length: 99 }, (_, i) => i + 1), 51))).toBe(0.5)
  })

  it('[AN-24] is undefined with fewer than fifty', () => {
    expect(rankOf(ranges(...Array.from({ length: 49 }, () => 1)))).toBeUndefined()
    expect(rankOf(ranges(1, undefined))).toBeUndefined()
  })

  it('[AN-24] is one word, that of the score, and extreme where the range is in the highest twentieth', () => {
    const ranks = (atr_rank: number, band_width_rank: number) => ({ atr_rank, band_width_rank })
    const words = [ranks(0.37, 0.3), ranks(0.38, 0.36), ranks(0.9, 0.7), ranks(0.9, 0.9), ranks(0.96, 0.7)].map(
      volatilityOf,
    )
    expect(words).toEqual(['low', 'normal', 'normal', 'high', 'extreme'])
    expect([...words, undefined].map(structureVolatility)).toEqual([
      'low',
      'normal',
      'normal',
      'high',
      'high',
      'normal',
    ])
    expect([volatilityOf({ atr_rank: 0.3 }), volatilityOf({ band_width_rank: 0.5 })]).toEqual(['low', undefined])
  })

  it('[AN-24] of a running candle is that of the last closed one', () => {
    const closed = { ...snapshot({ atr_14: 1 }), atr_rank: 0.9, band_width_rank: 0.8 }
    expect(withLastRanks(snapshot({ atr_14: 9 }), closed)).toEqual({ ...closed, atr_14: 9 })
    expect(withLastRanks(snapshot({ atr_14: 9 }), undefined)).toEqual(snapshot({ atr_14: 9 }))
  })
})

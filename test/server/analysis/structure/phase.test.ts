import { describe, expect, it } from 'vitest'
import type { IndicatorSnapshot } from '#contract/analysis/indicators.ts'
import type { MarketPhase } from '#contract/analysis/structure.ts'
import { changeProbability, nextPhase } from '#server/analysis/structure/phase.ts'
import { alignedVolatility, structureVolatility, volatilityRank } from '#server/analysis/structure/volatility-rank.ts'

const snapshot = (over: Partial<IndicatorSnapshot>): IndicatorSnapshot => ({
  timeframe: 'M15',
  timestamp: 0,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  ...over,
})
const adx = (value: number, plus = 30, minus = 10) =>
  snapshot({ adx: { adx: value, plus_di: plus, minus_di: minus, period: 14 } })

describe('market phase', () => {
  it.each<[MarketPhase, IndicatorSnapshot, MarketPhase]>([
    ['neutral', snapshot({}), 'neutral'],
    ['neutral', adx(26), 'bullish'],
    ['neutral', adx(26, 10, 30), 'bearish'],
    ['bullish', adx(23), 'bullish'],
    ['bullish', adx(21.9), 'transitional'],
    ['bullish', adx(23, 10, 30), 'bearish'],
    ['transitional', adx(24), 'transitional'],
    ['transitional', adx(20), 'ranging'],
    ['ranging', adx(22.9), 'ranging'],
    ['ranging', adx(23.1), 'transitional'],
    ['ranging', adx(25), 'bullish'],
    ['bearish', snapshot({}), 'bearish'],
  ])('[AN-23] from %s', (before, seen, after) => {
    expect(nextPhase(before, seen)).toBe(after)
  })

  it('[AN-23] derives the change probability from the phase and its age', () => {
    const at = (phase: MarketPhase, hours: number) => changeProbability({ phase, since: 0 }, hours * 3_600)
    expect([at('bullish', 0.5), at('bullish', 2), at('bullish', 9)]).toEqual([0.31, 0.19, 0.15])
    expect([at('bullish', 0.99), at('bullish', 1), at('bullish', 3.99), at('bullish', 4)]).toEqual([
      0.31, 0.19, 0.19, 0.15,
    ])
    expect(at('transitional', 0.5)).toBeGreaterThan(at('ranging', 0.5))
  })
})

describe('volatility rank', () => {
  const ranges = (...values: (number | undefined)[]) =>
    values.map((atr_14) => snapshot(atr_14 === undefined ? {} : { atr_14 }))

  it('[AN-24] is the share of past ranges below the newest', () => {
    expect(volatilityRank(ranges(...Array.from({ length: 99 }, (_, i) => i + 1), 51))).toBe(0.5)
  })

  it('[AN-24] is undefined with fewer than fifty', () => {
    expect(volatilityRank(ranges(...Array.from({ length: 49 }, () => 1)))).toBeUndefined()
    expect(volatilityRank(ranges(1, undefined))).toBeUndefined()
  })

  it('[AN-24] maps to low, normal, high and extreme', () => {
    expect([undefined, 0.1, 0.5, 0.8, 0.99].map(structureVolatility)).toEqual([
      'normal',
      'low',
      'normal',
      'high',
      'high',
    ])
    expect([undefined, 0.1, 0.5, 0.8, 0.99].map(alignedVolatility)).toEqual([
      'normal',
      'low',
      'normal',
      'high',
      'extreme',
    ])
  })
})

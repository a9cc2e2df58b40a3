import { describe, expect, it } from 'vitest'
import type { DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { Candle } from '#contract/candles.ts'
import { createDivergenceClaims } from '#research/records/divergences.ts'
import { createHourlyClaims } from '#research/records/hourly.ts'
import { createIndicatorClaims } from '#research/records/indicators.ts'
import { crossTimeframe, levelSet, marketStructure, patternAnalysis } from '#test/support/data/payloads.ts'

const HOUR = 3_600
/** A minute that closes at `closedAt`. */
const minute = (closedAt: number, close: number): Candle => ({
  timestamp: closedAt - 60,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
})
/** Closes at the hours 1 to 5: up, up, down, flat. */
const MINUTES = [10, 11, 12, 9, 9].map((close, index) => minute((index + 1) * HOUR, close))

describe('claims of full hours', () => {
  const signal = (timestamp: number, direction: 'bullish' | 'bearish' | 'neutral') => ({
    ...crossTimeframe({
      analysis_summary: { primary_timeframe: 'H1', overall_signal: { direction, strength: 1, expected_move: 0 } },
    }),
    timestamp,
  })

  it('[FG-2] a signal is right if price moved its way an hour later; [FG-4] chance is the share of hours that did', () => {
    const claims = createHourlyClaims()
    claims.recordCrossTimeframe(signal(HOUR, 'bullish'))
    claims.recordCrossTimeframe(signal(3 * HOUR, 'bullish'))
    claims.recordCrossTimeframe(signal(3 * HOUR, 'bearish'))
    claims.recordCrossTimeframe(signal(4 * HOUR, 'neutral'))
    const shared = { claim: 'cross_timeframe', class: '60-70', timeframe: null }
    expect(claims.cases(MINUTES)).toEqual([
      { ...shared, isHit: true, chance: 0.5 },
      { ...shared, isHit: false, chance: 0.5 },
      { ...shared, isHit: true, chance: 0.25 },
    ])
  })

  it('[FG-3] counts full hours only, and none whose next hour is unknown', () => {
    const claims = createHourlyClaims()
    claims.recordCrossTimeframe(signal(HOUR + 60, 'bullish'))
    claims.recordPatterns(patternAnalysis({ timestamp: 2 * HOUR + 900 }))
    claims.recordCrossTimeframe(signal(5 * HOUR, 'bullish'))
    expect(claims.cases(MINUTES)).toEqual([])
  })

  it('[FG-2] a phase is right if it is the same an hour later, against how often any phase is', () => {
    const claims = createHourlyClaims()
    for (const [hour, market_phase] of (['ranging', 'ranging', 'bullish', 'bullish', 'bullish'] as const).entries())
      claims.recordStructure(
        marketStructure({
          timestamp: (hour + 1) * HOUR,
          market_phase,
          timeframe_analysis: [{ timeframe: 'M15', pattern: 'lower_highs_lower_lows', strength: 1 }],
        }),
      )
    const cases = claims.cases(MINUTES)
    expect(cases.filter(({ claim }) => claim === 'phase').map((each) => [each.class, each.isHit, each.chance])).toEqual(
      [
        ['ranging', true, 0.75],
        ['ranging', false, 0.75],
        ['bullish', true, 0.75],
        ['bullish', true, 0.75],
      ],
    )
    expect(cases.filter(({ claim }) => claim === 'trend').map((each) => [each.timeframe, each.isHit])).toEqual([
      ['M15', false],
      ['M15', false],
      ['M15', true],
      ['M15', false],
    ])
  })
})

const candle = (index: number, close: number) => ({
  ...minute(index * HOUR + 60, close),
  timeframe: 'H1' as const,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  is_complete: true,
})

describe('claims of the levels', () => {
  it('[FG-2] are right if price moved away from the nearer level an hour later', () => {
    const claims = createHourlyClaims()
    for (const price of [10_820, 10_940]) claims.recordLevels({ ...levelSet(), timestamp: HOUR }, price)
    claims.recordLevels({ ...levelSet(), timestamp: HOUR + 60 }, 10_820)
    const cases = claims.cases(MINUTES)
    expect(cases.filter(({ timeframe }) => timeframe === null)).toEqual([
      { claim: 'level_position', class: '50-60', timeframe: null, isHit: true, chance: 0.5 },
      { claim: 'level_position', class: '50-60', timeframe: null, isHit: false, chance: 0.25 },
    ])
    expect(new Set(cases.map(({ timeframe }) => timeframe))).toEqual(new Set([null, 'M5', 'H1', 'H4', 'D1']))
  })
})

describe('claims of the indicators', () => {
  const snapshot = (rsi_14: number) => ({
    timeframe: 'H1' as const,
    trading_pair: 'BTCUSD',
    exchange: 'kraken',
    timestamp: 0,
    rsi_14,
  })

  it('[FG-2] [FG-3] are right if price moved their way ten candles later, and count at every tenth candle', () => {
    const claims = createIndicatorClaims()
    for (let index = 0; index <= 20; index++) {
      claims.recordCandle(candle(index, index <= 10 ? 100 + index : 200 - index))
      claims.recordIndicators(snapshot(70))
    }
    expect(claims.cases().map(({ claim, class: name, timeframe, isHit }) => [claim, name, timeframe, isHit])).toEqual([
      ['indicators', '20-30', 'H1', true],
      ['indicators', '20-30', 'H1', true],
    ])
  })

  it('[FG-2] point nowhere at a balance, which claims nothing', () => {
    const claims = createIndicatorClaims()
    for (let index = 0; index <= 10; index++) {
      claims.recordCandle(candle(index, 100))
      claims.recordIndicators(snapshot(50))
    }
    expect(claims.cases()).toEqual([])
  })
})

describe('claims of divergences', () => {
  const divergence = {
    divergence_type: 'regular_bullish',
    indicator: 'RSI',
    timeframe: 'H1',
    strength: 0.5,
    bias: 'bullish',
    expected_move: 1,
    from_timestamp: 0,
    to_timestamp: HOUR,
  } as const
  const analysis: DivergenceAnalysis = {
    timestamp: 0,
    trading_pair: 'BTCUSD',
    exchange: 'kraken',
    errors: [],
    timeframe: 'H1',
    divergence_type: 'none',
    indicator: null,
    strength: 0,
    dominant_pattern: 'none',
    bias: 'neutral',
    expected_move: 0,
    divergences: [divergence],
  }

  it('[FG-2] are right if price moved their way ten candles later, and count once', () => {
    const claims = createDivergenceClaims()
    claims.recordCandle(candle(0, 100))
    claims.recordDivergences(analysis)
    for (let index = 1; index <= 11; index++) {
      claims.recordCandle(candle(index, 100 + (index >= 10 ? 1 : -1)))
      claims.recordDivergences(analysis)
    }
    expect(claims.cases()).toEqual([
      { claim: 'divergence', class: 'regular_bullish', timeframe: 'H1', isHit: true, chance: 1 },
    ])
  })
})

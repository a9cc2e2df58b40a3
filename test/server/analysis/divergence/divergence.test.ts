import { describe, expect, it } from 'vitest'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import { findDivergences } from '#server/analysis/divergence/find.ts'
import { divergencePayload } from '#server/analysis/divergence/payload.ts'

/** Two peaks (or troughs) of price with their RSI values, flat otherwise. */
function twoTurns(side: 'high' | 'low', prices: [number, number], rsi: [number, number], tail = 4) {
  const candles: Candle[] = []
  const snapshots: IndicatorSnapshot[] = []
  const push = (price: number, value: number) => {
    const timestamp = candles.length * 60
    const [high, low] = side === 'high' ? [price, 90] : [110, price]
    candles.push({ timestamp, open: 100, high, low, close: 100, volume: 1 })
    snapshots.push({ timeframe: 'M1', timestamp, trading_pair: 'BTCUSD', exchange: 'kraken', atr_14: 2, rsi_14: value })
  }
  const ground = () => push(side === 'high' ? 101 + candles.length / 1e4 : 99 - candles.length / 1e4, 50)
  for (let i = 0; i < 20; i++) ground()
  push(prices[0], rsi[0])
  for (let i = 0; i < 10; i++) ground()
  push(prices[1], rsi[1])
  for (let i = 0; i < tail; i++) ground()
  return findDivergences(candles, snapshots)
}
const types = (found: ReturnType<typeof twoTurns>) =>
  found.map(({ type, indicator, direction }) => ({ type, indicator, direction }))

describe('divergence', () => {
  it.each([
    ['high', [105, 107], [80, 65], 'regular_bearish', -1],
    ['high', [107, 105], [65, 80], 'hidden_bearish', -1],
    ['low', [95, 93], [20, 35], 'regular_bullish', 1],
    ['low', [93, 95], [35, 20], 'hidden_bullish', 1],
  ] as const)('[AN-40] %s %j against %j is %s', (side, prices, rsi, type, direction) => {
    expect(types(twoTurns(side, [...prices], [...rsi]))).toEqual([{ type, indicator: 'RSI', direction }])
  })

  it('[AN-40] finds none when price and indicator agree', () => {
    expect(twoTurns('high', [105, 107], [65, 80])).toEqual([])
  })

  it('[AN-40] ignores moves within the noise', () => {
    expect(twoTurns('high', [105, 105.3], [80, 65])).toEqual([])
  })

  it('[AN-40] uses a pivot from its confirmation by three candles until twelve more have passed', () => {
    const seen = [2, 3, 15, 16].map((tail) => twoTurns('high', [105, 107], [80, 65], tail).length)
    expect(seen).toEqual([0, 1, 1, 0])
  })

  it('[AN-41] publishes the heaviest at the top level, with the bias of all', () => {
    const found = twoTurns('high', [105, 107], [80, 65])
    const bullish = twoTurns('low', [95, 93], [20, 35])
    const payload = divergencePayload([
      { timeframe: 'M5', found: bullish, isWarm: true, expectedMove: 0.5 },
      { timeframe: 'H4', found, isWarm: true, expectedMove: 2 },
    ])
    expect(payload).toMatchObject({
      errors: [],
      timeframe: 'H4',
      divergence_type: 'regular_bearish',
      indicator: 'RSI',
      dominant_pattern: 'regular_bearish',
      bias: 'bearish',
      expected_move: 2,
    })
    expect(payload.divergences.map(({ timeframe, bias }) => ({ timeframe, bias }))).toEqual([
      { timeframe: 'H4', bias: 'bearish' },
      { timeframe: 'M5', bias: 'bullish' },
    ])
  })

  it('[AN-41] lets many light ones outweigh the heaviest in the bias only', () => {
    const heavy = { type: 'regular_bearish', indicator: 'RSI', strength: 0.5, direction: -1, from: 1, to: 2 } as const
    const light = { type: 'regular_bullish', indicator: 'OBV', strength: 0.8, direction: 1, from: 1, to: 2 } as const
    const { bias, divergence_type, dominant_pattern, expected_move } = divergencePayload([
      { timeframe: 'H1', found: [light, light], isWarm: true, expectedMove: 1 },
      { timeframe: 'D1', found: [heavy], isWarm: true, expectedMove: undefined },
    ])
    expect({ bias, divergence_type, dominant_pattern, expected_move }).toEqual({
      bias: 'bullish',
      divergence_type: 'regular_bearish',
      dominant_pattern: 'regular_bullish',
      expected_move: null,
    })
  })

  it('[AN-41] is neutral without divergences, and an error without enough candles', () => {
    expect(divergencePayload([{ timeframe: 'M5', found: [], isWarm: true, expectedMove: 1 }])).toEqual({
      errors: [],
      timeframe: null,
      divergence_type: 'none',
      indicator: null,
      strength: 0,
      dominant_pattern: 'none',
      bias: 'neutral',
      expected_move: null,
      divergences: [],
    })
    expect(divergencePayload([]).errors.map(({ code }) => code)).toEqual(['invalid_summary'])
  })
})

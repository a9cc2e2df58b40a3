import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { flat, walk } from '#test/support/data/analysis.ts'

const create = () => createIndicatorTracker('BTCUSD', 'kraken', 'M1')
const clean = (candles: readonly Candle[]) => {
  const tracker = create()
  return candles.map((candle) => tracker.append(candle))
}

const candleAt = (i: number) =>
  fc
    .tuple(fc.integer({ min: 90, max: 110 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.nat(9))
    .map(([close, up, down, volume]) => ({
      timestamp: 1_560_038_400 + i * 60,
      open: close,
      high: close + up,
      low: close - down,
      close,
      volume,
    }))
const series = fc
  .integer({ min: 1, max: 140 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => candleAt(i))))

describe('indicators of one timeframe', () => {
  it('[AN-2] is not affected by replaced running candles after the close', () => {
    fc.assert(
      fc.property(series, fc.array(fc.nat(3), { minLength: 1, maxLength: 140 }), (candles, replacements) => {
        const tracker = create()
        const live = candles.map((candle, i) => {
          for (let k = replacements[i % replacements.length] ?? 0; k > 0; k--) {
            tracker.update({ ...candle, high: candle.high + k, close: candle.high, volume: candle.volume + k })
          }
          return tracker.append(candle)
        })
        expect(live).toEqual(clean(candles))
      }),
      { numRuns: 60 },
    )
  })

  it('[AN-2] gives a running candle the values of a clean run', () => {
    fc.assert(
      fc.property(series, (candles) => {
        const tracker = create()
        const shown = candles.map((candle) => {
          tracker.update({ ...candle, close: candle.low, volume: 0 })
          const value = tracker.update(candle)
          tracker.append(candle)
          return value
        })
        expect(shown).toEqual(clean(candles))
      }),
      { numRuns: 60 },
    )
  })

  it('[AN-3] omits indicators during warm-up instead of publishing zeros', () => {
    const snapshots = clean(walk({ count: 120 }))
    const first = (has: (s: (typeof snapshots)[number]) => unknown) => snapshots.findIndex((s) => has(s) !== undefined)
    expect({
      rsi_7: first((s) => s.rsi_7),
      rsi_14: first((s) => s.rsi_14),
      macd: first((s) => s.macd),
      atr_14: first((s) => s.atr_14),
      bollinger_bands: first((s) => s.bollinger_bands),
      ema_9: first((s) => s.ema_9),
      ema_21: first((s) => s.ema_21),
      ema_100: first((s) => s.ema_100),
      adx: first((s) => s.adx?.adx),
      plus_di: first((s) => s.adx?.plus_di),
      minus_di: first((s) => s.adx?.minus_di),
      stochastic: first((s) => s.stochastic),
      obv: first((s) => s.obv),
    }).toEqual({
      rsi_7: 7,
      rsi_14: 14,
      macd: 33,
      atr_14: 14,
      bollinger_bands: 19,
      ema_9: 8,
      ema_21: 20,
      ema_100: 99,
      adx: 27,
      plus_di: 14,
      minus_di: 14,
      stochastic: 17,
      obv: 0,
    })
  })

  it('[AN-4] has no RSI, stochastic, ADX or NaN for a market that never moved', () => {
    const last = clean(flat(300, 100)).at(-1)
    expect(last).toEqual({
      timeframe: 'M1',
      timestamp: 1_560_038_400 + 299 * 60,
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      macd: { macd_line: 0, signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 },
      atr_14: 0,
      bollinger_bands: { upper: 100, middle: 100, lower: 100, period: 20, std_dev_multiplier: 2 },
      ema_9: 100,
      ema_21: 100,
      ema_100: 100,
      vwap: { value: 100, session_type: 'utc_day' },
      obv: 0,
    })
  })

  it('[AN-4] omits directional movement after thousands of candles at one price', () => {
    const tracker = create()
    for (const candle of walk({ count: 300 })) tracker.append(candle)
    const [first, ...still] = flat(11_000, 9_000)
    const started = tracker.append(first!).adx
    const last = still.map((candle) => tracker.append(candle).adx)
    expect(started).toBeDefined()
    expect(last[997]).toBeDefined()
    expect(last.slice(998).filter((adx) => adx !== undefined)).toEqual([])
  })

  it('[AN-4] recovers ADX after a flat start', () => {
    const moving = walk({ count: 400, start: 1_560_038_400 + 300 * 60 })
    const adx = clean([...flat(300, 10_000), ...moving]).at(-1)?.adx
    expect(adx?.adx).toBeCloseTo(clean(moving).at(-1)?.adx?.adx ?? 0, 6)
  })

  it.each([
    ['prices of 1e-8', 1e-8],
    ['prices of 1e8', 1e8],
  ])('[AN-4] %s give the same oscillators as other prices', (_, price) => {
    const small = clean(walk({ count: 300, price })).at(-1)
    const usual = clean(walk({ count: 300, price: 10_000 })).at(-1)
    expect(small?.rsi_14).toBeCloseTo(usual?.rsi_14 ?? 0, 6)
    expect(small?.adx?.adx).toBeCloseTo(usual?.adx?.adx ?? 0, 6)
    expect(small?.stochastic?.k_percent).toBeCloseTo(usual?.stochastic?.k_percent ?? 0, 6)
    expect((small?.atr_14 ?? 0) / price).toBeCloseTo((usual?.atr_14 ?? 0) / 10_000, 9)
  })

  it('[AN-5] restarts VWAP at 00:00 UTC and omits it in a session whose start was not seen', () => {
    const midnight = 1_560_038_400
    const tracker = create()
    const at = (timestamp: number, price: number, volume: number) =>
      tracker.append({ timestamp, open: price, high: price, low: price, close: price, volume }).vwap?.value
    expect([
      at(midnight - 120, 10, 5),
      at(midnight - 60, 20, 5),
      at(midnight, 30, 0),
      at(midnight + 60, 30, 1),
      at(midnight + 120, 60, 2),
    ]).toEqual([undefined, undefined, undefined, 30, 50])
  })

  it('[AN-3] matches the contract in every snapshot', () => {
    for (const snapshot of clean([...flat(30, 5), ...walk({ count: 200, start: 1_560_038_400 + 1800 })])) {
      expect(indicatorSnapshotSchema.parse(snapshot)).toEqual(snapshot)
    }
  })
})

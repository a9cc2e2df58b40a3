import { describe, expect, it } from 'vitest'
import { createCandleStore } from '#server/market/store/store.ts'
import { candleAt, T0_S } from '#test/support/server/market.ts'

const filled = () => {
  const store = createCandleStore(() => Infinity)
  for (const minute of [0, 1, 2]) store.builderOf('BTCUSD').ingest(candleAt(minute), true)
  store.builderOf('BTCUSD').ingest(candleAt(3), false)
  return store
}

describe('candle store', () => {
  it('[MK-3] gives the newest candles, the running one last', () => {
    expect(filled().recent('BTCUSD', 'M1', 2)).toEqual({ candles: [candleAt(2), candleAt(3)], lastIsComplete: false })
    expect(filled().recent('BTCUSD', 'M1', 99).candles).toHaveLength(4)
    expect(filled().count('BTCUSD', 'M1')).toBe(4)
  })

  it('returns candles from a given time, the first of them if there are more than the limit', () => {
    const store = filled()
    expect(store.since('BTCUSD', 'M1', T0_S + 1, 2)).toEqual({
      candles: [candleAt(1), candleAt(2)],
      lastIsComplete: true,
    })
    expect(store.since('BTCUSD', 'M1', T0_S + 120, 9)).toEqual({
      candles: [candleAt(2), candleAt(3)],
      lastIsComplete: false,
    })
    expect(store.since('BTCUSD', 'M1', T0_S + 180, 9)).toEqual({ candles: [candleAt(3)], lastIsComplete: false })
    expect(store.since('BTCUSD', 'M1', T0_S + 181, 9)).toEqual({ candles: [], lastIsComplete: true })
  })

  it('[MK-63] returns the last candles before a given time, the running one among them', () => {
    const store = filled()
    const before = (second: number, limit: number) => store.before('BTCUSD', 'M1', T0_S + second, limit)
    expect(before(120, 9)).toEqual({ candles: [candleAt(0), candleAt(1)], lastIsComplete: true })
    expect(before(120, 1)).toEqual({ candles: [candleAt(1)], lastIsComplete: true })
    expect(before(180, 2)).toEqual({ candles: [candleAt(1), candleAt(2)], lastIsComplete: true })
    expect(before(181, 2)).toEqual({ candles: [candleAt(2), candleAt(3)], lastIsComplete: false })
    expect(before(0, 9)).toEqual({ candles: [], lastIsComplete: true })
  })

  it('separates pairs, and reads an unknown pair as empty', () => {
    expect(filled().recent('ETHUSD', 'M1', 5)).toEqual({ candles: [], lastIsComplete: true })
  })
})

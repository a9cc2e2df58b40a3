import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { confirmedPivots, isPivot, PIVOT_WIDTH, type Pivot } from '#server/analysis/levels/pivots.ts'
import { walk } from '#test/support/data/analysis.ts'

const candle = (i: number, low: number, high: number, volume = 1): Candle => ({
  timestamp: i * 86_400,
  open: low,
  high,
  low,
  close: high,
  volume,
})

describe('pivots of one timeframe', () => {
  it('[AN-10] needs no higher candle within the width and no equal one before', () => {
    const highs = [5, 7, 9, 9, 6, 5, 4].map((high, i) => candle(i, 1, high))
    expect([0, 1, 2, 3, 4, 5, 6].filter((i) => isPivot(highs, i, 2, 'high'))).toEqual([2])
  })

  it('[AN-10] finds no pivots near the ends', () => {
    const highs = [9, 5, 4, 5, 9].map((high, i) => candle(i, 1, high))
    expect([0, 1, 2, 3, 4].filter((i) => isPivot(highs, i, 2, 'high'))).toEqual([])
  })

  it('[AN-10] is confirmed by the candle that completes the width, with its volume and reaction', () => {
    const candles = [
      ...Array.from({ length: 10 }, (_, i) => candle(i, 4, 6, 2)),
      candle(10, 5, 9, 8),
      candle(11, 4, 7, 2),
      candle(12, 3, 6, 2),
    ]
    expect(confirmedPivots(candles.slice(0, -1), 'D1')).toEqual([])
    expect(confirmedPivots(candles, 'D1')).toEqual([
      {
        timeframe: 'D1',
        side: 'high',
        time: 10 * 86_400,
        price: 9,
        relativeVolume: 4,
        volumePerMinute: 8 / 1_440,
        reaction: 6,
      } satisfies Pivot,
    ])
  })

  it('[AN-10] matches a brute-force search over a random walk', () => {
    const candles = walk({ count: 600 })
    const found: Pivot[] = []
    candles.forEach((_, i) => found.push(...confirmedPivots(candles.slice(0, i + 1), 'M5')))
    const width = PIVOT_WIDTH.M5
    const plain = candles.flatMap((each, i) => {
      const around = candles.slice(i - width, i + width + 1)
      if (i < width || around.length < 2 * width + 1) return []
      const isHigh = around.every((other) => other.high <= each.high)
      const isLow = around.every((other) => other.low >= each.low)
      return [...(isHigh ? [each.high] : []), ...(isLow ? [each.low] : [])]
    })
    expect(found.map(({ price }) => price)).toEqual(plain)
    expect(plain.length).toBeGreaterThan(20)
  })
})

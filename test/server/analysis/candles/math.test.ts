import { describe, expect, it } from 'vitest'
import { indexOfTime, clampMovePercent, interpolate, relativeVolume } from '#server/analysis/candles/math.ts'

const candles = (...volumes: number[]) =>
  volumes.map((volume, i) => ({ timestamp: i * 60, open: 1, high: 1, low: 1, close: 1, volume }))

describe('candle math', () => {
  it('compares volume with the mean of the twenty candles before', () => {
    expect(
      relativeVolume(candles(...Array.from({ length: 5 }, () => 900), ...Array.from({ length: 20 }, () => 2), 6), 25),
    ).toBe(3)
    expect(relativeVolume(candles(1, 3, 4), 2)).toBe(2)
  })

  it('has no relative volume without earlier volume', () => {
    expect(relativeVolume(candles(5), 0)).toBeUndefined()
    expect(relativeVolume(candles(0, 0, 5), 2)).toBeUndefined()
    expect(relativeVolume(candles(1), 1)).toBeUndefined()
  })

  it('[AN-63] limits falls to 100 %', () => {
    expect([-250, -100, -3, 0, 250].map(clampMovePercent)).toEqual([-100, -100, -3, 0, 250])
  })

  it('finds the first candle at or after a time', () => {
    expect([0, 1, 60, 121].map((time) => indexOfTime(candles(1, 1, 1), time))).toEqual([0, 1, 1, 3])
  })

  it('interpolates between points, and is constant outside of them', () => {
    const points = [
      [1, 10],
      [2, 20],
      [4, 0],
    ] as const
    expect([0, 1, 1.5, 2, 3, 4, 9].map((x) => interpolate(points, x))).toEqual([10, 10, 15, 20, 10, 0, 0])
  })
})

import { describe, expect, it } from 'vitest'
import { normalQuantile, normalShareBelow } from '#server/backtests/report/luck.ts'

describe('the normal distribution', () => {
  // Python 3.11, statistics.NormalDist().
  it.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.959963984540054, 0.025],
    [3.5, 0.9997673709209645],
    [-6, 9.865876450376946e-10],
  ])('[BR-16] its share below %f', (z, share) => {
    expect(normalShareBelow(z)).toBeCloseTo(share, 14)
  })

  it('[BR-16] is 0 and 1 far out, and its quantiles invert it', () => {
    expect([normalShareBelow(-50), normalShareBelow(50)]).toEqual([0, 1])
    for (const share of [1e-6, 0.025, 0.3, 0.5, 0.9, 0.999, 1 - 1e-7])
      expect(normalShareBelow(normalQuantile(share))).toBeCloseTo(share, 14)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12)
    expect(normalQuantile(1 - 1 / 5_000)).toBeCloseTo(3.540083799206893, 9)
  })
})

import { describe, expect, it } from 'vitest'
import { blockLength, estimate, drawIndices, longRunVariance } from '#server/backtests/report/estimate.ts'
import { sharpeRatio, sortinoRatio } from '#server/backtests/report/figures.ts'
import { seededRandom } from '#server/lib/random.ts'
import { normals } from '#test/support/data/made-prices.ts'

const MEAN = { value: ([mean = 0]: readonly number[]) => mean, gradient: () => [1] }

/** Each value keeps `share` of the one before. */
function autoregressive(count: number, share: number, seed: number): number[] {
  const draw = normals(seed)
  let value = 0
  return Array.from({ length: count }, () => (value = share * value + draw()))
}

describe('the stationary bootstrap', () => {
  it('[BR-13] draws blocks of the mean length that wrap around the end', () => {
    const indices = new Int32Array(20_000)
    drawIndices(8, seededRandom(3), indices)
    const breaks = indices.filter((index, i) => i > 0 && index !== ((indices[i - 1] ?? 0) + 1) % indices.length).length

    expect(indices.length / (breaks + 1)).toBeGreaterThan(7.5)
    expect(indices.length / (breaks + 1)).toBeLessThan(8.5)
    const wrapping = new Int32Array(3)
    drawIndices(1e9, () => 0.99, wrapping)
    expect([...wrapping]).toEqual([2, 0, 1])
  })

  it('[BR-13] blocks are short for independent values and long for those that follow each other', () => {
    expect(blockLength(autoregressive(500, 0, 1))).toBeLessThan(5)
    expect(blockLength(autoregressive(500, 0.9, 1))).toBeGreaterThan(15)
    expect(blockLength([1, 1, 1, 1, 1])).toBe(1)
  })

  it('[BR-13] the variance of a mean counts what neighbors share', () => {
    const alternating = Float64Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1))
    const inPairs = Float64Array.from({ length: 100 }, (_, i) => (i % 4 < 2 ? 1 : -1))

    expect(longRunVariance(alternating, 1)).toBe(1)
    expect(longRunVariance(alternating, 4)).toBeLessThan(0.2)
    expect(longRunVariance(inPairs, 2)).toBeGreaterThan(0.5)
  })

  it('[BR-13] the interval is as wide as theory has it, and repeatable', () => {
    const draw = normals(2)
    const values = Array.from({ length: 400 }, draw)
    const found = estimate([values], MEAN, seededRandom(1))

    expect(found).toEqual(estimate([values], MEAN, seededRandom(1)))
    expect((found!.high - found!.low) / 2).toBeGreaterThan(0.085)
    expect((found!.high - found!.low) / 2).toBeLessThan(0.11)
    expect(found!.value).toBeCloseTo(values.reduce((sum, each) => sum + each, 0) / 400, 12)
  })

  it('[BR-13] has no width without variation, and none without values', () => {
    expect(estimate([[2, 2, 2]], MEAN, seededRandom(1))).toEqual({ value: 2, low: 2, high: 2 })
    expect(estimate([], MEAN, seededRandom(1))).toBeNull()
  })
})

describe('ratios', () => {
  const returns = Array.from({ length: 60 }, (_, day) => (day % 3 === 0 ? -0.01 : 0.01))

  it('[BR-12] Sharpe and Sortino are of a year of 365 days', () => {
    const mean = 0.01 / 3
    const deviation = Math.sqrt(((0.01 ** 2 - mean ** 2) * 60) / 59)

    expect(sharpeRatio(returns, seededRandom(1))!.value).toBeCloseTo((Math.sqrt(365) * mean) / deviation, 9)
    expect(sortinoRatio(returns, seededRandom(1))!.value).toBeCloseTo(
      (Math.sqrt(365) * mean) / Math.sqrt(0.01 ** 2 / 3),
      9,
    )
    // The example of the rule.
    const days = Array.from({ length: 30 }, (_, day) => (day % 2 === 0 ? 0.03 : -0.01))
    expect(sharpeRatio(days, seededRandom(1))!.value).toBeCloseTo(9.39, 2)
    expect(sortinoRatio(days, seededRandom(1))!.value).toBeCloseTo(27.02, 2)
  })

  it('[BR-2] [BR-12] there is none with fewer than 30 days, without variation, or without a losing day', () => {
    expect(sharpeRatio(returns.slice(0, 29), seededRandom(1))).toBeNull()
    expect(sharpeRatio(returns.slice(0, 30), seededRandom(1))).not.toBeNull()
    expect(
      sharpeRatio(
        returns.map(() => 0),
        seededRandom(1),
      ),
    ).toBeNull()
    expect(
      sortinoRatio(
        returns.map((each) => Math.abs(each)),
        seededRandom(1),
      ),
    ).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { priceScale } from '#src/ui/charts/scale.ts'

describe('[CH-15] a linear scale', () => {
  it('has a twentieth of the span above and below', () => {
    const { low, high, shareAt, priceOf } = priceScale({ low: 90, high: 110 })
    expect([low, high, shareAt(100), priceOf(0.5)]).toEqual([89, 111, 0.5, 100])
  })

  it('gives a flat market room', () => {
    expect(priceScale({ low: 100, high: 100 })).toMatchObject({ low: 99.9, high: 100.1 })
  })
})

describe('[CH-69] a logarithmic scale', () => {
  it('has equal distances for equal ratios', () => {
    const { shareAt, priceOf } = priceScale({ low: 10, high: 1_000 }, 'log')
    expect(shareAt(100) - shareAt(10)).toBeCloseTo(shareAt(1_000) - shareAt(100))
    expect(priceOf(shareAt(42))).toBeCloseTo(42)
  })

  it('stays above 0, however wide the range', () => {
    expect(priceScale({ low: 1e-8, high: 1e8 }, 'log').low).toBeGreaterThan(0)
  })

  it('is linear where a price is 0', () => {
    expect(priceScale({ low: 0, high: 10 }, 'log')).toMatchObject({ name: 'linear', low: -0.5, high: 10.5 })
  })
})

describe('[CH-73] the percent scale', () => {
  it('has the distances of the linear one, and is linear where a price is 0', () => {
    const { name, ...percent } = priceScale({ low: 90, high: 110 }, 'percent')
    expect([name, percent.shareAt(100), percent.low]).toEqual(['percent', 0.5, 89])
    expect(priceScale({ low: 0, high: 10 }, 'percent').name).toBe('linear')
  })
})

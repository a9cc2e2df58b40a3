import { describe, expect, it } from 'vitest'
import { createAdaptiveQuantiles } from '#server/analysis/forecast/adaptive-quantiles.ts'
import { seeded } from '#test/support/data/analysis.ts'

describe('quantiles that follow their outcomes', () => {
  it('[AN-92] rise when exceeded and fall otherwise, by the step and their level', () => {
    const quantiles = createAdaptiveQuantiles([0.5, 0.9], [0, 1], 0.1)
    quantiles.learn(0.5, quantiles.values())
    expect(quantiles.values()).toEqual([0.05, 1 - 0.1 * (1 - 0.9)])
  })

  it('[AN-92] hold their shares of outcomes that are three times as large as they began with', () => {
    const random = seeded(3)
    const quantiles = createAdaptiveQuantiles([0.5, 0.9], [Math.log(0.5), Math.log(0.9)], 0.01)
    const within = [0, 0]
    for (let i = 0; i < 20_000; i++) {
      const claimed = quantiles.values()
      const outcome = Math.log(3 * random())
      claimed.forEach((value, k) => (within[k] = (within[k] ?? 0) + (outcome <= value ? 1 : 0)))
      quantiles.learn(outcome, claimed)
    }
    expect(Math.abs((within[0] ?? 0) / 20_000 - 0.5)).toBeLessThan(Math.log(3) / (0.01 * 20_000) + 0.001)
    expect(Math.abs((within[1] ?? 0) / 20_000 - 0.9)).toBeLessThan(Math.log(3) / (0.01 * 20_000) + 0.001)
  })

  it('[AN-92] stay apart and near where they began, whatever comes', () => {
    const quantiles = createAdaptiveQuantiles([0.5, 0.9], [0, 1], 0.5)
    for (let i = 0; i < 100; i++) quantiles.learn(-1e9, quantiles.values())
    expect(quantiles.values()).toEqual([-3, -2])
    for (let i = 0; i < 100; i++) quantiles.learn(1e9, quantiles.values())
    expect(quantiles.values()).toEqual([3, 4])
    const crossing = createAdaptiveQuantiles([0.5, 0.9], [0, 0.1], 0.5)
    crossing.learn(0.05, [0, 0.1])
    expect(crossing.values()[1]).toBeGreaterThan(crossing.values()[0] ?? Infinity)
  })
})

import { describe, expect, it } from 'vitest'
import { brier, calibrate } from '#research/evaluation/calibration.ts'
import { fitLogistic } from '#research/evaluation/fit.ts'
import { groupByDay, bootstrapByDay, wilsonInterval } from '#research/evaluation/interval.ts'
import { bootstrapSlope } from '#research/evaluation/slope.ts'
import { seeded } from '#test/support/data/analysis.ts'

describe('[AN-73] proportions, intervals and calibration', () => {
  it("matches the textbook values of Wilson's interval", () => {
    const { share, low, high } = wilsonInterval(8, 10)
    expect([share, low, high].map((value) => Number(value.toFixed(4)))).toEqual([0.8, 0.4902, 0.9433])
    expect(wilsonInterval(0, 0)).toEqual({ share: 0, low: 0, high: 1, count: 0 })
  })

  it('resampling days widens the interval when cases of a day are correlated', () => {
    const random = seeded(5)
    const together = Array.from({ length: 40 }, () => ({ hits: random() < 0.5 ? 20 : 0, count: 20 }))
    const apart = Array.from({ length: 40 }, () => ({ hits: 10, count: 20 }))
    const width = ({ low, high }: { low: number; high: number }) => high - low
    expect(width(bootstrapByDay(together))).toBeGreaterThan(0.2)
    expect(width(bootstrapByDay(apart))).toBe(0)
  })

  it('groups cases by UTC day', () => {
    const cases = [
      { t: 86_399, hit: true },
      { t: 86_400, hit: false },
      { t: 90_000, hit: true },
    ]
    expect(
      groupByDay(
        cases,
        ({ t }) => t,
        ({ hit }) => hit,
      ),
    ).toEqual([
      { hits: 1, count: 1 },
      { hits: 1, count: 2 },
    ])
  })

  it('fills calibration bins equally, with equal claims together', () => {
    const claims = [0.1, 0.1, 0.1, 0.1, 0.6, 0.9].map((claimed, i) => ({ claimed, happened: i % 2 === 1 }))
    expect(calibrate(claims, 3).map(({ claimed, happened }) => [claimed, happened.count, happened.share])).toEqual([
      [0.1, 4, 0.5],
      [0.75, 2, 0.5],
    ])
    expect(
      brier([
        { claimed: 1, happened: false },
        { claimed: 0.5, happened: true },
      ]),
    ).toBe(0.625)
  })

  it('finds the slope per step, and none in data without one', () => {
    const random = seeded(11)
    const cases = (rise: number) =>
      Array.from({ length: 8_000 }, (_, i) => ({
        time: i * 600,
        step: i % 4,
        happened: random() < 0.4 + rise * (i % 4),
      }))
    const rising = bootstrapSlope(cases(0.05))
    expect(rising.low).toBeGreaterThan(0.03)
    expect(rising.high).toBeLessThan(0.07)
    const none = bootstrapSlope(cases(0))
    expect(none.low).toBeLessThan(0)
    expect(none.high).toBeGreaterThan(0)
    expect(bootstrapSlope([])).toEqual({ slope: 0, low: 0, high: 0 })
  })

  it('fits the weights that generated the cases', () => {
    const random = seeded(9)
    const cases = Array.from({ length: 6_000 }, () => {
      const inputs = [random() * 4 - 2, random() < 0.3 ? 1 : 0]
      const odds = 0.4 + 0.8 * (inputs[0] ?? 0) - 1.2 * (inputs[1] ?? 0)
      return { inputs, happened: random() < 1 / (1 + Math.exp(-odds)) }
    })
    const { intercept, weights } = fitLogistic(cases, 1)
    expect(intercept).toBeCloseTo(0.4, 0)
    expect(Math.abs((weights[0] ?? 0) - 0.8)).toBeLessThan(0.08)
    expect(Math.abs((weights[1] ?? 0) + 1.2)).toBeLessThan(0.15)
  })
})

import { describe, expect, it } from 'vitest'
import { sharpeRatio } from '#server/backtests/report/figures.ts'
import { reportInput, reportOf } from '#server/backtests/report/report.ts'
import { simulate } from '#server/backtests/trading/simulate.ts'
import { seededRandom } from '#server/lib/random.ts'
import { madeCandles, randomDecisions } from '#test/support/data/made-backtests.ts'
import { normals } from '#test/support/data/made-prices.ts'

const TIMEOUT_MS = 240_000
const STRATEGIES = 200
const TERMS = {
  capital: 10_000,
  fee: 0.001,
  halfSpread: 0.0001,
  rangeShare: 0.02,
  allowShort: true,
  position: null,
  stop: 0.02,
  target: 0.03,
}

/** Largest distance of the distribution of values from the uniform one (Kolmogorov and Smirnov). */
function distanceFromUniform(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.max(
    ...sorted.map((value, i) =>
      Math.max(Math.abs((i + 1) / sorted.length - value), Math.abs(i / sorted.length - value)),
    ),
  )
}

describe('strategies that are luck', { timeout: TIMEOUT_MS }, () => {
  it('[BR-15] [BR-3] have a uniform p, and at most 6 of 100 are called better', () => {
    const reports = Array.from({ length: STRATEGIES }, (_, n) => {
      const candles = madeCandles({ days: 40, rowsPerDay: 288, seed: 1_000 + n, drift: 0.004 })
      const decisions = randomDecisions(candles.length, 0.02, 5_000 + n)
      const simulation = simulate(candles, decisions, TERMS)
      return reportOf(reportInput({ candles, decisions, terms: TERMS, simulation, variants: 1, seed: n }))
    })
    const ps = reports.flatMap(({ timing }) => timing?.p ?? [])

    expect(ps.length).toBe(STRATEGIES)
    // Rejected at 1 % above 1.63 / √n.
    expect(distanceFromUniform(ps)).toBeLessThan(1.63 / Math.sqrt(STRATEGIES))
    const called = (luck: string) => reports.filter((report) => report.luck === luck).length / STRATEGIES
    expect(called('better')).toBeLessThanOrEqual(0.06)
    expect(called('worse')).toBeLessThanOrEqual(0.06 + 2 * Math.sqrt((0.05 * 0.95) / STRATEGIES))
  })
})

/** Daily returns of holding made prices, with the Sharpe ratio of a day that they truly have. */
interface MadeReturns {
  readonly name: string
  readonly daily: number
  readonly draw: (days: number, seed: number) => number[]
}

const SPREAD = 0.03

/** Heavy tails: normal values over the root of a chi-squared one with `freedom` degrees, scaled to a variance of 1. */
function heavyTailed(freedom: number, draw: () => number): number {
  const squares = Array.from({ length: freedom }, () => draw() ** 2).reduce((sum, each) => sum + each, 0)
  return (draw() / Math.sqrt(squares / freedom)) * Math.sqrt((freedom - 2) / freedom)
}

function fromNoise(name: string, daily: number, noiseOf: (draw: () => number) => () => number): MadeReturns {
  return {
    name,
    daily,
    draw(days, seed) {
      const noise = noiseOf(normals(seed))
      return Array.from({ length: days }, () => SPREAD * (daily + noise()))
    },
  }
}

const MADE: readonly MadeReturns[] = [
  fromNoise('normal', 0.08, (draw) => draw),
  fromNoise('without skill', 0, (draw) => draw),
  fromNoise('heavy-tailed', 0.08, (draw) => () => heavyTailed(5, draw)),
  fromNoise('following each other', 0.08, (draw) => {
    let value = draw()
    return () => (value = 0.2 * value + Math.sqrt(1 - 0.2 ** 2) * draw())
  }),
]

describe('intervals of Sharpe ratios', { timeout: TIMEOUT_MS }, () => {
  const ROUNDS = 600

  it.each(MADE)('[BR-13] hold the truth in 93 to 97 of 100 cases: $name', ({ daily, draw }) => {
    const truth = Math.sqrt(365) * daily
    let held = 0
    for (let round = 0; round < ROUNDS; round++) {
      const found = sharpeRatio(draw(180, 10_000 + round), seededRandom(round))
      if (found && found.low <= truth && truth <= found.high) held += 1
    }
    expect(held / ROUNDS).toBeGreaterThanOrEqual(0.93)
    expect(held / ROUNDS).toBeLessThanOrEqual(0.97)
  })
})

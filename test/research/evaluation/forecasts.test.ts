import { describe, expect, it } from 'vitest'
import { FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES } from '#contract/timeframes.ts'
import {
  evaluateBands,
  scoreBands,
  type BandTrial,
  type SampledBands,
} from '#research/evaluation/evaluate-forecasts.ts'
import { fitLogOddsFactor } from '#research/evaluation/fit-log-odds.ts'
import { fitScale, quantile } from '#research/evaluation/fit-scale.ts'
import { createForecaster } from '#server/analysis/forecast/forecaster.ts'
import { candleOf, historyOf, readTable, seeded, walk } from '#test/support/data/analysis.ts'
import { referenceData } from '#test/support/data/reference.ts'

const DAY_S = 86_400

describe('evaluation of bands', () => {
  it('[AN-77] compares the bands at a close with the close ten candles later', () => {
    const candles = walk({ count: 12 })
    const [first, eleventh] = [candles[1], candles[11]]
    const trials = evaluateBands(
      [1, 2].map((index) => ({ half: 0.01, nineTenths: 0.02, index })),
      candles,
    )
    expect(trials).toHaveLength(1)
    expect(trials[0]).toMatchObject({ time: first?.timestamp, half: 0.01, nineTenths: 0.02 })
    expect(trials[0]?.move).toBeCloseTo((eleventh?.close ?? 0) / (first?.close ?? 1) - 1, 12)
  })

  it('[AN-77] counts what fell within, and gains nothing with the quantiles of the moves themselves', () => {
    const random = seeded(7)
    const trial = (i: number): BandTrial => ({
      time: i * 600,
      half: 0.5,
      nineTenths: 0.9,
      move: 2 * random() - 1,
      ewma: 2,
    })
    const score = scoreBands(
      Array.from({ length: 20_000 }, (_, i) => trial(i)),
      DAY_S,
    )
    expect(score.half.share).toBeCloseTo(0.5, 1)
    expect(score.half.low).toBeLessThan(0.5)
    expect(score.half.high).toBeGreaterThan(0.5)
    expect(score.nineTenths.share).toBeCloseTo(0.9, 2)
    expect(score.gainOverQuantiles).toBeCloseTo(0, 2)
    expect(score.gainOverEwma).toBeGreaterThan(0.3)
  })

  it('[AN-77] gains over those quantiles when it knows when moves are large', () => {
    const random = seeded(7)
    const trials = Array.from({ length: 5_000 }, (_, i): BandTrial => {
      const scale = i % 500 < 250 ? 0.01 : 0.05
      return { time: i * 600, half: scale / 2, nineTenths: 0.9 * scale, move: scale * (2 * random() - 1), ewma: scale }
    })
    expect(scoreBands(trials, DAY_S).gainOverQuantiles).toBeGreaterThan(0.15)
  })
})

describe('fit of a scale', () => {
  it('[AN-90] finds how the mean size depends on the inputs', () => {
    const random = seeded(11)
    const cases = Array.from({ length: 4_000 }, () => {
      const inputs = [random() - 0.5, random() - 0.5]
      const [x = 0, y = 0] = inputs
      return { inputs, offset: 2, size: Math.exp(2 - 1 + 0.8 * x - 0.3 * y) * -Math.log(random()) }
    })
    const { intercept, weights } = fitScale(cases, 0)
    expect(intercept).toBeCloseTo(-1, 1)
    expect(weights[0]).toBeCloseTo(0.8, 0)
    expect(weights[1]).toBeCloseTo(-0.3, 0)
    const [shrunk = 0] = fitScale(cases, 10).weights
    expect(Math.abs(shrunk)).toBeLessThan(0.1)
  })

  it('[AN-90] interpolates quantiles', () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2)
    expect(quantile([3, 1, 2], 0.25)).toBe(1.5)
    expect(quantile([], 0.5)).toBe(0)
  })
})

/** A month, pair and year of which nothing was fitted. */
describe('fit of log-odds', () => {
  const claimsOf = (truth: (claimed: number) => number) => {
    const random = seeded(5)
    return Array.from({ length: 40_000 }, () => {
      const claimed = 0.02 + 0.96 * random()
      return { claimed, happened: random() < truth(claimed) }
    })
  }

  it('[AN-91] leaves probabilities that come true as they are', () => {
    expect(fitLogOddsFactor(claimsOf((claimed) => claimed))).toBeCloseTo(1, 1)
  })

  it('[AN-91] moves timid probabilities away from one half, and bold ones towards it', () => {
    const oddsTo = (power: number) => (claimed: number) => 1 / (1 + ((1 - claimed) / claimed) ** power)
    expect(fitLogOddsFactor(claimsOf(oddsTo(1.5)))).toBeCloseTo(1.5, 1)
    expect(fitLogOddsFactor(claimsOf(oddsTo(0.5)))).toBeCloseTo(0.5, 1)
  })
})

const HELD_OUT = ['candles/XRPUSD-1m-2019-05.csv.gz', 'candles/BTCUSDC-1m-2023-01-kraken.csv.gz']

describe.skipIf(referenceData(HELD_OUT[0] ?? '') === undefined)('bands on recorded months', () => {
  it.each(HELD_OUT)('[AN-92] hold half and nine tenths of the moves of %s', (name) => {
    const history = historyOf(readTable(referenceData(name) ?? '').map(candleOf))
    const forecaster = createForecaster()
    const samples = new Map(FORECAST_TIMEFRAMES.map((timeframe): [string, SampledBands[]] => [timeframe, []]))
    const closed = TIMEFRAMES.flatMap((timeframe) =>
      (history[timeframe] ?? []).map((candle, index) => ({
        timeframe,
        candle,
        index,
        end: candle.timestamp + TIMEFRAME_MINUTES[timeframe] * 60,
      })),
    ).sort((a, b) => a.end - b.end)
    for (const { timeframe, candle, index } of closed) {
      forecaster.append(timeframe, candle)
      const bands = forecaster.moves(timeframe as 'M1')
      if (bands) samples.get(timeframe)?.push({ ...bands, index })
    }
    for (const timeframe of ['M1', 'M5', 'M15'] as const) {
      const { half, nineTenths } = scoreBands(
        evaluateBands(samples.get(timeframe) ?? [], history[timeframe] ?? []),
        DAY_S,
      )
      expect(Math.abs(half.share - 0.5), `${timeframe} half`).toBeLessThan(0.02)
      expect(Math.abs(nineTenths.share - 0.9), `${timeframe} nine tenths`).toBeLessThan(0.015)
    }
  })
})

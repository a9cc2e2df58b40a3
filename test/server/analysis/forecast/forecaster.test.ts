import { describe, expect, it } from 'vitest'
import { FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { createForecaster, type Forecaster } from '#server/analysis/forecast/forecaster.ts'
import { probabilityBeyond } from '#server/analysis/forecast/next-hour.ts'
import { flat, historyOf, walk } from '#test/support/data/analysis.ts'

const START = 1_560_038_400

/** Feeds minutes and what they roll up to, in the order of their ends. */
function feedForecaster(
  forecaster: Forecaster,
  minutes: readonly Candle[],
  onClose?: (timeframe: Timeframe, candle: Candle) => void,
) {
  const history = historyOf(minutes)
  const closed = TIMEFRAMES.flatMap((timeframe) =>
    (history[timeframe] ?? []).map((candle) => ({
      timeframe,
      candle,
      end: candle.timestamp + TIMEFRAME_MINUTES[timeframe] * 60,
    })),
  ).sort((a, b) => a.end - b.end)
  for (const { timeframe, candle } of closed) {
    forecaster.append(timeframe, candle)
    onClose?.(timeframe, candle)
  }
  return forecaster
}

describe('forecast of moves', () => {
  it('[AN-94] makes none before four hours, and one for every timeframe as soon as it closes a candle', () => {
    const early = feedForecaster(createForecaster(), walk({ count: 200, start: START }))
    expect(FORECAST_TIMEFRAMES.map((timeframe) => early.moves(timeframe))).toEqual(
      FORECAST_TIMEFRAMES.map(() => undefined),
    )
    expect(early.nextHour.bands()).toBeUndefined()
    expect(early.nextHour.touchProbability(10_001)).toBeUndefined()
    const later = feedForecaster(createForecaster(), walk({ count: 600, start: START }))
    for (const timeframe of FORECAST_TIMEFRAMES) {
      const { half, nineTenths } = later.moves(timeframe) ?? { half: 0, nineTenths: 0 }
      expect(half).toBeGreaterThan(0)
      expect(nineTenths).toBeGreaterThan(half)
    }
  })

  it('[AN-90] widens with the square root of time and with the volatility of the past', () => {
    const calm = feedForecaster(createForecaster(), walk({ count: 1_500, start: START, step: 0.0005 }))
    const wild = feedForecaster(createForecaster(), walk({ count: 1_500, start: START, step: 0.001 }))
    const half = (forecaster: Forecaster, timeframe: (typeof FORECAST_TIMEFRAMES)[number]) =>
      forecaster.moves(timeframe)?.half ?? 0
    expect(half(wild, 'M15') / half(calm, 'M15')).toBeCloseTo(2, 0)
    expect(half(wild, 'H1') / half(wild, 'M1')).toBeGreaterThan(4)
    expect(half(wild, 'H1') / half(wild, 'M1')).toBeLessThan(16)
  })

  it('[AN-92] holds its shares on a market that it was not fitted on', () => {
    const minutes = walk({ count: 6_000, start: START })
    const made: { readonly close: number; readonly half: number; readonly nineTenths: number }[] = []
    const within = { half: 0, nineTenths: 0, count: 0 }
    const forecaster = createForecaster()
    feedForecaster(forecaster, minutes, (timeframe, { close }) => {
      if (timeframe !== 'M1') return
      const due = made.at(-10)
      if (due && made.length > 2_000) {
        const move = Math.abs(close / due.close - 1)
        within.count += 1
        if (move <= due.half) within.half += 1
        if (move <= due.nineTenths) within.nineTenths += 1
      }
      const bands = forecaster.moves('M1')
      if (bands) made.push({ close, ...bands })
    })
    expect(within.half / within.count).toBeCloseTo(0.5, 1)
    expect(within.nineTenths / within.count).toBeCloseTo(0.9, 1)
  })

  it('[AN-93] learns nothing from a move across an outage', () => {
    const minutes = walk({ count: 1_000, start: START })
    const last = minutes.at(-1)
    const later = (price: number) =>
      walk({ count: 9, start: (last?.timestamp ?? 0) + 7_200, price, seed: 5 }).map(({ timestamp, ...prices }) => ({
        timestamp,
        ...prices,
      }))
    const [same, tripled] = [last?.close ?? 1, 3 * (last?.close ?? 1)].map((price) =>
      feedForecaster(createForecaster(), [...minutes, ...later(price)]).moves('M1'),
    )
    expect(tripled?.half).toBeCloseTo(same?.half ?? 0, 9)
    expect(tripled?.nineTenths).toBeCloseTo(same?.nineTenths ?? 0, 9)
  })

  it('[AN-90] takes the time between candles into account where minutes without trades are absent', () => {
    const minutes = walk({ count: 3_000, start: START })
    const every = feedForecaster(createForecaster(), minutes).moves('M1')?.half ?? 0
    const third =
      feedForecaster(
        createForecaster(),
        minutes.filter((_, i) => i % 3 === 0),
      ).moves('M1')?.half ?? 0
    expect(third / every).toBeGreaterThan(1.3)
  })
})

describe('probability that a price is reached within the hour', () => {
  const forecaster = feedForecaster(createForecaster(), walk({ count: 3_000, start: START }))
  const price = walk({ count: 3_000, start: START }).at(-1)?.close ?? 0
  const at = (percent: number) => forecaster.nextHour.touchProbability(price * (1 + percent / 100)) ?? -1

  it('[AN-91] falls with the distance, from near 1 to near 0, on either side', () => {
    const above = [0.01, 0.2, 0.5, 1, 2, 4, 8].map(at)
    expect(above).toEqual(above.toSorted((a, b) => b - a))
    expect(above[0]).toBeGreaterThan(0.8)
    expect(above.at(-1)).toBeLessThan(0.05)
    expect(at(-1)).toBeCloseTo(at(1), 1)
    expect(at(0)).toBeGreaterThan(0.9)
  })

  it('[AN-91] is one minus the level at each quantile, and between them in between', () => {
    const excursions = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(probabilityBeyond(3, excursions)).toBeCloseTo(0.5, 12)
    expect(probabilityBeyond(6, excursions)).toBeCloseTo(0.1, 12)
    expect(probabilityBeyond(3.5, excursions)).toBeCloseTo(0.4229, 3)
    expect(probabilityBeyond(-50, excursions)).toBeGreaterThan(0.999)
    expect(probabilityBeyond(50, excursions)).toBeLessThan(0.001)
  })

  it('[AN-92] comes true as often as it says', () => {
    const minutes = walk({ count: 6_000, start: START, seed: 9 })
    const claims: { readonly i: number; readonly level: number; readonly p: number }[] = []
    const learning = createForecaster()
    let i = -1
    feedForecaster(learning, minutes, (timeframe, { close }) => {
      if (timeframe !== 'M1') return
      i += 1
      const level = close * (i % 2 === 0 ? 1.006 : 0.994)
      const p = learning.nextHour.touchProbability(level)
      if (p !== undefined && i > 1_500) claims.push({ i, level, p })
    })
    const known = claims.filter((claim) => claim.i + 60 < minutes.length)
    const reached = known.filter(({ i: from, level }) =>
      minutes.slice(from + 1, from + 61).some(({ high, low }) => low <= level && level <= high),
    )
    const said = known.reduce((sum, { p }) => sum + p, 0) / known.length
    expect(reached.length / known.length).toBeGreaterThan(said - 0.06)
    expect(reached.length / known.length).toBeLessThan(said + 0.06)
  })

  it('[AN-94] is unknown in a market that does not move', () => {
    const still = feedForecaster(createForecaster(), flat(1_000, 100))
    expect(still.nextHour.touchProbability(101)).toBeUndefined()
  })
})

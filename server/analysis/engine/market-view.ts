import type { Candle } from '#contract/candles.ts'
import type { Exchange, PairId } from '#contract/pairs.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { DAY_S, indexOfTime, MINUTE_S } from '../candles/math.ts'
import { createForecaster, type Forecaster } from '../forecast/forecaster.ts'
import { createLevelTracker, type LevelTracker } from '../levels/tracker.ts'
import { createTimeframe } from './timeframe.ts'
import { hourlyRange, type Timeframes } from './volatility.ts'

/** A coarser candle that a minute belongs to; `closed` when that minute completed it. */
export interface Rollup {
  readonly timeframe: Timeframe
  readonly candle: Candle
  readonly closed: boolean
}

/** State of a pair up to its last closed minute. */
export interface MarketView {
  readonly timeframes: Timeframes
  readonly levels: LevelTracker
  readonly forecaster: Forecaster
  /** Adds a closed candle. */
  append(timeframe: Timeframe, candle: Candle): void
  /** Recomputes the levels; due after every closed M5 candle. */
  redrawLevels(): void
}

export const isAnalysisTimeframe = (timeframe: Timeframe): timeframe is AnalysisTimeframe =>
  ANALYSIS_TIMEFRAMES.some((other) => other === timeframe)

/** Share of the last day's minutes that had trades. */
export function coverageOf({ M1: { candles } }: Timeframes, now: number): number {
  let traded = 0
  for (let i = indexOfTime(candles, now - DAY_S); i < candles.length; i++) {
    if ((candles[i]?.volume ?? 0) > 0) traded += 1
  }
  return traded / (DAY_S / MINUTE_S)
}

export function createMarketView(pair: PairId, exchange: Exchange): MarketView {
  const create = (timeframe: Timeframe) => createTimeframe(pair, exchange, timeframe)
  const timeframes: Timeframes = {
    M1: create('M1'),
    M5: create('M5'),
    M15: create('M15'),
    M30: create('M30'),
    H1: create('H1'),
    H4: create('H4'),
    D1: create('D1'),
  }
  const levels = createLevelTracker()
  const forecaster = createForecaster()

  return {
    timeframes,
    levels,
    forecaster,

    append(timeframe, candle) {
      const state = timeframes[timeframe]
      state.append(candle)
      if (isAnalysisTimeframe(timeframe)) levels.append(timeframe, state.candles)
    },

    redrawLevels() {
      const minute = timeframes.M1.candles.at(-1)
      if (!minute) return
      levels.redraw({
        now: minute.timestamp + MINUTE_S,
        hourlyRange: hourlyRange(timeframes) ?? 0,
        fiveMinuteCandles: timeframes.M5.candles,
      })
    },
  }
}

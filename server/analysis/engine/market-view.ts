import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { createBoundedList, lowerBound } from '../candles/bounded-list.ts'
import { DAY_S, MINUTE_S } from '../candles/math.ts'
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
  /** Share of the minutes of the day before `now` (unix seconds) that had trades. */
  coverageAt(this: void, now: number): number
}

export const isAnalysisTimeframe = (timeframe: Timeframe): timeframe is AnalysisTimeframe =>
  ANALYSIS_TIMEFRAMES.some((other) => other === timeframe)

const MINUTES_OF_DAY = DAY_S / MINUTE_S

export function createMarketView(pair: PairId, exchange: MarketKind): MarketView {
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
  /** Opening times of the minutes with trades. */
  const traded = createBoundedList<number>(MINUTES_OF_DAY)

  return {
    timeframes,
    levels,
    forecaster,

    append(timeframe, candle) {
      const state = timeframes[timeframe]
      state.append(candle)
      if (timeframe === 'M1' && candle.volume > 0) traded.push(candle.timestamp)
      if (isAnalysisTimeframe(timeframe)) levels.append(timeframe, state.candles)
    },

    coverageAt(now) {
      const since = lowerBound(traded.items, now - DAY_S, (time) => time)
      return (traded.items.length - since) / MINUTES_OF_DAY
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

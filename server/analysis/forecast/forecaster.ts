import { FORECAST_TIMEFRAMES, type ForecastTimeframe, type MoveForecast } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createCandleMoves, type CandleMoves, type MoveBands } from './candle-moves.ts'
import { createNextHour, type NextHour } from './next-hour.ts'
import { createVolatilityTracker } from './volatility.ts'
import { MOVE_WEIGHTS } from './weights.ts'
import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'

/** Forecasts of a pair's moves, from its closed candles only. */
export interface Forecaster {
  /** Adds a closed candle. Candles come in the order of their ends, finer ones first. */
  append(timeframe: Timeframe, candle: Candle): void
  /** The move over the timeframe's next ten candles from its newest close; undefined during warm-up. */
  readonly moves: (timeframe: ForecastTimeframe) => MoveBands | undefined
  /** The hour after the newest minute. */
  readonly nextHour: Pick<NextHour, 'bands' | 'touchProbability'>
}

export function createForecaster(): Forecaster {
  const volatility = createVolatilityTracker()
  const nextHour = createNextHour()
  const moves = new Map<ForecastTimeframe, CandleMoves>(
    FORECAST_TIMEFRAMES.map((timeframe) => [timeframe, createCandleMoves(timeframe, MOVE_WEIGHTS[timeframe])]),
  )
  return {
    append(timeframe, candle) {
      const forecast = FORECAST_TIMEFRAMES.find((each) => each === timeframe)
      const own = forecast && moves.get(forecast)
      if (forecast === undefined || own === undefined) return
      const isContinuous = volatility.append(forecast, candle)
      if (!isContinuous) own.interrupt()
      if (!isContinuous && timeframe === 'M1') nextHour.interrupt()
      const state = volatility.state(forecast)
      own.append(candle, state)
      if (timeframe === 'M1') nextHour.append(candle, state)
    },
    moves: (timeframe) => moves.get(timeframe)?.current(),
    nextHour,
  }
}

const inPercent = ({ half, nineTenths }: MoveBands): MoveForecast => ({
  half_within: 100 * half,
  nine_tenths_within: 100 * nineTenths,
})

/** The forecasts as they are published. */
interface ForecastPayload {
  readonly moveForecasts: CrossTimeframe['move_forecasts']
  /** Undefined during warm-up. */
  readonly hourForecast: MoveForecast | undefined
}

export function forecastPayload({ moves, nextHour }: Forecaster): ForecastPayload {
  const moveForecasts: CrossTimeframe['move_forecasts'] = {}
  for (const timeframe of FORECAST_TIMEFRAMES) {
    const bands = moves(timeframe)
    if (bands) moveForecasts[timeframe] = inPercent(bands)
  }
  const hour = nextHour.bands()
  return { moveForecasts, hourForecast: hour && inPercent(hour) }
}

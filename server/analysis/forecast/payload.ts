import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import { FORECAST_TIMEFRAMES, type MoveForecast } from '#contract/payloads/forecast.ts'
import type { MoveBands } from './candle-moves.ts'
import type { Forecaster } from './forecaster.ts'

const inPercent = ({ half, nineTenths }: MoveBands): MoveForecast => ({
  half_within: 100 * half,
  nine_tenths_within: 100 * nineTenths,
})

/** The forecasts as they are published. */
export interface ForecastPayload {
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

import { FORECAST_CANDLES, FORECAST_TIMEFRAMES, type ForecastTimeframe } from '#contract/payloads/forecast.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { moveSize, toFields } from './fields.ts'

/** How far the price will be from here, up or down, in percent of it. */
export interface MoveForecastModel {
  /** Half of the moves are smaller. */
  readonly half: number
  /** Nine of ten moves are smaller. */
  readonly nineTenths: number
}

/** A forecast with how far it looks ahead. */
export interface TimedForecast extends MoveForecastModel {
  readonly minutes: number
}

/** Reads a forecast; undefined if it is incomplete or not sent. */
export function readMoveForecast(value: unknown): MoveForecastModel | undefined {
  const sent = toFields(value)
  const half = moveSize(sent['half_within'])
  const nineTenths = moveSize(sent['nine_tenths_within'])
  return half === undefined || nineTenths === undefined ? undefined : { half, nineTenths }
}

const minutesOf = (timeframe: ForecastTimeframe): number => FORECAST_CANDLES * TIMEFRAME_MINUTES[timeframe]

/** Reads the forecasts by timeframe, nearest first. */
export function readMoveForecasts(value: unknown): readonly TimedForecast[] {
  const sent = toFields(value)
  return FORECAST_TIMEFRAMES.flatMap((timeframe) => {
    const forecast = readMoveForecast(sent[timeframe])
    return forecast === undefined ? [] : [{ ...forecast, minutes: minutesOf(timeframe) }]
  })
}

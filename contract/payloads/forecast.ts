import * as z from 'zod/mini'
import type { AnalysisTimeframe } from '../timeframes.ts'
import { move } from './fields.ts'

/** Candles that a forecast looks ahead. */
export const FORECAST_CANDLES = 10

/** Timeframes with a forecast. For ten candles of H4 or D1, too few cases come to check one. */
export const FORECAST_TIMEFRAMES = ['M1', 'M5', 'M15', 'H1'] as const satisfies readonly AnalysisTimeframe[]
export type ForecastTimeframe = (typeof FORECAST_TIMEFRAMES)[number]

/** How far the price will be from here, up or down, in percent of it. */
export const moveForecastSchema = z.object({
  half_within: move('Half of the moves are smaller, up or down'),
  nine_tenths_within: move('Nine of ten moves are smaller, up or down'),
})
export type MoveForecast = z.infer<typeof moveForecastSchema>

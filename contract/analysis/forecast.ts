import * as z from 'zod/mini'
import type { AnalysisTimeframe } from '../timeframes.ts'

/** Candles that a forecast looks ahead. */
export const FORECAST_CANDLES = 10

/** Timeframes with a forecast. For ten candles of H4 or D1, too few cases come to check one. */
export const FORECAST_TIMEFRAMES = ['M1', 'M5', 'M15', 'H1'] as const satisfies readonly AnalysisTimeframe[]
export type ForecastTimeframe = (typeof FORECAST_TIMEFRAMES)[number]

/** How far the price will be from here, up or down, in percent of it. */
export const moveForecastSchema = z.object({
  /** Half of the moves are smaller. */
  half_within: z.number(),
  /** Nine of ten moves are smaller. */
  nine_tenths_within: z.number(),
})
export type MoveForecast = z.infer<typeof moveForecastSchema>

import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import type { IndicatorSnapshot } from './indicators.ts'

/** Values of a snapshot that are drawn as a line or bars, each with its own name. */
export const INDICATOR_COLUMNS = [
  'ema_9',
  'ema_21',
  'ema_100',
  'bollinger_upper',
  'bollinger_middle',
  'bollinger_lower',
  'vwap',
  'rsi_14',
  'macd_line',
  'macd_signal',
  'macd_histogram',
] as const
export type IndicatorColumn = (typeof INDICATOR_COLUMNS)[number]

/** The values of one candle, in the order of the columns; null while an indicator warms up or is not defined. */
export function indicatorValues(snapshot: Partial<IndicatorSnapshot>): (number | null)[] {
  const { bollinger_bands: bands, macd, vwap, rsi_14, ema_9, ema_21, ema_100 } = snapshot
  const values: Record<IndicatorColumn, number | undefined> = {
    ema_9,
    ema_21,
    ema_100,
    bollinger_upper: bands?.upper,
    bollinger_middle: bands?.middle,
    bollinger_lower: bands?.lower,
    vwap: vwap?.value,
    rsi_14,
    macd_line: macd?.macd_line,
    macd_signal: macd?.signal_line,
    macd_histogram: macd?.histogram,
  }
  return INDICATOR_COLUMNS.map((column) => values[column] ?? null)
}

/** Indicators of past candles: a row for each closed candle, oldest first, with a value for each of `columns`. */
export const indicatorSeriesSchema = z.object({
  timeframe: timeframeSchema,
  trading_pair: z.string(),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      /** Opening of the candle, unix seconds. */
      timestamp: z.number(),
      values: z.array(z.nullable(z.number())),
    }),
  ),
})
export type IndicatorSeries = z.infer<typeof indicatorSeriesSchema>

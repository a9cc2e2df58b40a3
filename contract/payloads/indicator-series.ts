import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import type { IndicatorSnapshot } from './indicators.ts'

/** Values of a snapshot that are drawn as a line or bars, each with its own name. */
const COLUMNS = {
  ema_9: ({ ema_9 }) => ema_9,
  ema_21: ({ ema_21 }) => ema_21,
  ema_100: ({ ema_100 }) => ema_100,
  bollinger_upper: ({ bollinger_bands }) => bollinger_bands?.upper,
  bollinger_middle: ({ bollinger_bands }) => bollinger_bands?.middle,
  bollinger_lower: ({ bollinger_bands }) => bollinger_bands?.lower,
  vwap: ({ vwap }) => vwap?.value,
  rsi_14: ({ rsi_14 }) => rsi_14,
  macd_line: ({ macd }) => macd?.macd_line,
  macd_signal: ({ macd }) => macd?.signal_line,
  macd_histogram: ({ macd }) => macd?.histogram,
} satisfies Record<string, (snapshot: Partial<IndicatorSnapshot>) => number | undefined>

export type IndicatorColumn = keyof typeof COLUMNS
const isColumn = (name: string): name is IndicatorColumn => Object.hasOwn(COLUMNS, name)
export const INDICATOR_COLUMNS: readonly IndicatorColumn[] = Object.keys(COLUMNS).filter(isColumn)

/** Values of one candle by column; null or absent while an indicator warms up or is not defined. */
export type IndicatorValues = Readonly<Partial<Record<IndicatorColumn, number | null>>>

export const indicatorValues = (snapshot: Partial<IndicatorSnapshot>): IndicatorValues =>
  valuesByName(
    INDICATOR_COLUMNS,
    INDICATOR_COLUMNS.map((column) => COLUMNS[column](snapshot) ?? null),
  )

/** A row of a series by the names of its columns; those that are not known are left out. */
export function valuesByName(columns: readonly string[], row: readonly (number | null)[]): IndicatorValues {
  const values: Partial<Record<IndicatorColumn, number | null>> = {}
  for (const [index, name] of columns.entries()) if (isColumn(name)) values[name] = row[index] ?? null
  return values
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

import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import { scoreSchema, sinceSchema } from './fields.ts'

export const macdSchema = z.object({
  macd_line: z.number(),
  signal_line: z.number(),
  histogram: z.number(),
  fast_period: z.number(),
  slow_period: z.number(),
  signal_period: z.number(),
})

export const bollingerBandsSchema = z.object({
  upper: z.number(),
  middle: z.number(),
  lower: z.number(),
  period: z.number(),
  std_dev_multiplier: z.number(),
})

/** Directional movement in percent; `adx` is absent until it has warmed up, 13 candles after the other two. */
export const adxSchema = z.object({
  adx: z.optional(z.number()),
  plus_di: z.number(),
  minus_di: z.number(),
  period: z.number(),
})

export const stochasticSchema = z.object({ k_percent: z.number(), d_percent: z.number(), period: z.number() })

/** Volume-weighted average price since 00:00 UTC; `session_type` names that session. */
export const vwapSchema = z.object({ value: z.number(), session_type: z.literal('utc_day') })

/**
 * Indicators of one candle, in the price unit of the pair unless stated otherwise. An indicator that is still warming up, or
 * that the candles do not define, is absent. `timestamp` is the candle's opening in unix seconds.
 */
export const indicatorSnapshotSchema = z.object({
  timeframe: timeframeSchema,
  timestamp: z.number(),
  trading_pair: z.string(),
  exchange: z.string(),
  rsi_14: z.optional(z.number()),
  rsi_7: z.optional(z.number()),
  macd: z.optional(macdSchema),
  atr_14: z.optional(z.number()),
  bollinger_bands: z.optional(bollingerBandsSchema),
  ema_9: z.optional(z.number()),
  ema_21: z.optional(z.number()),
  ema_100: z.optional(z.number()),
  adx: z.optional(adxSchema),
  stochastic: z.optional(stochasticSchema),
  vwap: z.optional(vwapSchema),
  /** Running sum of signed volume from the first candle seen: only its changes are meaningful, not its absolute value. */
  obv: z.optional(z.number()),
  /** Share of the last 480 candles with a smaller average true range. */
  atr_rank: z.optional(scoreSchema),
  /** Share of the last 480 candles with narrower Bollinger bands, relative to their middle. */
  band_width_rank: z.optional(scoreSchema),
  /** Of the trend by the order of the averages and the sign of the MACD line (`trendScore`). */
  trend_since: z.optional(sinceSchema),
})
export type IndicatorSnapshot = z.infer<typeof indicatorSnapshotSchema>

import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import { means, number, price, share, text, time } from './fields.ts'
import { exchangeSchema, sinceSchema } from './header.ts'

// @__NO_SIDE_EFFECTS__
const index = (description: string) => number('index', description)
// @__NO_SIDE_EFFECTS__
const candles = (description: string) => number('candles', description)

export const macdSchema = z.object({
  macd_line: price('The fast average less the slow one'),
  signal_line: price('The average of the MACD line'),
  histogram: price('The MACD line less its signal line'),
  fast_period: candles('The length of the fast average'),
  slow_period: candles('The length of the slow average'),
  signal_period: candles('The length of the signal line’s average'),
})

export const bollingerBandsSchema = z.object({
  upper: price('The upper band'),
  middle: price('The average that the bands are drawn around'),
  lower: price('The lower band'),
  period: candles('The length of the average'),
  std_dev_multiplier: number('deviations', 'How far the bands are from the average'),
})

/** Directional movement in percent; `adx` is absent until it has warmed up, 13 candles after the other two. */
export const adxSchema = z.object({
  adx: z.optional(index('How strong the trend is, whichever way it goes; a trend above 25')),
  plus_di: index('The share of the range that went up'),
  minus_di: index('The share of the range that went down'),
  period: candles('The length of its averages'),
})

export const stochasticSchema = z.object({
  k_percent: index('Where the close is between the lowest and the highest price of the period'),
  d_percent: index('The average of the line above'),
  period: candles('The length of the period'),
})

export const vwapSchema = z.object({
  value: price('The average price since the session began, by volume'),
  session_type: means(z.literal('utc_day'), 'The session: the UTC day'),
})

/** Indicators of one candle. One that is still warming up, or that the candles do not define, is absent. */
export const indicatorSnapshotSchema = z.object({
  timeframe: means(timeframeSchema, 'The length of the candles'),
  timestamp: time('The opening of the candle'),
  trading_pair: text('The pair'),
  exchange: exchangeSchema,
  rsi_14: z.optional(index('The rises of 14 candles against their falls; overbought above 70, oversold below 30')),
  rsi_7: z.optional(index('The rises of 7 candles against their falls')),
  macd: z.optional(means(macdSchema, 'The distance of two moving averages, and its own average')),
  atr_14: z.optional(price('The mean range of the last candles, gaps included')),
  bollinger_bands: z.optional(means(bollingerBandsSchema, 'A moving average, and bands around it')),
  ema_9: z.optional(price('The exponential average of 9 closes')),
  ema_21: z.optional(price('The exponential average of 21 closes')),
  ema_100: z.optional(price('The exponential average of 100 closes')),
  adx: z.optional(means(adxSchema, 'Whether there is a trend, and which side leads')),
  stochastic: z.optional(means(stochasticSchema, 'Where the close is in the recent range')),
  vwap: z.optional(means(vwapSchema, 'The average price of the session')),
  /** From the first candle seen. */
  obv: z.optional(
    number('base', 'The volume of rising candles less that of falling ones; only its changes mean something'),
  ),
  atr_rank: z.optional(share('measurement', 'The share of the last 480 candles with a smaller mean range')),
  /** Width relative to the middle. */
  band_width_rank: z.optional(share('measurement', 'The share of the last 480 candles with narrower bands')),
  /** By `trendScore`, as of the last closed candle. */
  trend_score: z.optional(
    number('index', 'The order of the averages and the sign of the MACD line, as of the last closed candle'),
  ),
  trend_since: z.optional(
    means(sinceSchema, 'Since when the averages and the MACD line together point up, down or to neither side'),
  ),
})
export type IndicatorSnapshot = z.infer<typeof indicatorSnapshotSchema>

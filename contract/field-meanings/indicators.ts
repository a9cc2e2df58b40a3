import type * as z from 'zod/mini'
import type {
  adxSchema,
  bollingerBandsSchema,
  IndicatorSnapshot,
  macdSchema,
  stochasticSchema,
  vwapSchema,
} from '../analysis/indicators.ts'
import { candles, EXCHANGE, group, index, price, share, SINCE, text, time, volume, type MeaningsOf } from './meaning.ts'

const MACD = {
  macd_line: price('The fast average less the slow one'),
  signal_line: price('The average of the MACD line'),
  histogram: price('The MACD line less its signal line'),
  fast_period: candles('The length of the fast average'),
  slow_period: candles('The length of the slow average'),
  signal_period: candles('The length of the signal line’s average'),
} satisfies MeaningsOf<z.infer<typeof macdSchema>>

const BOLLINGER_BANDS = {
  upper: price('The upper band'),
  middle: price('The average that the bands are drawn around'),
  lower: price('The lower band'),
  period: candles('The length of the average'),
  std_dev_multiplier: { says: 'How far the bands are from the average', unit: 'deviations' },
} satisfies MeaningsOf<z.infer<typeof bollingerBandsSchema>>

const ADX = {
  adx: index('How strong the trend is, whichever way it goes; a trend above 25'),
  plus_di: index('The share of the range that went up'),
  minus_di: index('The share of the range that went down'),
  period: candles('The length of its averages'),
} satisfies MeaningsOf<z.infer<typeof adxSchema>>

const STOCHASTIC = {
  k_percent: index('Where the close is between the lowest and the highest price of the period'),
  d_percent: index('The average of the line above'),
  period: candles('The length of the period'),
} satisfies MeaningsOf<z.infer<typeof stochasticSchema>>

const VWAP = {
  value: price('The average price since the session began, by volume'),
  session_type: text('The session: the UTC day'),
} satisfies MeaningsOf<z.infer<typeof vwapSchema>>

export const INDICATOR_SNAPSHOT = {
  timeframe: text('The length of the candles'),
  timestamp: time('The opening of the candle'),
  trading_pair: text('The pair'),
  exchange: EXCHANGE,
  rsi_14: index('The rises of 14 candles against their falls; overbought above 70, oversold below 30'),
  rsi_7: index('The rises of 7 candles against their falls'),
  macd: group('The distance of two moving averages, and its own average', MACD),
  atr_14: price('The mean range of the last candles, gaps included'),
  bollinger_bands: group('A moving average, and bands around it', BOLLINGER_BANDS),
  ema_9: price('The exponential average of 9 closes'),
  ema_21: price('The exponential average of 21 closes'),
  ema_100: price('The exponential average of 100 closes'),
  adx: group('Whether there is a trend, and which side leads', ADX),
  stochastic: group('Where the close is in the recent range', STOCHASTIC),
  vwap: group('The average price of the session', VWAP),
  obv: volume('The volume of rising candles less that of falling ones; only its changes mean something'),
  atr_rank: share('The share of the last 480 candles with a smaller mean range'),
  band_width_rank: share('The share of the last 480 candles with narrower bands'),
  trend_since: group('Since when the averages and the MACD line together point up, down or to neither side', SINCE),
} satisfies MeaningsOf<IndicatorSnapshot>

import type * as z from 'zod/mini'
import type { LevelCluster, MarketStructure, StructureBreak, swingPointSchema } from '../analysis/structure.ts'
import { count, group, HEADER, price, share, SINCE, text, time, type MeaningsOf } from './meaning.ts'

const REGIME = {
  regime: text('The market phase with its volatility'),
  confidence: share('The probability that the phase is the same in an hour'),
  strength: share('ADX(14) of M15, full at 50'),
  change_probability: share('The probability that the phase is another in an hour'),
} satisfies MeaningsOf<MarketStructure['market_regime']>

const BREAK = {
  break_type: text('With the trend a break of structure, against it a change of character'),
  price_level: price('The swing that the price closed beyond'),
  timeframe: text('The length of the candles'),
  timestamp: time('The opening of the candle that closed beyond it'),
  volume_confirmation: text('Whether its candle had at least 1.5 times the usual volume'),
} satisfies MeaningsOf<StructureBreak>

const CLUSTER = {
  level: price('The price of the cluster'),
  type: text('Support below the price, resistance above it'),
  strength: share('The share of the levels of past months that were weaker'),
  touches: count('How often the price came to it'),
  timeframe: text('The longest timeframe that it is found on'),
} satisfies MeaningsOf<LevelCluster>

const SWING = {
  price: price('The price at which the market turned'),
  timestamp: time('The opening of that candle'),
} satisfies MeaningsOf<z.infer<typeof swingPointSchema>>

const TIMEFRAME = {
  timeframe: text('The length of the candles'),
  pattern: text('How the last swings follow each other'),
  strength: share('How one-sided the last six swings are'),
  direction_since: group('Since when the swings rise, fall or do neither', SINCE),
} satisfies MeaningsOf<MarketStructure['timeframe_analysis'][number]>

export const MARKET_STRUCTURE = {
  ...HEADER,
  timeframe: text('The timeframe of what is not listed by timeframe'),
  market_phase: text('A trend from ADX 25, ranging up to 20, transitional in between'),
  volatility_regime: text('The one word for the volatility of the timeframe: low below a score of 30, high above 70'),
  market_regime: group('The phase, and the probability that it lasts', REGIME),
  trend_strength: share('ADX(14) of M15, full at 50'),
  momentum: share('RSI(14) of M15; 0.5 is neutral'),
  regime_confidence: share('The share of the timeframes whose structure fits the phase; evidence, not a probability'),
  trend_consistency: share('The share of the timeframes whose last break agrees with the majority'),
  regime_duration: { says: 'The time since the phase began', unit: 'seconds' },
  structure_breaks: group('Closes beyond the last swing, newest first', BREAK),
  support_resistance_clusters: group('The strongest levels, nearest first', CLUSTER),
  timeframe_analysis: group('How the last swings follow each other, by timeframe', TIMEFRAME),
  market_structure_type: text('How the last two swing highs and lows follow each other'),
  structure_strength: share('How one-sided the last six swings are'),
  trend: text('The direction of the last break'),
  swing_highs: group('The highs at which the market turned', SWING),
  swing_lows: group('The lows at which the market turned', SWING),
  break_of_structure: group('The last close beyond a swing with the trend', BREAK),
  change_of_character: group('The last close beyond a swing against the trend', BREAK),
} satisfies MeaningsOf<MarketStructure>

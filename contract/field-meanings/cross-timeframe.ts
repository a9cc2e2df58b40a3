import type { ConfluenceZone, CrossTimeframe, TimeframeVote } from '../analysis/cross-timeframe.ts'
import type { MoveForecast } from '../analysis/forecast.ts'
import { group, HEADER, percent, perTimeframe, price, share, SINCE, text, type MeaningsOf } from './meaning.ts'

const SIGNAL = {
  direction: text('The side that the timeframes point to'),
  strength: share('The mean direction of the timeframes, by weight; evidence, not a probability'),
  expected_move: percent('Half of the moves over the next hour are smaller, up or down'),
} satisfies MeaningsOf<CrossTimeframe['analysis_summary']['overall_signal']>

const SUMMARY = {
  primary_timeframe: text('The timeframe whose direction, by weight, is clearest'),
  overall_signal: group('Where all timeframes together point', SIGNAL),
} satisfies MeaningsOf<CrossTimeframe['analysis_summary']>

const VOLATILITY = {
  volatility_regime: text('The word with the greatest weight; extreme if most of that is'),
  alignment: share('The share of the timeframes in that regime, extreme counting as high'),
} satisfies MeaningsOf<CrossTimeframe['volatility_alignment']>

const CONFIDENCE = {
  overall_confidence: share('The share of the timeframes’ weight on one side; evidence, not a probability'),
} satisfies MeaningsOf<CrossTimeframe['confidence_metrics']>

const VOTE = {
  timeframe: text('The length of the candles'),
  direction: share('From -1 (down) to 1 (up); below 0.15 either way it counts as neutral'),
  direction_since: group('Since when it points up, down or to neither side', SINCE),
  volatility: text('The one word for its volatility, as of its last closed candle'),
} satisfies MeaningsOf<TimeframeVote>

const ZONE = {
  timeframes_involved: text('The timeframes that meet there'),
  expected_reaction: text('Bounce and rejection: it holds with at least 50 %; breakdown and breakout: with less'),
  price_level: price('The price where they meet'),
  strength_score: share('The share of the levels of past months that were weaker'),
  hold_probability: share('The probability that it holds when the price next reaches it'),
} satisfies MeaningsOf<ConfluenceZone>

const FORECAST = {
  half_within: percent('Half of the moves are smaller, up or down'),
  nine_tenths_within: percent('Nine of ten moves are smaller, up or down'),
} satisfies MeaningsOf<MoveForecast>

export const CROSS_TIMEFRAME = {
  ...HEADER,
  analysis_summary: group('The signal of all timeframes', SUMMARY),
  volatility_alignment: group('The volatility of all timeframes', VOLATILITY),
  confidence_metrics: group('What speaks for the signal', CONFIDENCE),
  timeframes: group('What signal and volatility come from', VOTE),
  confluence_zones: group(
    'Prices where several timeframes meet: those of at least one half in strength, then the nearest',
    ZONE,
  ),
  move_forecasts: perTimeframe('How far the price moves over the next ten candles', FORECAST),
  hour_forecast: group('How far the price moves over the next hour', FORECAST),
} satisfies MeaningsOf<CrossTimeframe>

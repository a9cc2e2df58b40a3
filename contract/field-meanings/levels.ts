import type { Level, LevelConfidence, LevelSet, LevelSummary } from '../analysis/levels.ts'
import { count, group, HEADER, price, share, text, time, type MeaningsOf } from './meaning.ts'

const LEVEL = {
  price: price('The price of the level'),
  zone_bottom: price('The lower end of its zone'),
  zone_top: price('The upper end of its zone'),
  strength: text('The class of its strength'),
  strength_score: share('The share of the levels of past months that were weaker'),
  hold_probability: share('The probability that it holds when the price next reaches it'),
  touch_probability: share('The probability that the price reaches it within an hour'),
  touch_count: count('How often the price came to it'),
  last_touch_time: time('When the price was last there'),
  volume_confirmation: text('Whether it formed on at least 1.5 times the usual volume'),
  avg_touch_volume: { says: 'The mean volume while the price was there', unit: 'base per minute' },
  age_hours: { says: 'The time since it first formed', unit: 'hours' },
  timeframe_alignment: text('The timeframes that it is found on'),
} satisfies MeaningsOf<Level>

const SUMMARY = {
  overall_confidence: share('The data quality times the mean of the other factors; evidence, not a probability'),
  alignment_score: share('The mean share of the timeframes that a level is found on'),
  strength_score: share('The mean strength of the levels'),
} satisfies MeaningsOf<LevelSummary>

const CONFIDENCE = {
  sample_size: share('The touches of all levels, full at 100; a measurement'),
  data_quality: share('The share of the last day’s minutes with trades; a measurement'),
  volatility_adjustment: share(
    'The week’s hourly range against the current one, full unless it is higher than usual; a measurement',
  ),
  age_factor: share('Falls with the time since the levels were last touched; a measurement'),
  historical_reliability: share('The mean probability that a level holds when next reached'),
  volume_confirmation_ratio: share('The share of the levels that formed on raised volume; a measurement'),
} satisfies MeaningsOf<LevelConfidence>

export const LEVEL_SET = {
  ...HEADER,
  summary: group('All levels together', SUMMARY),
  confidence: group('What the confidence is made of', CONFIDENCE),
  support_levels: group('Levels below the price, nearest first', LEVEL),
  resistance_levels: group('Levels above the price, nearest first', LEVEL),
  dominant_timeframe: text('The timeframe that weighs most among the levels'),
  total_levels: count('The levels on both sides'),
} satisfies MeaningsOf<LevelSet>

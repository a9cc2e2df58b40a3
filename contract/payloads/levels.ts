import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { count, flag, means, number, price, share, time } from './fields.ts'
import { analysisHeader } from './header.ts'

export const LEVEL_STRENGTHS = ['Weak', 'Moderate', 'Strong', 'Critical'] as const
export const levelStrengthSchema = z.enum(LEVEL_STRENGTHS)
export type LevelStrength = z.infer<typeof levelStrengthSchema>

/** A price zone with pivots. */
export const levelSchema = z.object({
  price: price('The price of the level'),
  zone_bottom: price('The lower end of its zone'),
  zone_top: price('The upper end of its zone'),
  strength: means(levelStrengthSchema, 'The class of its strength'),
  strength_score: share('measurement', 'The share of the levels of past months that were weaker'),
  /** As in [AN-14]. */
  hold_probability: share('probability', 'The probability that it holds when the price next reaches it'),
  /** Null until the volatility is known. */
  touch_probability: z.nullable(share('probability', 'The probability that the price reaches it within an hour')),
  touch_count: count('How often the price came to it'),
  last_touch_time: time('When the price was last there'),
  volume_confirmation: flag('Whether it formed on at least 1.5 times the usual volume'),
  avg_touch_volume: number('base per minute', 'The mean volume while the price was there'),
  age_hours: number('hours', 'The time since it first formed'),
  timeframe_alignment: means(z.array(analysisTimeframeSchema), 'The timeframes that it is found on'),
})
export type Level = z.infer<typeof levelSchema>

export const levelSummarySchema = z.object({
  overall_confidence: share('evidence', 'The data quality times the mean of the other factors'),
  alignment_score: share('evidence', 'The mean share of the timeframes that a level is found on'),
  strength_score: share('measurement', 'The mean strength of the levels'),
})
export type LevelSummary = z.infer<typeof levelSummarySchema>

export const levelConfidenceSchema = z.object({
  sample_size: share('measurement', 'The touches of all levels, full at 100'),
  data_quality: share('measurement', 'The share of the last day’s minutes with trades'),
  volatility_adjustment: share(
    'measurement',
    'The week’s hourly range against the current one, full unless it is higher than usual',
  ),
  age_factor: share('measurement', 'Falls with the time since the levels were last touched'),
  historical_reliability: share('probability', 'The mean probability that a level holds when next reached'),
  volume_confirmation_ratio: share('measurement', 'The share of the levels that formed on raised volume'),
})
export type LevelConfidence = z.infer<typeof levelConfidenceSchema>

/** Support and resistance of a pair. */
export const levelSetSchema = z.object({
  ...analysisHeader,
  summary: means(levelSummarySchema, 'All levels together'),
  confidence: means(levelConfidenceSchema, 'What the confidence is made of'),
  support_levels: means(z.array(levelSchema), 'Levels below the price, nearest first'),
  resistance_levels: means(z.array(levelSchema), 'Levels above the price, nearest first'),
  dominant_timeframe: z.nullable(means(analysisTimeframeSchema, 'The timeframe that weighs most among the levels')),
  total_levels: count('The levels on both sides'),
})
export type LevelSet = z.infer<typeof levelSetSchema>

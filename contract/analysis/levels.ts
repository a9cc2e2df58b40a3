import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { analysisHeader, scoreSchema } from './fields.ts'

export const LEVEL_STRENGTHS = ['Weak', 'Moderate', 'Strong', 'Critical'] as const
export const levelStrengthSchema = z.enum(LEVEL_STRENGTHS)
export type LevelStrength = z.infer<typeof levelStrengthSchema>

/** A price zone with pivots. Times in unix seconds, volumes in the base currency per minute. */
export const levelSchema = z.object({
  price: z.number(),
  zone_bottom: z.number(),
  zone_top: z.number(),
  strength: levelStrengthSchema,
  /** Share of the levels of reference months that were weaker (docs/rules/analysis.md). */
  strength_score: scoreSchema,
  /** Probability that it holds when price next reaches it: [AN-14]. */
  hold_probability: scoreSchema,
  /** Probability that the price reaches it within an hour; null until the volatility is known. */
  touch_probability: z.nullable(scoreSchema),
  touch_count: z.number(),
  last_touch_time: z.number(),
  /** True when the pivots of this level had at least 1.5 times the volume before them. */
  volume_confirmation: z.boolean(),
  avg_touch_volume: z.number(),
  /** Hours since the first pivot of this level. */
  age_hours: z.number(),
  timeframe_alignment: z.array(analysisTimeframeSchema),
})
export type Level = z.infer<typeof levelSchema>

export const levelSummarySchema = z.object({
  overall_confidence: scoreSchema,
  alignment_score: scoreSchema,
  strength_score: scoreSchema,
})
export type LevelSummary = z.infer<typeof levelSummarySchema>

export const levelConfidenceSchema = z.object({
  sample_size: scoreSchema,
  data_quality: scoreSchema,
  volatility_adjustment: scoreSchema,
  age_factor: scoreSchema,
  historical_reliability: scoreSchema,
  volume_confirmation_ratio: scoreSchema,
})
export type LevelConfidence = z.infer<typeof levelConfidenceSchema>

/** Support and resistance of a pair, nearest level first on both sides. */
export const levelSetSchema = z.object({
  ...analysisHeader,
  summary: levelSummarySchema,
  confidence: levelConfidenceSchema,
  support_levels: z.array(levelSchema),
  resistance_levels: z.array(levelSchema),
  dominant_timeframe: z.nullable(analysisTimeframeSchema),
  total_levels: z.number(),
})
export type LevelSet = z.infer<typeof levelSetSchema>

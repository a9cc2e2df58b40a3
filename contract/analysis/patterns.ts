import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { analysisHeader, biasSchema, scoreSchema, sinceSchema } from './fields.ts'

/** forming: not yet complete; complete: the last candle closed it; confirmed: price has since left in its direction. */
export const FORMATION_STAGES = ['forming', 'complete', 'confirmed'] as const

export const patternMaturitySchema = z.object({
  formation_stage: z.enum(FORMATION_STAGES),
  /** Share of such patterns in the reference months after which price had moved in their direction ten candles later. */
  pattern_reliability: scoreSchema,
})

/**
 * One pattern on one timeframe. `expected_move` in percent of the price: half of the moves over its next ten candles are
 * smaller, up or down; null without a forecast.
 */
export const patternSchema = z.object({
  pattern: z.string(),
  bullish: z.boolean(),
  confidence: scoreSchema,
  expected_move: z.nullable(z.number()),
  description: z.string(),
  maturity: patternMaturitySchema,
  /** Open time of the candle that completed it, unix seconds. */
  timestamp: z.number(),
})
export type Pattern = z.infer<typeof patternSchema>

export const patternHighlightSchema = z.object({
  pattern_name: z.string(),
  timeframe: analysisTimeframeSchema,
  confidence: scoreSchema,
  expected_move_pct: z.nullable(z.number()),
  key_insight: z.string(),
})

export const marketContextSchema = z.object({
  /** That trend, volatility and volume are of. */
  timeframe: analysisTimeframeSchema,
  trend: biasSchema,
  volatility: z.enum(['low', 'normal', 'high']),
  /** Volume of the last M15 candle relative to the mean of the twenty before it; null when there was none. */
  volume_ratio: z.nullable(z.number()),
  nearest_support: z.nullable(z.number()),
  nearest_resistance: z.nullable(z.number()),
})

export type MarketContext = z.infer<typeof marketContextSchema>

/** Patterns of all timeframes, newest first. Timeframes without patterns are absent from `patterns`. */
export const patternAnalysisSchema = z.object({
  ...analysisHeader,
  summary: z.object({
    overall_confidence: scoreSchema,
    alignment_score: scoreSchema,
    bias_strength: scoreSchema,
    dominant_timeframe: z.nullable(analysisTimeframeSchema),
    market_bias: biasSchema,
  }),
  pattern_highlight: z.nullable(patternHighlightSchema),
  patterns: z.partialRecord(analysisTimeframeSchema, z.array(patternSchema)),
  /** Of the side of each timeframe's patterns: bullish, bearish, or both. */
  direction_since: z.optional(z.partialRecord(analysisTimeframeSchema, sinceSchema)),
  market_context: z.nullable(marketContextSchema),
})
export type PatternAnalysis = z.infer<typeof patternAnalysisSchema>

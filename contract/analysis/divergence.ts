import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { analysisHeader, biasSchema, scoreSchema } from './fields.ts'

export const DIVERGENCE_TYPES = [
  'regular_bullish',
  'regular_bearish',
  'hidden_bullish',
  'hidden_bearish',
  'none',
] as const
export const divergenceTypeSchema = z.enum(DIVERGENCE_TYPES)
export type DivergenceType = z.infer<typeof divergenceTypeSchema>

export const DIVERGENCE_INDICATORS = ['RSI', 'MACD', 'OBV'] as const
export const divergenceIndicatorSchema = z.enum(DIVERGENCE_INDICATORS)
export type DivergenceIndicator = z.infer<typeof divergenceIndicatorSchema>

/** Price and an indicator diverge between two pivots of one timeframe (unix seconds of their candles). */
export const divergenceSchema = z.object({
  divergence_type: divergenceTypeSchema,
  indicator: divergenceIndicatorSchema,
  timeframe: analysisTimeframeSchema,
  strength: scoreSchema,
  bias: biasSchema,
  /** Percent of the price: half of the moves over the next ten candles are smaller, up or down; null without a forecast. */
  expected_move: z.nullable(z.number()),
  from_timestamp: z.number(),
  to_timestamp: z.number(),
})
export type Divergence = z.infer<typeof divergenceSchema>

/** The strongest divergence as top-level fields, and all of them in `divergences`, strongest first. */
export const divergenceAnalysisSchema = z.object({
  ...analysisHeader,
  timeframe: z.nullable(analysisTimeframeSchema),
  divergence_type: divergenceTypeSchema,
  indicator: z.nullable(divergenceIndicatorSchema),
  strength: scoreSchema,
  /** The type with the greatest total weight. */
  dominant_pattern: divergenceTypeSchema,
  bias: biasSchema,
  expected_move: z.nullable(z.number()),
  divergences: z.array(divergenceSchema),
})
export type DivergenceAnalysis = z.infer<typeof divergenceAnalysisSchema>

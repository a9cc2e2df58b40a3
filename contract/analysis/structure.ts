import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { analysisHeader, biasSchema, scoreSchema, sinceSchema } from './fields.ts'

export const MARKET_PHASES = ['bullish', 'bearish', 'neutral', 'transitional', 'ranging'] as const
export const marketPhaseSchema = z.enum(MARKET_PHASES)
export type MarketPhase = z.infer<typeof marketPhaseSchema>

export const STRUCTURE_VOLATILITIES = ['low', 'normal', 'high'] as const
export const structureVolatilitySchema = z.enum(STRUCTURE_VOLATILITIES)
export type StructureVolatility = z.infer<typeof structureVolatilitySchema>

export const BREAK_TYPES = [
  'bullish_break_of_structure',
  'bearish_break_of_structure',
  'bullish_change_of_character',
  'bearish_change_of_character',
] as const
export const breakTypeSchema = z.enum(BREAK_TYPES)
export type BreakType = z.infer<typeof breakTypeSchema>

/** A close beyond the last swing. `timestamp` is the candle's open time, unix seconds. */
export const structureBreakSchema = z.object({
  break_type: breakTypeSchema,
  price_level: z.number(),
  timeframe: analysisTimeframeSchema,
  timestamp: z.number(),
  /** True when its candle had at least 1.5 times the mean volume of the twenty before it. */
  volume_confirmation: z.boolean(),
})
export type StructureBreak = z.infer<typeof structureBreakSchema>

export const levelClusterSchema = z.object({
  level: z.number(),
  type: z.enum(['Support', 'Resistance']),
  strength: scoreSchema,
  touches: z.number(),
  timeframe: analysisTimeframeSchema,
})
export type LevelCluster = z.infer<typeof levelClusterSchema>

export const STRUCTURE_TYPES = [
  'higher_highs_higher_lows',
  'lower_highs_lower_lows',
  'expanding',
  'contracting',
  'none',
] as const
export const structureTypeSchema = z.enum(STRUCTURE_TYPES)
export type StructureType = z.infer<typeof structureTypeSchema>

export const swingPointSchema = z.object({ price: z.number(), timestamp: z.number() })

/** Trend, volatility and swings of a pair, computed on `timeframe`; the others are in `timeframe_analysis`. */
export const marketStructureSchema = z.object({
  ...analysisHeader,
  timeframe: analysisTimeframeSchema,
  market_phase: marketPhaseSchema,
  volatility_regime: structureVolatilitySchema,
  market_regime: z.object({
    /** Phase and volatility combined, such as `bullish_high_volatility`. */
    regime: z.string(),
    /** Probability that the phase is unchanged in one hour. */
    confidence: scoreSchema,
    strength: scoreSchema,
    /** Probability that the phase is different in one hour, as of the last M15 candle. */
    change_probability: scoreSchema,
  }),
  trend_strength: scoreSchema,
  momentum: scoreSchema,
  /** Share of the timeframes of `timeframe_analysis` whose structure fits the phase. */
  regime_confidence: scoreSchema,
  trend_consistency: scoreSchema,
  /** Seconds since the phase began. */
  regime_duration: z.number(),
  structure_breaks: z.array(structureBreakSchema),
  support_resistance_clusters: z.array(levelClusterSchema),
  timeframe_analysis: z.array(
    z.object({
      timeframe: analysisTimeframeSchema,
      pattern: structureTypeSchema,
      strength: scoreSchema,
      /** Of the direction of the pattern: rising, falling or neither. */
      direction_since: z.optional(sinceSchema),
    }),
  ),
  market_structure_type: structureTypeSchema,
  structure_strength: scoreSchema,
  trend: biasSchema,
  swing_highs: z.array(swingPointSchema),
  swing_lows: z.array(swingPointSchema),
  break_of_structure: z.nullable(structureBreakSchema),
  change_of_character: z.nullable(structureBreakSchema),
})
export type MarketStructure = z.infer<typeof marketStructureSchema>

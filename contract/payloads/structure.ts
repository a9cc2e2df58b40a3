import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { biasSchema, count, flag, means, number, price, share, text, time } from './fields.ts'
import { analysisHeader, sinceSchema } from './header.ts'

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

/** A close beyond the last swing. */
export const structureBreakSchema = z.object({
  break_type: means(breakTypeSchema, 'With the trend a break of structure, against it a change of character'),
  price_level: price('The swing that the price closed beyond'),
  timeframe: means(analysisTimeframeSchema, 'The length of the candles'),
  timestamp: time('The opening of the candle that closed beyond it'),
  volume_confirmation: flag('Whether its candle had at least 1.5 times the usual volume'),
})
export type StructureBreak = z.infer<typeof structureBreakSchema>

export const levelClusterSchema = z.object({
  level: price('The price of the cluster'),
  type: means(z.enum(['Support', 'Resistance']), 'Support below the price, resistance above it'),
  strength: share('measurement', 'The share of the levels of past months that were weaker'),
  touches: count('How often the price came to it'),
  timeframe: means(analysisTimeframeSchema, 'The longest timeframe that it is found on'),
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

export const swingPointSchema = z.object({
  price: price('The price at which the market turned'),
  timestamp: time('The opening of that candle'),
})

/** Trend, volatility and swings of a pair, computed on `timeframe`; the others are in `timeframe_analysis`. */
export const marketStructureSchema = z.object({
  ...analysisHeader,
  timeframe: means(analysisTimeframeSchema, 'The timeframe of what is not listed by timeframe'),
  market_phase: means(marketPhaseSchema, 'From ADX 25 the trend, up to 20 ranging, transitional in between'),
  volatility_regime: means(
    structureVolatilitySchema,
    'The one word for the volatility of the timeframe: low below a score of 30, high above 70',
  ),
  market_regime: means(
    z.object({
      /** Such as `bullish_high_volatility`. */
      regime: text('The market phase with its volatility'),
      confidence: share('probability', 'The probability that the phase is the same in an hour'),
      strength: share('measurement', 'ADX(14) of M15, full at 50'),
      /** As of the last M15 candle. */
      change_probability: share('probability', 'The probability that the phase is another in an hour'),
    }),
    'The phase, and the probability that it lasts',
  ),
  trend_strength: share('measurement', 'ADX(14) of M15, full at 50'),
  momentum: share('measurement', 'RSI(14) of M15; 0.5 is neutral'),
  regime_confidence: share('evidence', 'The share of the timeframes whose structure fits the phase'),
  trend_consistency: share('evidence', 'The share of the timeframes whose last break agrees with the majority'),
  regime_duration: number('seconds', 'The time since the phase began'),
  structure_breaks: means(z.array(structureBreakSchema), 'Closes beyond the last swing, newest first'),
  support_resistance_clusters: means(z.array(levelClusterSchema), 'The strongest levels, nearest first'),
  timeframe_analysis: means(
    z.array(
      z.object({
        timeframe: means(analysisTimeframeSchema, 'The length of the candles'),
        pattern: means(structureTypeSchema, 'How the last swings follow each other'),
        strength: share('measurement', 'How one-sided the last six swings are'),
        direction_since: z.optional(means(sinceSchema, 'Since when the swings rise, fall or do neither')),
      }),
    ),
    'How the last swings follow each other, by timeframe',
  ),
  market_structure_type: means(structureTypeSchema, 'How the last two swing highs and lows follow each other'),
  structure_strength: share('measurement', 'How one-sided the last six swings are'),
  trend: means(biasSchema, 'The trend of M15, by its moving averages and the MACD line'),
  swing_highs: means(z.array(swingPointSchema), 'The highs at which the market turned'),
  swing_lows: means(z.array(swingPointSchema), 'The lows at which the market turned'),
  break_of_structure: z.nullable(means(structureBreakSchema, 'The last close beyond a swing with the trend')),
  change_of_character: z.nullable(means(structureBreakSchema, 'The last close beyond a swing against the trend')),
})
export type MarketStructure = z.infer<typeof marketStructureSchema>

import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { biasSchema, flag, means, move, number, price, share, text, time } from './fields.ts'
import { analysisHeader, sinceSchema } from './header.ts'

/** forming: not yet complete; complete: the last candle closed it; confirmed: price has since left in its direction. */
export const FORMATION_STAGES = ['forming', 'complete', 'confirmed'] as const

export const patternMaturitySchema = z.object({
  formation_stage: means(z.enum(FORMATION_STAGES), 'Forming, complete, or confirmed by a close beyond it'),
  pattern_reliability: share('record', 'How often such patterns are right ten candles later, by past months'),
})

/** One pattern on one timeframe. `expected_move` is null without a forecast. */
export const patternSchema = z.object({
  pattern: text('The name of the pattern'),
  bullish: flag('Whether it points up'),
  confidence: share('evidence', 'What of volume, height and a level behind it speaks for it'),
  expected_move: z.nullable(move('Half of the moves over its next ten candles are smaller, up or down')),
  description: text('What the pattern looks like'),
  maturity: means(patternMaturitySchema, 'How far it has formed, and its record'),
  timestamp: time('The opening of the candle that completed it'),
})
export type Pattern = z.infer<typeof patternSchema>

export const patternHighlightSchema = z.object({
  pattern_name: text('The name of the pattern'),
  timeframe: means(analysisTimeframeSchema, 'The length of its candles'),
  confidence: share('evidence', 'What speaks for it'),
  expected_move_pct: z.nullable(move('Half of the moves over its next ten candles are smaller, up or down')),
  key_insight: text('What is known about it'),
})

export const marketContextSchema = z.object({
  timeframe: means(analysisTimeframeSchema, 'The timeframe of trend, volatility and volume'),
  trend: means(biasSchema, 'The trend, by the moving averages and the MACD line'),
  volatility: means(z.enum(['low', 'normal', 'high']), 'The one word for the volatility of the timeframe'),
  /** Null when there was none. */
  volume_ratio: z.nullable(
    number('multiple', 'The volume of the last M15 candle against the mean of twenty before it'),
  ),
  nearest_support: z.nullable(price('The nearest level below the price')),
  nearest_resistance: z.nullable(price('The nearest level above the price')),
})

export type MarketContext = z.infer<typeof marketContextSchema>

/** Patterns of all timeframes. Timeframes without patterns are absent from `patterns`. */
export const patternAnalysisSchema = z.object({
  ...analysisHeader,
  summary: means(
    z.object({
      overall_confidence: share('evidence', 'The mean confidence of the patterns, by timeframe'),
      alignment_score: share('evidence', 'The share of the timeframes with patterns that lean the same way'),
      bias_strength: share('evidence', 'The share of the patterns’ weight on one side beyond the other'),
      dominant_timeframe: z.nullable(means(analysisTimeframeSchema, 'The timeframe whose patterns weigh most')),
      market_bias: means(biasSchema, 'The side that the patterns lean to'),
    }),
    'All patterns together',
  ),
  pattern_highlight: z.nullable(means(patternHighlightSchema, 'The pattern with most weight')),
  patterns: means(
    z.partialRecord(analysisTimeframeSchema, z.array(patternSchema)),
    'The patterns of a timeframe, newest first',
  ),
  direction_since: z.optional(
    means(
      z.partialRecord(analysisTimeframeSchema, sinceSchema),
      'Since when the patterns of a timeframe point up, down or both ways',
    ),
  ),
  market_context: z.nullable(means(marketContextSchema, 'The market around the patterns')),
})
export type PatternAnalysis = z.infer<typeof patternAnalysisSchema>

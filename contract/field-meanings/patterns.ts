import type * as z from 'zod/mini'
import type {
  MarketContext,
  Pattern,
  PatternAnalysis,
  patternHighlightSchema,
  patternMaturitySchema,
} from '../analysis/patterns.ts'
import { group, HEADER, percent, perTimeframe, price, share, SINCE, text, time, type MeaningsOf } from './meaning.ts'

const SUMMARY = {
  overall_confidence: share('The mean confidence of the patterns, by timeframe; evidence, not a probability'),
  alignment_score: share('The share of the timeframes with patterns that lean the same way'),
  bias_strength: share('The share of the patterns’ weight on one side beyond the other'),
  dominant_timeframe: text('The timeframe whose patterns weigh most'),
  market_bias: text('The side that the patterns lean to'),
} satisfies MeaningsOf<PatternAnalysis['summary']>

const MATURITY = {
  formation_stage: text('Forming, complete, or confirmed by a close beyond it'),
  pattern_reliability: share('The share of such patterns of past months that were right ten candles later'),
} satisfies MeaningsOf<z.infer<typeof patternMaturitySchema>>

const PATTERN = {
  pattern: text('The name of the pattern'),
  bullish: text('Whether it points up'),
  confidence: share('What of volume, height and a level behind it speaks for it; evidence, not a probability'),
  expected_move: percent('Half of the moves over its next ten candles are smaller, up or down'),
  description: text('What the pattern looks like'),
  maturity: group('How far it has formed, and its record', MATURITY),
  timestamp: time('The opening of the candle that completed it'),
} satisfies MeaningsOf<Pattern>

const HIGHLIGHT = {
  pattern_name: text('The name of the pattern'),
  timeframe: text('The length of its candles'),
  confidence: share('What speaks for it; evidence, not a probability'),
  expected_move_pct: percent('Half of the moves over its next ten candles are smaller, up or down'),
  key_insight: text('What is known about it'),
} satisfies MeaningsOf<z.infer<typeof patternHighlightSchema>>

const CONTEXT = {
  timeframe: text('The timeframe of trend, volatility and volume'),
  trend: text('The direction of the market structure'),
  volatility: text('The one word for the volatility of the timeframe'),
  volume_ratio: { says: 'The volume of the last M15 candle against the mean of twenty before it', unit: 'multiple' },
  nearest_support: price('The nearest level below the price'),
  nearest_resistance: price('The nearest level above the price'),
} satisfies MeaningsOf<MarketContext>

export const PATTERN_ANALYSIS = {
  ...HEADER,
  summary: group('All patterns together', SUMMARY),
  pattern_highlight: group('The pattern with most weight', HIGHLIGHT),
  patterns: perTimeframe('The patterns of a timeframe, newest first', PATTERN),
  direction_since: perTimeframe('Since when the patterns of a timeframe point up, down or both ways', SINCE),
  market_context: group('The market around the patterns', CONTEXT),
} satisfies MeaningsOf<PatternAnalysis>

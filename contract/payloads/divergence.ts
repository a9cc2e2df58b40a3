import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { biasSchema, means, move, share, time } from './fields.ts'
import { analysisHeader } from './header.ts'

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

/** Fields of a divergence. `expected_move` is null without a forecast. */
const found = {
  divergence_type: means(
    divergenceTypeSchema,
    'Regular: a turn, hidden: a trend that goes on; the price parts from its indicator',
  ),
  indicator: means(divergenceIndicatorSchema, 'The indicator that the price parts from'),
  timeframe: means(analysisTimeframeSchema, 'The length of the candles'),
  strength: share('evidence', 'How far the two part, against what is usual'),
  bias: means(biasSchema, 'The side that it points to'),
  expected_move: z.nullable(move('Half of the moves over its next ten candles are smaller, up or down')),
}

/** Price and an indicator diverge between two pivots of one timeframe. */
export const divergenceSchema = z.object({
  ...found,
  from_timestamp: time('The candle of the first turning point'),
  to_timestamp: time('The candle of the second turning point'),
})
export type Divergence = z.infer<typeof divergenceSchema>

/** The strongest divergence as top-level fields, and all of them in `divergences`. */
export const divergenceAnalysisSchema = z.object({
  ...analysisHeader,
  timeframe: z.nullable(found.timeframe),
  divergence_type: found.divergence_type,
  indicator: z.nullable(found.indicator),
  strength: found.strength,
  dominant_pattern: means(divergenceTypeSchema, 'The type with the greatest weight of all'),
  bias: found.bias,
  expected_move: found.expected_move,
  divergences: means(z.array(divergenceSchema), 'All divergences, strongest first'),
})
export type DivergenceAnalysis = z.infer<typeof divergenceAnalysisSchema>

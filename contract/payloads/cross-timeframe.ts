import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { biasSchema, means, move, price, share } from './fields.ts'
import { moveForecastSchema } from './forecast.ts'
import { analysisHeader, sinceSchema } from './header.ts'
import { structureVolatilitySchema } from './structure.ts'

export const ALIGNED_VOLATILITIES = ['low', 'normal', 'high', 'extreme'] as const
export const alignedVolatilitySchema = z.enum(ALIGNED_VOLATILITIES)
export type AlignedVolatility = z.infer<typeof alignedVolatilitySchema>

/** All but `even` name a side, which nothing tells so far. */
export const EXPECTED_REACTIONS = ['bounce', 'rejection', 'breakdown', 'breakout', 'even'] as const
export const expectedReactionSchema = z.enum(EXPECTED_REACTIONS)
export type ExpectedReaction = z.infer<typeof expectedReactionSchema>

/** A price at which several timeframes have a level, a moving average, a band or the session's VWAP. */
export const confluenceZoneSchema = z.object({
  timeframes_involved: means(z.array(analysisTimeframeSchema), 'The timeframes that meet there'),
  expected_reaction: means(expectedReactionSchema, 'Even: it holds as often as it breaks'),
  price_level: price('The price where they meet'),
  strength_score: share('measurement', 'The share of the levels of past months that were weaker'),
  hold_probability: share('probability', 'The probability that it holds when the price next reaches it'),
})
export type ConfluenceZone = z.infer<typeof confluenceZoneSchema>

/** Direction and volatility of one timeframe; null while warming up. */
export const timeframeVoteSchema = z.object({
  timeframe: means(analysisTimeframeSchema, 'The length of the candles'),
  direction: z.nullable(
    means(z.number(), 'From -1 (down) to 1 (up); below 0.15 either way it counts as neutral', {
      unit: 'share',
      kind: 'measurement',
    }),
  ),
  /** Absent without a direction. */
  direction_since: z.optional(means(sinceSchema, 'Since when it points up, down or to neither side')),
  volatility: z.nullable(
    means(structureVolatilitySchema, 'The one word for its volatility, as of its last closed candle'),
  ),
})
export type TimeframeVote = z.infer<typeof timeframeVoteSchema>

/** Strength of a zone that is listed before weaker ones, however near. */
export const STRONG_ZONE = 0.5

/** Analysis across all timeframes. */
export const crossTimeframeSchema = z.object({
  ...analysisHeader,
  analysis_summary: means(
    z.object({
      primary_timeframe: z.nullable(
        means(analysisTimeframeSchema, 'The timeframe whose direction, by weight, is clearest'),
      ),
      overall_signal: means(
        z.object({
          direction: means(biasSchema, 'The side that the timeframes point to'),
          strength: share('evidence', 'The mean direction of the timeframes, by weight'),
          /** Null without a forecast. */
          expected_move: z.nullable(move('Half of the moves over the next hour are smaller, up or down')),
        }),
        'Where all timeframes together point',
      ),
    }),
    'The signal of all timeframes',
  ),
  volatility_alignment: means(
    z.object({
      volatility_regime: means(
        alignedVolatilitySchema,
        'The word with the greatest weight; extreme if most of that is',
      ),
      alignment: share('measurement', 'The share of the timeframes in that regime, extreme counting as high'),
    }),
    'The volatility of all timeframes',
  ),
  confidence_metrics: means(
    z.object({ overall_confidence: share('evidence', 'The share of the timeframes’ weight on one side') }),
    'What speaks for the signal',
  ),
  /** Shortest timeframe first. */
  timeframes: means(z.array(timeframeVoteSchema), 'What signal and volatility come from'),
  confluence_zones: means(
    z.array(confluenceZoneSchema),
    'Prices where several timeframes meet: those of at least one half in strength, then the nearest',
  ),
  /** From the close of a timeframe's newest candle. Absent where there is none. */
  move_forecasts: means(
    z.partialRecord(analysisTimeframeSchema, moveForecastSchema),
    'How far the price moves over the next ten candles',
  ),
  /** From the newest minute; null until the volatility is known. */
  hour_forecast: z.nullable(means(moveForecastSchema, 'How far the price moves over the next hour')),
})
export type CrossTimeframe = z.infer<typeof crossTimeframeSchema>

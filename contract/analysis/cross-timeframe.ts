import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '../timeframes.ts'
import { analysisHeader, biasSchema, scoreSchema, sinceSchema } from './fields.ts'
import { moveForecastSchema } from './forecast.ts'
import { structureVolatilitySchema } from './structure.ts'

export const ALIGNED_VOLATILITIES = ['low', 'normal', 'high', 'extreme'] as const
export const alignedVolatilitySchema = z.enum(ALIGNED_VOLATILITIES)
export type AlignedVolatility = z.infer<typeof alignedVolatilitySchema>

export const EXPECTED_REACTIONS = ['bounce', 'rejection', 'breakdown', 'breakout'] as const
export const expectedReactionSchema = z.enum(EXPECTED_REACTIONS)
export type ExpectedReaction = z.infer<typeof expectedReactionSchema>

/** A price at which several timeframes have a level, a moving average, a band or the session's VWAP. */
export const confluenceZoneSchema = z.object({
  timeframes_involved: z.array(analysisTimeframeSchema),
  /** bounce, rejection: it holds with a probability of at least one half; breakdown, breakout: with less. */
  expected_reaction: expectedReactionSchema,
  price_level: z.number(),
  strength_score: scoreSchema,
  /** Probability that the level holds when price next reaches it. */
  hold_probability: scoreSchema,
})
export type ConfluenceZone = z.infer<typeof confluenceZoneSchema>

/** Direction of one timeframe, from -1 to 1, and its volatility; null while warming up. */
export const timeframeVoteSchema = z.object({
  timeframe: analysisTimeframeSchema,
  direction: z.nullable(z.number()),
  /** Of its side; absent without a direction. */
  direction_since: z.optional(sinceSchema),
  volatility: z.nullable(structureVolatilitySchema),
})
export type TimeframeVote = z.infer<typeof timeframeVoteSchema>

/** Strength of a zone that is listed before weaker ones, however near. */
export const STRONG_ZONE = 0.5

/** Analysis across all timeframes. */
export const crossTimeframeSchema = z.object({
  ...analysisHeader,
  analysis_summary: z.object({
    primary_timeframe: z.nullable(analysisTimeframeSchema),
    overall_signal: z.object({
      direction: biasSchema,
      strength: scoreSchema,
      /** Percent of the price: half of the moves over the next hour are smaller, up or down; null without a forecast. */
      expected_move: z.nullable(z.number()),
    }),
  }),
  volatility_alignment: z.object({
    volatility_regime: alignedVolatilitySchema,
    /** Share of the timeframes in that regime, extreme counting as high. */
    alignment: scoreSchema,
  }),
  confidence_metrics: z.object({ overall_confidence: scoreSchema }),
  /** What the signal and the volatility come from; shortest timeframe first. */
  timeframes: z.array(timeframeVoteSchema),
  /** Those of at least one half in strength first, then the nearest to the price. */
  confluence_zones: z.array(confluenceZoneSchema),
  /** Over a timeframe's next ten candles, from the close of its newest. Absent where there is none. */
  move_forecasts: z.partialRecord(analysisTimeframeSchema, moveForecastSchema),
  /** Over the next hour, from the newest minute; null until the volatility is known. */
  hour_forecast: z.nullable(moveForecastSchema),
})
export type CrossTimeframe = z.infer<typeof crossTimeframeSchema>

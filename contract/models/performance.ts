import * as z from 'zod/mini'
import { marketKindSchema } from '../provenance.ts'
import { scoringSchema } from './model.ts'

/** A ratio from 0 to 1 with its 95 % confidence interval. */
export const rateSchema = z.object({ share: z.number(), low: z.number(), high: z.number() })

/**
 * Outcome of a model's calls on one market. A BUY is a hit if the next candle of the model's timeframe closes higher, a SELL
 * if it closes lower; a HOLD is not counted.
 */
export const hitRateSchema = z.object({
  /** BUY and SELL calls with a known outcome. */
  calls: z.number(),
  hits: z.number(),
  /** Null without calls. */
  hit_rate: z.nullable(rateSchema),
  /** Hit rate of always calling the more frequent direction on the same candles. */
  base_rate: z.nullable(z.number()),
  /** True below `needed` calls: the rate is not meaningful yet. */
  too_few: z.boolean(),
  needed: z.number(),
})
export type HitRate = z.infer<typeof hitRateSchema>

export const performanceSchema = z.object({
  model_id: z.string(),
  market: marketKindSchema,
  scoring: scoringSchema,
  /** ISO 8601 of the first counted candle; null before that. */
  since: z.nullable(z.string()),
  buys: z.number(),
  sells: z.number(),
  holds: z.number(),
  /** Inferences that failed or timed out. */
  faults: z.number(),
  /** Candles with an incomplete feature vector. */
  unready: z.number(),
  mean_latency_ms: z.nullable(z.number()),
  max_latency_ms: z.nullable(z.number()),
  outcome: hitRateSchema,
})
export type Performance = z.infer<typeof performanceSchema>

export const performanceResponseSchema = z.object({ success: z.literal(true), data: performanceSchema })

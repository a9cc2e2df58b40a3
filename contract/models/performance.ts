import * as z from 'zod/mini'
import { marketKindSchema } from '../provenance.ts'
import { scoringSchema } from './model.ts'

/** A share from 0 to 1 with the interval that holds it in 95 of 100 cases. */
export const rateSchema = z.object({ share: z.number(), low: z.number(), high: z.number() })

/**
 * How a model's calls fared on one market. A BUY is a hit when the next candle of the model's timeframe closed above the
 * close it was made at, a SELL when below; a HOLD is no call.
 */
export const hitRateSchema = z.object({
  /** BUY and SELL that what followed has judged. */
  calls: z.number(),
  hits: z.number(),
  /** Null without a call. */
  hit_rate: z.nullable(rateSchema),
  /** What calling the more frequent direction every time would have hit, of the same candles. */
  base_rate: z.nullable(z.number()),
  /** True below `needed` calls: the rate says nothing yet. */
  too_few: z.boolean(),
  needed: z.number(),
})
export type HitRate = z.infer<typeof hitRateSchema>

export const performanceSchema = z.object({
  model_id: z.string(),
  market: marketKindSchema,
  scoring: scoringSchema,
  /** ISO 8601 of the first candle that was counted; null before. */
  since: z.nullable(z.string()),
  buys: z.number(),
  sells: z.number(),
  holds: z.number(),
  /** Inferences that failed or took too long. */
  faults: z.number(),
  /** Candles whose vector was not complete. */
  unready: z.number(),
  mean_latency_ms: z.nullable(z.number()),
  max_latency_ms: z.nullable(z.number()),
  outcome: hitRateSchema,
})
export type Performance = z.infer<typeof performanceSchema>

export const performanceResponseSchema = z.object({ success: z.literal(true), data: performanceSchema })

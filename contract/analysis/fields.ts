import * as z from 'zod/mini'
import { dataErrorSchema } from './errors.ts'

/** A number from 0 to 1; its meaning is documented where it is computed. */
export const scoreSchema = z.number().check(z.gte(0), z.lte(1))

export const BIASES = ['bullish', 'bearish', 'neutral'] as const
export const biasSchema = z.enum(BIASES)
export type Bias = z.infer<typeof biasSchema>

/** Since when something is as it is published. */
export const sinceSchema = z.object({
  /** Opening of the candle with which it began, unix seconds. */
  time: z.number(),
  /** True if it may have begun before `time`: it was so from where the known candles begin to tell it. */
  or_earlier: z.boolean(),
})
export type Since = z.infer<typeof sinceSchema>

/**
 * Fields of every analysis payload. `timestamp`: unix seconds up to which candles were known, the close of the newest
 * minute. `exchange`: the market source (`MarketKind`). `errors`: parts that could not be computed, empty when nothing is missing.
 */
export const analysisHeader = {
  timestamp: z.number(),
  trading_pair: z.string(),
  exchange: z.string(),
  errors: z.array(dataErrorSchema),
}

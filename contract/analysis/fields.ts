import * as z from 'zod/mini'
import { dataErrorSchema } from './errors.ts'

/** A number from 0 to 1; its meaning is documented where it is computed. */
export const scoreSchema = z.number().check(z.gte(0), z.lte(1))

export const BIASES = ['bullish', 'bearish', 'neutral'] as const
export const biasSchema = z.enum(BIASES)
export type Bias = z.infer<typeof biasSchema>

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

import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import { analysisHeader, scoreSchema } from './fields.ts'

/** A call to act. Prices in the quote currency; a price that the source does not give is null. */
export const signalSchema = z.object({
  signal_type: z.enum(['BUY', 'SELL', 'HOLD']),
  confidence: scoreSchema,
  strength: scoreSchema,
  timeframe: timeframeSchema,
  entry_price: z.number(),
  stop_loss: z.nullable(z.number()),
  take_profit: z.nullable(z.number()),
  source: z.string(),
  /** Of signals that a model gave: which one, how long it took, and the opening of its candle in unix seconds. */
  model_id: z.optional(z.string()),
  latency_ms: z.optional(z.number()),
  candle_timestamp: z.optional(z.number()),
})
export type Signal = z.infer<typeof signalSchema>

/** Signals that stand now, of one kind of source. Empty when it has nothing to say. */
export const signalListSchema = z.object({ ...analysisHeader, signals: z.array(signalSchema) })
export type SignalList = z.infer<typeof signalListSchema>

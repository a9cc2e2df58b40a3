import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import { analysisHeader, scoreSchema } from './fields.ts'

/** A trading signal. Prices in the quote currency; null when the source does not provide one. */
export const signalSchema = z.object({
  signal_type: z.enum(['BUY', 'SELL', 'HOLD']),
  confidence: scoreSchema,
  strength: scoreSchema,
  timeframe: timeframeSchema,
  entry_price: z.number(),
  stop_loss: z.nullable(z.number()),
  take_profit: z.nullable(z.number()),
  source: z.string(),
  /** Only for signals of a model: its id, its latency, and the open time of its candle in unix seconds. */
  model_id: z.optional(z.string()),
  latency_ms: z.optional(z.number()),
  candle_timestamp: z.optional(z.number()),
})
export type Signal = z.infer<typeof signalSchema>

/** Current signals of one kind of source; may be empty. */
export const signalListSchema = z.object({ ...analysisHeader, signals: z.array(signalSchema) })
export type SignalList = z.infer<typeof signalListSchema>

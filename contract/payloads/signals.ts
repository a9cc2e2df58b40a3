import * as z from 'zod/mini'
import { timeframeSchema } from '../timeframes.ts'
import { means, number, price, share, text, time } from './fields.ts'
import { analysisHeader } from './header.ts'

/** A trading signal. Prices are null when the source does not provide one. */
export const signalSchema = z.object({
  signal_type: means(z.enum(['BUY', 'SELL', 'HOLD']), 'What the source suggests'),
  confidence: share('evidence', 'What the source puts on its call'),
  strength: share('evidence', 'How far the call is from undecided'),
  timeframe: means(timeframeSchema, 'The length of the candles it is made on'),
  entry_price: price('The price when it was made'),
  stop_loss: z.nullable(price('Where the source would give up')),
  take_profit: z.nullable(price('Where the source would take its profit')),
  source: text('Who made it'),
  // Of a model only.
  model_id: z.optional(text('The model that made it')),
  latency_ms: z.optional(number('milliseconds', 'How long the model took')),
  candle_timestamp: z.optional(time('The opening of the candle that it was made on')),
})
export type Signal = z.infer<typeof signalSchema>

/** Current signals of one kind of source; may be empty. */
export const signalListSchema = z.object({
  ...analysisHeader,
  signals: means(z.array(signalSchema), 'The current signals'),
})
export type SignalList = z.infer<typeof signalListSchema>

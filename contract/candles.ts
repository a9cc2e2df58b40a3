import * as z from 'zod/mini'
import { intervalSchema } from './timeframes.ts'
import { provenanceSchema } from './provenance.ts'

const price = z.number().check(z.positive())
const size = z.number().check(z.nonnegative())

/** One candle. `timestamp` is its opening, in unix seconds (UTC), on the timeframe's grid; volume in the base currency. */
export const candleSchema = z.object({
  timestamp: z.number().check(z.nonnegative()),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: size,
})
export type Candle = z.infer<typeof candleSchema>

/** The running candle of a live feed; the last one of its minute carries `is_complete: true`. */
export const partialCandleSchema = z.extend(candleSchema, {
  is_complete: z.boolean(),
  trading_pair: z.string(),
  time_remaining_seconds: z.number().check(z.nonnegative()),
})
export type PartialCandle = z.infer<typeof partialCandleSchema>

/** Reply of the candle endpoints: oldest first; the last one may still be running (`last_is_complete`). */
export const candlesReplySchema = z.object({
  candles: z.array(candleSchema),
  timeframe: intervalSchema,
  trading_pair: z.string(),
  count: z.number(),
  last_is_complete: z.boolean(),
  provenance: provenanceSchema,
})
export type CandlesReply = z.infer<typeof candlesReplySchema>

/** True when the figures of a candle can be those of one: low <= open, close <= high. */
export const isCoherent = (candle: Candle): boolean =>
  candle.low <= Math.min(candle.open, candle.close) && candle.high >= Math.max(candle.open, candle.close)

import * as z from 'zod/mini'
import { marketSchema, provenanceSchema } from './provenance.ts'
import { intervalSchema, timeframeSchema } from './timeframes.ts'

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
export const candlesResponseSchema = z.object({
  candles: z.array(candleSchema),
  timeframe: intervalSchema,
  trading_pair: z.string(),
  count: z.number(),
  last_is_complete: z.boolean(),
  provenance: provenanceSchema,
})
export type CandlesResponse = z.infer<typeof candlesResponseSchema>

/** Reply of /candles/timeframes: what can be asked for, in both spellings, and how much of it there is. */
export const timeframesResponseSchema = z.object({
  trading_pair: z.string(),
  timeframes: z.array(
    z.object({ interval: intervalSchema, timeframe: timeframeSchema, minutes: z.number(), count: z.number() }),
  ),
})

/** Reply of /candles/latest: the newest candle, null before the first one. */
export const latestCandleResponseSchema = z.object({
  candle: z.nullable(candleSchema),
  timeframe: intervalSchema,
  trading_pair: z.string(),
  is_complete: z.boolean(),
  provenance: provenanceSchema,
})

/** Reply of /candles/status: the market, and per pair what is stored, how old it is and what was refused. */
export const candleStatusResponseSchema = z.object({
  market: marketSchema,
  pairs: z.array(
    z.object({
      trading_pair: z.string(),
      /** Market time since the pair was last heard of, in seconds; null before the first time. */
      age_seconds: z.nullable(z.number()),
      counts: z.record(intervalSchema, z.number()),
      /** Minutes that were not taken in, by reason. */
      refused: z.record(z.string(), z.number()),
    }),
  ),
  /** What the operator should know of the market's input. */
  notices: z.array(z.string()),
})

/** True when the figures of a candle can be those of one: low <= open, close <= high. */
export const isCoherent = (candle: Candle): boolean =>
  candle.low <= Math.min(candle.open, candle.close) && candle.high >= Math.max(candle.open, candle.close)

/** No price and no volume is believed beyond this: what is summed and multiplied from here stays finite. */
const MAX_VALUE = 1e15

/** True for figures that can be a candle's: finite, prices above zero, volume not below, low and high around the rest. */
export const isCandle = (candle: Candle): boolean =>
  candle.low > 0 && candle.high <= MAX_VALUE && candle.volume >= 0 && candle.volume <= MAX_VALUE && isCoherent(candle)

import * as z from 'zod/mini'
import { marketSchema, provenanceSchema } from './provenance.ts'
import { intervalSchema, timeframeSchema } from './timeframes.ts'

const price = z.number().check(z.positive())
const size = z.number().check(z.nonnegative())

/** One candle. `timestamp` is its opening time in unix seconds (UTC), aligned to the timeframe; volume in the base currency. */
export const candleSchema = z.object({
  timestamp: z.number().check(z.nonnegative()),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: size,
})
export type Candle = z.infer<typeof candleSchema>

/** The running candle of a live feed; the last one of its minute has `is_complete: true`. */
export const partialCandleSchema = z.extend(candleSchema, {
  is_complete: z.boolean(),
  trading_pair: z.string(),
  time_remaining_seconds: z.number().check(z.nonnegative()),
})
export type PartialCandle = z.infer<typeof partialCandleSchema>

/** Response of the candle endpoints: oldest first; the last one may still be running (`last_is_complete`). */
export const candlesResponseSchema = z.object({
  candles: z.array(candleSchema),
  timeframe: intervalSchema,
  trading_pair: z.string(),
  count: z.number(),
  last_is_complete: z.boolean(),
  provenance: provenanceSchema,
})
export type CandlesResponse = z.infer<typeof candlesResponseSchema>

/** Response of /candles/timeframes: the available timeframes in both spellings, with their number of candles. */
export const timeframesResponseSchema = z.object({
  trading_pair: z.string(),
  timeframes: z.array(
    z.object({ interval: intervalSchema, timeframe: timeframeSchema, minutes: z.number(), count: z.number() }),
  ),
})

/** Response of /candles/latest: the newest candle, null before the first. */
export const latestCandleResponseSchema = z.object({
  candle: z.nullable(candleSchema),
  timeframe: intervalSchema,
  trading_pair: z.string(),
  is_complete: z.boolean(),
  provenance: provenanceSchema,
})

/** Response of /candles/status: the market, and per pair the stored candles, their age and the refused minutes. */
export const candleStatusResponseSchema = z.object({
  market: marketSchema,
  pairs: z.array(
    z.object({
      trading_pair: z.string(),
      /** Market time since the pair's last data, in seconds; null before the first. */
      age_seconds: z.nullable(z.number()),
      counts: z.record(intervalSchema, z.number()),
      /** Refused minutes by reason. */
      refused: z.record(z.string(), z.number()),
    }),
  ),
  /** Messages for the operator about the market's input. */
  notices: z.array(z.string()),
})

/**
 * What changed in a series of candles, oldest first. After a `reset`, these are all; `isAtNewest` says whether the last is the
 * newest of the market. After a `tick`, these are the ones from the first that changed on, up to the newest of the market, and
 * those that opened before `oldest` (unix seconds) are gone.
 */
export type CandleChange =
  | { readonly kind: 'reset'; readonly candles: readonly Candle[]; readonly isAtNewest: boolean }
  | { readonly kind: 'tick'; readonly candles: readonly Candle[]; readonly oldest: number }

/** The change from one price to another, in percent. */
export const changePct = (from: number, to: number): number => (to / from - 1) * 100

/** True if the prices are consistent: low <= open, close <= high. */
export const isCoherent = (candle: Candle): boolean =>
  candle.low <= Math.min(candle.open, candle.close) && candle.high >= Math.max(candle.open, candle.close)

/** Largest accepted price and volume, so that sums and products stay finite. */
const MAX_VALUE = 1e15

/** True for a plausible candle: finite, positive prices, non-negative volume, low and high around open and close. */
export const isCandle = (candle: Candle): boolean =>
  candle.low > 0 && candle.high <= MAX_VALUE && candle.volume >= 0 && candle.volume <= MAX_VALUE && isCoherent(candle)

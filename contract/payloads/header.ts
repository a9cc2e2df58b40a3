import * as z from 'zod/mini'
import { flag, means, text, time } from './fields.ts'

/** Error codes for parts of a payload that could not be computed or parsed. */
export const DATA_ERROR_CODES = [
  'parse_error',
  'missing_level_arrays',
  'invalid_summary',
  'invalid_confidence',
  'stream_parse_error',
  'unknown_wrapper_parse_error',
  'missing_trading_pair',
  'missing_exchange',
  'missing_timestamp',
] as const
export const dataErrorCodeSchema = z.enum(DATA_ERROR_CODES)
export type DataErrorCode = z.infer<typeof dataErrorCodeSchema>

/** A missing part of a payload, with an optional explanation. */
export const dataErrorSchema = z.object({
  code: means(dataErrorCodeSchema, 'The part that is missing'),
  message: z.optional(text('Why it is missing')),
})
export type DataError = z.infer<typeof dataErrorSchema>

/** Since when something is as it is published. */
export const sinceSchema = z.object({
  time: time('The opening of the candle with which it began'),
  or_earlier: flag('Whether it may have begun before, where the known candles begin'),
})
export type Since = z.infer<typeof sinceSchema>

/** The market source (`MarketKind`). */
export const exchangeSchema = text('Where the candles come from: an exchange, a recording or the simulated market')

/** Fields of every analysis payload. */
export const analysisHeader = {
  timestamp: time('The minute up to which candles were known'),
  trading_pair: text('The pair that was analysed'),
  exchange: exchangeSchema,
  errors: means(z.array(dataErrorSchema), 'What could not be computed; empty if nothing is missing'),
}

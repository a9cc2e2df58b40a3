import * as z from 'zod/mini'

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
export const dataErrorSchema = z.object({ code: dataErrorCodeSchema, message: z.optional(z.string()) })
export type DataError = z.infer<typeof dataErrorSchema>

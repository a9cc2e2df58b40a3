import * as z from 'zod/mini'
import { means, text } from './fields.ts'

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

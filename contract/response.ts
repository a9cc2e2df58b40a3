import * as z from 'zod/mini'

/**
 * Response of a market-data endpoint: `{success: true, data}`. `reason` explains why there is no data, or less than
 * requested: a known pair or timeframe without published data is not an error.
 */
export const responseSchema = <T extends z.ZodMiniType>(data: T) =>
  z.object({ success: z.literal(true), data, reason: z.optional(z.string()) })

import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { STRATEGY } from '../limits.ts'
import { pairSchema } from '../pairs.ts'
import { signalSourceSchema } from './definition.ts'

/** Body of POST …/sources/availability: sources as a strategy would contain them. Nothing is stored. */
export const availabilityQuerySchema = z.object({
  symbol: pairSchema,
  signal_sources: z.array(signalSourceSchema).check(z.minLength(1), z.maxLength(STRATEGY.maxSources)),
})
export type AvailabilityQuery = z.infer<typeof availabilityQuerySchema>

/** How much of the time a source would have counted in a decision; shares from 0 to 1 of the minutes with data. */
export const sourceAvailabilitySchema = z.object({
  source_id: z.string(),
  /** Its signal could be used. */
  counted: scoreSchema,
  /** It voted BUY or SELL. */
  voted: scoreSchema,
  /** Why it did not count. */
  excluded: z.object({ no_signal: scoreSchema, too_old: scoreSchema, low_confidence: scoreSchema }),
})
export type SourceAvailability = z.infer<typeof sourceAvailabilitySchema>

/** The last day of market time. */
export const availabilitySchema = z.object({
  /** Hours with data. */
  hours_covered: z.number(),
  /** In the order of the query; empty without data. */
  sources: z.array(sourceAvailabilitySchema),
})
export type Availability = z.infer<typeof availabilitySchema>

export const availabilityResponseSchema = z.object({ availability: availabilitySchema })

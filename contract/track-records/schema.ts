import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { PAIR_IDS } from '../pairs.ts'
import { responseSchema } from '../response.ts'
import { analysisTimeframeSchema } from '../timeframes.ts'

/**
 * What is counted:
 *
 * - `pattern`, by name (chart patterns with their stage), and `pattern_confidence`, by bin: price had moved the pattern's way
 *   ten candles of its timeframe later.
 * - `divergence`, by type: the same, of divergences.
 * - `indicators`, by bin of their agreement: the same, of the combined direction of a timeframe's indicators.
 * - `pattern_bias`, `cross_timeframe`, by bin of the overall confidence, and `trend`, by a timeframe's market structure: price
 *   had moved that way an hour later.
 * - `level_position`, by bin of the levels' confidence: price had moved towards the farther of the nearest levels an hour later.
 * - `phase`, by market phase: the phase was the same an hour later.
 * - `level`, by strength: the level held at its next touch.
 */
export const TRACKED_CLAIMS = [
  'pattern',
  'pattern_confidence',
  'divergence',
  'indicators',
  'pattern_bias',
  'cross_timeframe',
  'trend',
  'level_position',
  'phase',
  'level',
] as const
export const trackedClaimSchema = z.enum(TRACKED_CLAIMS)
export type TrackedClaim = z.infer<typeof trackedClaimSchema>

const countSchema = z.number().check(z.int(), z.nonnegative())

/** How often a claim came true. `chance`: share that would have without knowing, in the same months. */
export const trackRecordSchema = z.object({ hits: countSchema, count: countSchema, chance: scoreSchema })
export type TrackRecord = z.infer<typeof trackRecordSchema>

/**
 * A record of one class among many, and what follows from it for the next case: `edge` is how much more often than by chance
 * it comes true, drawn towards the other classes by how few the cases are, and `error` its standard error.
 */
export const classRecordSchema = z.object({ ...trackRecordSchema.shape, edge: z.number(), error: z.number() })
export type ClassRecord = z.infer<typeof classRecordSchema>

/** The records of a claim by class; of one pair or of all (`null`), and of one timeframe unless the claim has none. */
export const trackRecordGroupSchema = z.object({
  claim: trackedClaimSchema,
  pair: z.nullable(z.enum(PAIR_IDS)),
  timeframe: z.nullable(analysisTimeframeSchema),
  /** How often a direction comes true that a coin chose, as the price may also not move; null for other claims. */
  coin: z.nullable(scoreSchema),
  classes: z.record(z.string(), classRecordSchema),
})
export type TrackRecordGroup = z.infer<typeof trackRecordGroupSchema>

/** All records. `months`: those a claim was counted on, such as 'BTCUSD 2019-04', none of which it was fitted on. */
export const trackRecordsSchema = z.object({
  version: z.literal(2),
  months: z.record(trackedClaimSchema, z.array(z.string())),
  groups: z.array(trackRecordGroupSchema),
})
export type TrackRecords = z.infer<typeof trackRecordsSchema>

/** How often each claim of the analysis came true. */
export const trackRecordsResponseSchema = responseSchema(trackRecordsSchema)

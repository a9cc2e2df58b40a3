import * as z from 'zod/mini'
import { STRATEGY } from '../limits.ts'
import { timestampSchema } from '../time.ts'
import { customStrategySchema, storedStrategySchema } from './definition.ts'

/** Counts the versions of a strategy from 1. Not the `version` of its definition, which is a label of its author. */
export const versionNumberSchema = z.number().check(z.int(), z.gte(1))

/** A version in the list. */
export const strategyVersionSchema = z.object({
  version_number: versionNumberSchema,
  /** Its own: a strategy can be renamed by an edit. */
  name: z.string(),
  /** When it was saved, unix ms. */
  created_at: timestampSchema,
  /** Its stored decisions. */
  decisions: z.number(),
})
export type StrategyVersion = z.infer<typeof strategyVersionSchema>

/** GET …/versions: newest first; the first is the present one. */
export const versionsResponseSchema = z.object({ versions: z.array(strategyVersionSchema) })

/** GET …/versions/{versionNumber}. */
export const versionResponseSchema = z.object({
  version: z.object({
    version_number: versionNumberSchema,
    created_at: timestampSchema,
    definition: storedStrategySchema,
  }),
})
export type VersionDetails = z.infer<typeof versionResponseSchema>['version']

/** Body of POST …/versions: the strategy as it shall be, and the number of the version that was edited. */
export const saveVersionSchema = z.object({
  based_on: versionNumberSchema.check(z.lte(STRATEGY.maxVersions)),
  definition: customStrategySchema,
})
export type SaveVersion = z.infer<typeof saveVersionSchema>

/** The present version afterwards; the same as before if nothing differs. */
export const savedVersionSchema = z.object({
  success: z.literal(true),
  strategy_id: z.string(),
  version_number: versionNumberSchema,
})

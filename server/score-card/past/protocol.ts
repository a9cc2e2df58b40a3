import * as z from 'zod/mini'
import { pairSchema } from '#contract/pairs.ts'
import { caseTallySchema } from '#server/analysis/cases/tally.ts'
import { jobMessageSchema } from '#server/jobs/protocol.ts'

/** A month to be counted. */
export const monthTaskSchema = z.object({ pair: pairSchema, path: z.string() })
export type MonthTask = z.infer<typeof monthTaskSchema>

/** What the thread sends. */
export const monthMessageSchema = jobMessageSchema(z.null(), z.array(caseTallySchema))
export type MonthMessage = z.infer<typeof monthMessageSchema>

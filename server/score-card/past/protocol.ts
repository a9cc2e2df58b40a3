import * as z from 'zod/mini'
import { pairSchema } from '#contract/pairs.ts'
import { caseTallySchema } from '#server/analysis/cases/tally.ts'

/** A month to be counted. */
export const monthTaskSchema = z.object({ pair: pairSchema, path: z.string() })
export type MonthTask = z.infer<typeof monthTaskSchema>

/** What the thread sends before it ends. */
export const monthMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), tallies: z.array(caseTallySchema) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
export type MonthMessage = z.infer<typeof monthMessageSchema>

import * as z from 'zod/mini'
import { importFindingsSchema, importReportSchema } from '#contract/candle-imports.ts'
import { scoreSchema } from '#contract/analysis/fields.ts'
import { stagedImportSchema } from '../library/manifest.ts'

/** What the thread starts with. */
export const importTaskSchema = z.object({
  /** The library. */
  folder: z.string(),
  path: z.string(),
  name: z.string(),
  source: z.string(),
  id: z.string(),
  /** Wall time, unix ms: no candle is later. */
  now: z.number(),
  allowsGaps: z.boolean(),
})
export type ImportTask = z.infer<typeof importTaskSchema>

/** What the thread is sent: between these two it reads nothing. */
export const importOrderSchema = z.enum(['pause', 'resume'])
export type ImportOrder = z.infer<typeof importOrderSchema>

/** What the thread sends. After `staged` or `failed` it ends. */
export const importMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: scoreSchema, findings: importFindingsSchema }),
  /** Everything is read and written; it has to be published. Without `staged` the library has it already. */
  z.object({
    kind: z.literal('staged'),
    staged: z.optional(stagedImportSchema),
    findings: importFindingsSchema,
    report: importReportSchema,
  }),
  /** `reason` is for the user. */
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])
export type ImportMessage = z.infer<typeof importMessageSchema>

import * as z from 'zod/mini'
import { importFindingsSchema, importReportSchema } from '#contract/candle-imports.ts'
import { scoreSchema } from '#contract/payloads/fields.ts'
import { jobMessageSchema } from '#server/jobs/protocol.ts'
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

const importProgressSchema = z.object({ progress: scoreSchema, findings: importFindingsSchema })
export type ImportProgress = z.infer<typeof importProgressSchema>

/** Without `staged` the library has everything already; otherwise that has to be published. */
const readImportSchema = z.object({
  staged: z.optional(stagedImportSchema),
  findings: importFindingsSchema,
  report: importReportSchema,
})
export type ReadImport = z.infer<typeof readImportSchema>

/** What the thread sends. */
export const importMessageSchema = jobMessageSchema(importProgressSchema, readImportSchema)
export type ImportMessage = z.infer<typeof importMessageSchema>

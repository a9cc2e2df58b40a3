import * as z from 'zod/mini'
import { scoreSchema } from './payloads/fields.ts'
import { successOf } from './auth.ts'
import { CANDLE_IMPORT } from './limits.ts'
import { pairSchema } from './pairs.ts'
import { timestampSchema } from './time.ts'

/** Only a `done` one is in the library; of all others, nothing is. `failed`: it cannot be used, or was lost. */
export const IMPORT_STATUSES = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export const importStatusSchema = z.enum(IMPORT_STATUSES)
export type ImportStatus = z.infer<typeof importStatusSchema>

/** A line that was not imported, counted from 1. */
export const skippedLineSchema = z.object({ file: z.string(), line: z.number(), reason: z.string() })
export type SkippedLine = z.infer<typeof skippedLineSchema>

/** Minutes without a candle between two of the same file: opening of the first, end of the last, unix ms. */
export const candleGapSchema = z.object({
  pair: pairSchema,
  from: timestampSchema,
  to: timestampSchema,
  minutes: z.number(),
})
export type CandleGap = z.infer<typeof candleGapSchema>

/** A file of candles in an archive. */
export const importedFileSchema = z.object({
  file: z.string(),
  pair: pairSchema,
  /** Minutes with a candle, and minutes without one between the first and the last. */
  minutes: z.number(),
  missing: z.number(),
  /** Duplicate and rejected lines. */
  skipped: z.number(),
})
export type ImportedFile = z.infer<typeof importedFileSchema>

/** What was found in a file or an archive, so far or altogether. */
export const importFindingsSchema = z.object({
  /** Minutes with a candle. */
  minutes: z.number(),
  /** Lines with the minute of the line before; the first one counts. */
  duplicates: z.number(),
  /** Lines that are no candle of one minute, or of an earlier minute than the line before. */
  rejected: z.number(),
  /** The first duplicate and rejected lines. */
  skipped: z.array(skippedLineSchema),
  /** Minutes without a candle between the first and the last. */
  missing: z.number(),
  /** The longest gaps, longest first. */
  gaps: z.array(candleGapSchema),
  /** Those of an archive that are read so far, in its order. */
  files: z._default(z.array(importedFileSchema), []),
})
export type ImportFindings = z.infer<typeof importFindingsSchema>

/** What became of the minutes of an import that is done. */
export const importReportSchema = z.object({
  /** The same content was imported before: nothing was read. */
  is_known: z.boolean(),
  /** Minutes that the library did not have, and those that it had and that the file has replaced. */
  added: z.number(),
  replaced: z.number(),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** An import of candles. Times are unix ms of wall time. */
export const candleImportSchema = z.object({
  id: z.string(),
  /** Name and size of the uploaded file. */
  file: z.string(),
  bytes: z.number(),
  /** Where its candles come from, such as `kraken`. */
  source: z.string(),
  /** Whether its candles may be more than a year apart. */
  allows_gaps: z._default(z.boolean(), false),
  status: importStatusSchema,
  /** How much of the file is read, 0 to 1. */
  progress: scoreSchema,
  findings: importFindingsSchema,
  /** Of a failed one. */
  reason: z.nullable(z.string()),
  /** Of a done one. */
  report: z.nullable(importReportSchema),
  created_at: timestampSchema,
  finished_at: z.nullable(timestampSchema),
})
export type CandleImport = z.infer<typeof candleImportSchema>

/** Whether the header of a file was taken for a bad line, as before columns were read by their names: they may be swapped. */
export const hasIgnoredHeader = ({ status, findings }: Pick<CandleImport, 'status' | 'findings'>): boolean =>
  status === 'done' && findings.skipped.some(({ line, reason }) => line === 1 && reason.includes('is not a number'))

/** GET …/candles/imports: newest first. */
export const candleImportsResponseSchema = successOf(z.object({ imports: z.array(candleImportSchema) }))

/** Name of a source in the library. */
export const importSourceSchema = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must have lower-case letters, digits and - only, 40 at most'))

/** Query of POST …/candles/imports; the body is the file. */
export const importQuerySchema = z.object({
  /** File name; it begins with the pair, such as XBTUSD_1.csv, or is that of a .zip. */
  name: z.string().check(z.minLength(1), z.maxLength(CANDLE_IMPORT.maxFileName)),
  source: importSourceSchema,
  /** Without it, a file in which candles are more than a year apart is refused. */
  allow_gaps: z.optional(z.enum(['true', 'false'])),
})

/** Response of an upload, and of pausing, resuming and cancelling. */
export const changedImportSchema = successOf(z.object({ import_id: z.string() }))

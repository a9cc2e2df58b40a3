import * as z from 'zod/mini'
import { scoreSchema } from '#contract/payloads/fields.ts'
import { BACKTEST_PHASES } from '#contract/backtests/jobs.ts'
import { backtestSettingsSchema } from '#contract/backtests/request.ts'
import { backtestSummarySchema } from '#contract/backtests/result.ts'
import { strategyPartsSchema } from '#contract/strategies/definition.ts'
import { jobMessageSchema } from '#server/jobs/protocol.ts'

const column = z.instanceof(Float64Array)

/** Candles of a span and its warm-up: the columns themselves, or monthly files of the library, oldest first. */
export const candleInputSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('columns'),
    columns: z.object({
      length: z.number(),
      at: column,
      open: column,
      high: column,
      low: column,
      close: column,
      volume: column,
    }),
  }),
  z.object({ kind: z.literal('files'), paths: z.array(z.string()) }),
])
export type CandleInput = z.infer<typeof candleInputSchema>

/** What the thread starts with. */
export const backtestTaskSchema = z.object({
  strategy: strategyPartsSchema,
  settings: backtestSettingsSchema,
  candles: candleInputSchema,
  variants: z.number(),
  /** Folder of the stored readings. */
  readingsFolder: z.string(),
})
export type BacktestTask = z.infer<typeof backtestTaskSchema>

const progressSchema = z.object({ phase: z.enum(BACKTEST_PHASES), done: scoreSchema })
export type BacktestProgress = z.infer<typeof progressSchema>

/** `result` is gzipped JSON. */
const finishedSchema = z.object({ summary: backtestSummarySchema, result: z.instanceof(Uint8Array) })
export type FinishedBacktest = z.infer<typeof finishedSchema>

/** What the thread sends. */
export const workerMessageSchema = jobMessageSchema(progressSchema, finishedSchema)
export type WorkerMessage = z.infer<typeof workerMessageSchema>

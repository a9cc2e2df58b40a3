import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { pairSchema } from '../pairs.ts'
import { timestampSchema } from '../time.ts'
import { backtestNameSchema, backtestSettingsSchema } from './request.ts'
import { backtestResultSchema, backtestSummarySchema } from './result.ts'

/** `failed`: it stopped with a reason. Only a `done` one has a result. */
export const BACKTEST_STATUSES = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export const backtestStatusSchema = z.enum(BACKTEST_STATUSES)
export type BacktestStatus = z.infer<typeof backtestStatusSchema>

/** What a running one does: it analyses the candles, unless that was done before, and then trades. */
export const BACKTEST_PHASES = ['readings', 'trades', 'report'] as const

/** The name of what was tested, and what it was. */
export const backtestSubjectNameSchema = z.object({
  kind: z.enum(['draft', 'strategy', 'template']),
  name: z.string(),
  /** Of a strategy. */
  strategy_id: z.optional(z.string()),
  version_number: z.optional(z.number()),
  /** Of a template. */
  template_id: z.optional(z.string()),
})

/** A backtest in the list. Times are unix ms of wall time. */
export const backtestJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  subject: backtestSubjectNameSchema,
  settings: backtestSettingsSchema,
  status: backtestStatusSchema,
  /** The phase and how much of it is done, 0 to 1: of a running one, and of one that was paused since the server started. */
  progress: z.nullable(z.object({ phase: z.enum(BACKTEST_PHASES), done: scoreSchema })),
  /** Of a failed one. */
  reason: z.nullable(z.string()),
  /** Of a done one. */
  summary: z.nullable(backtestSummarySchema),
  created_at: timestampSchema,
  finished_at: z.nullable(timestampSchema),
})
export type BacktestJob = z.infer<typeof backtestJobSchema>

/** Whether it waits or runs. */
export const isActive = ({ status }: Pick<BacktestJob, 'status'>): boolean =>
  status === 'queued' || status === 'running'

/** Whether it waits, runs or is paused. */
export const isOpen = (job: Pick<BacktestJob, 'status'>): boolean => isActive(job) || job.status === 'paused'

/** GET …/backtests: the user's own, newest first. */
export const backtestsResponseSchema = z.object({ backtests: z.array(backtestJobSchema) })

/** GET …/backtests/{id}. `result` is null unless it is done. */
export const backtestResponseSchema = z.object({
  backtest: backtestJobSchema,
  result: z.nullable(backtestResultSchema),
})
export type BacktestDetail = z.infer<typeof backtestResponseSchema>

/** Response of POST …/backtests, of a rename, of …/pause, …/resume and …/cancel, and of a deletion. */
export const changedBacktestSchema = z.object({ success: z.literal(true), backtest_id: z.string() })

/** PATCH …/backtests/{id}. */
export const renameBacktestSchema = z.object({ name: backtestNameSchema })

/** A month of a data set, such as 2019-06, and how many of its minutes within the data set have no candle. */
export const dataGapSchema = z.object({ month: z.string(), missing: z.number() })
export type DataGap = z.infer<typeof dataGapSchema>

/** Candles of one pair from one source. */
export const dataSetSchema = z.object({
  /** Unique, and stable while its source and pair are. */
  id: z.string(),
  pair: pairSchema,
  /** In words: "Kraken, this server" or "kraken, imported". */
  label: z.string(),
  /** Opening of the first and end of the last minute, unix ms. */
  from: timestampSchema,
  to: timestampSchema,
  /** Minutes with a candle. */
  minutes: z.number(),
  /** On disk, of an imported one. */
  bytes: z.optional(z.number()),
  /** Months (UTC) of an imported one that lack candles, oldest first. */
  gaps: z.optional(z.array(dataGapSchema)),
})
export type DataSet = z.infer<typeof dataSetSchema>

/** GET …/backtests/data: what can be tested on. */
export const dataSetsResponseSchema = z.object({ data_sets: z.array(dataSetSchema) })

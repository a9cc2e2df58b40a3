import * as z from 'zod/mini'
import { inspectionSchema } from '#contract/models/inspection.ts'
import type { ListedModel, Metrics, ModelDetails } from '#contract/models/view-model.ts'
import { claimedMetricsSchema, activationChangeSchema, scoringSchema } from '#contract/models/model.ts'
import { performanceSchema } from '#contract/models/performance.ts'
import { toMillis } from '#contract/time.ts'

const LATEST_MS = 8.64e15

/**
 * Unix ms of a model's date: ISO text, or a number (also as text) in seconds, above 1e12 in milliseconds. A missing or
 * invalid date is `now`.
 */
export function modelDate(value: unknown, now: number): number {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN
  const ms = Number.isFinite(number) ? toMillis(number) : isText ? Date.parse(value) : Number.NaN
  return Number.isFinite(ms) && Math.abs(ms) <= LATEST_MS ? ms : now
}

const MAX_TEXT = 2_000
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined
const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  z.safeParse(z.record(z.string(), z.unknown()), value).data

/** Converts a row to a model; undefined without an id. */
export function modelOf(value: unknown, now: number): ListedModel | undefined {
  const row = objectOf(value)
  const id = typeof row?.['id'] === 'number' ? String(row['id']) : text(row?.['id'])
  if (!row || id === undefined) return undefined
  const size = row['size_bytes']
  return {
    id,
    name: text(row['name']) ?? id,
    description: text(row['description']) ?? '',
    isActive: row['is_active'] === true,
    createdAt: modelDate(row['created_at'], now),
    updatedAt: modelDate(row['updated_at'], now),
    modelType: text(row['model_type']),
    timeframe: text(row['timeframe']),
    pair: text(row['trading_pair']),
    exchange: text(row['exchange']),
    format: text(row['format']),
    fileName: text(row['file_name']),
    sizeBytes: typeof size === 'number' ? size : undefined,
    scoring: z.safeParse(scoringSchema, row['scoring']).data,
  }
}

/** Models of a list response: an array, or one under `data` or `models`. Undefined for anything else. */
export function modelsOf(body: unknown, now: number): readonly ListedModel[] | undefined {
  const reply = Array.isArray(body) ? undefined : objectOf(body)
  const list: unknown = reply ? (reply['data'] ?? reply['models']) : body
  if (!Array.isArray(list)) return undefined
  return list.map((row: unknown) => modelOf(row, now)).filter((model) => model !== undefined)
}

/** Value under `data`, or the body itself. */
export const unwrapData = (body: unknown): unknown => objectOf(body)?.['data'] ?? body

/** Parses a details response; `metrics` come from another one. */
export function detailsOf(body: unknown, metrics: Metrics | undefined, now: number): ModelDetails | undefined {
  const row = objectOf(unwrapData(body))
  const model = modelOf(row, now)
  if (!row || !model) return undefined
  return {
    model,
    uploadedBy: text(row['uploaded_by']),
    inspection: z.safeParse(inspectionSchema, row['inspection']).data,
    claimed: z.safeParse(claimedMetricsSchema, row['claimed_metrics']).data,
    history: z.safeParse(z.array(activationChangeSchema), row['history']).data ?? [],
    metrics,
  }
}

const isNumberOrText = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'number' || typeof entry[1] === 'string'

/** Our own metrics, or the numbers and texts at the top level of another backend's. */
export function metricsOf(body: unknown): Metrics | undefined {
  const data = unwrapData(body)
  const ours = z.safeParse(performanceSchema, data)
  if (ours.success) return { kind: 'measured', performance: ours.data }
  const reported = objectOf(data)
  return reported && { kind: 'reported', figures: Object.fromEntries(Object.entries(reported).filter(isNumberOrText)) }
}

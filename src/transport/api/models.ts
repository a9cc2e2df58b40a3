import * as z from 'zod/mini'
import * as MODELS from '#contract/endpoints/models.ts'
import type { ModelFailure, ListedModel, Metrics, ModelDetails } from '#contract/models/view-model.ts'
import { UPLOAD_DEFAULTS, UPLOAD_FIELDS } from '#contract/models/upload.ts'
import { failure, mapResult, success } from '#src/lib/result.ts'
import type { ModelResult, ModelsApi } from '#src/machines/models/types.ts'
import type { HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createUpload } from '../http/upload.ts'
import { inspectionSchema } from '#contract/models/inspection.ts'
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
function modelOf(value: unknown, now: number): ListedModel | undefined {
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
function modelsOf(body: unknown, now: number): readonly ListedModel[] | undefined {
  const reply = Array.isArray(body) ? undefined : objectOf(body)
  const list: unknown = reply ? (reply['data'] ?? reply['models']) : body
  if (!Array.isArray(list)) return undefined
  return list.map((row: unknown) => modelOf(row, now)).filter((model) => model !== undefined)
}

/** Value under `data`, or the body itself. */
const unwrapData = (body: unknown): unknown => objectOf(body)?.['data'] ?? body

/** Parses a details response; `metrics` come from another one. */
function detailsOf(body: unknown, metrics: Metrics | undefined, now: number): ModelDetails | undefined {
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
function metricsOf(body: unknown): Metrics | undefined {
  const data = unwrapData(body)
  const ours = z.safeParse(performanceSchema, data)
  if (ours.success) return { kind: 'measured', performance: ours.data }
  const reported = objectOf(data)
  return reported && { kind: 'reported', figures: Object.fromEntries(Object.entries(reported).filter(isNumberOrText)) }
}

export interface ModelsApiDeps {
  /** The market-data service. */
  readonly call: Call
  /** Adds the session's token to another call of that service. */
  readonly withToken: (call: Call) => Call
  readonly newRequest: () => XMLHttpRequest
  /** Base address of the market-data service. */
  readonly base: string
  readonly now: () => number
}

const anySchema = z.unknown()
const UNEXPECTED = 'Unexpected answer from the server'
const refused = (text: string) => failure<ModelFailure>({ kind: 'refused', text })

const kindOf = ({ kind }: HttpFailure): ModelFailure['kind'] => {
  if (kind === 'unauthenticated') return kind
  return kind === 'http' || kind === 'shape' ? 'refused' : 'unanswered'
}
const serverMessageOf = (failure: HttpFailure): string | undefined =>
  failure.kind === 'http' ? (failure.serverMessage ?? failure.reason) : undefined

/** Failure with the server's message if there is one. */
const failureOf = (failure: HttpFailure): ModelFailure => ({
  kind: kindOf(failure),
  text: serverMessageOf(failure) ?? failure.text,
})

const replySchema = z.object({
  success: z.optional(z.unknown()),
  status: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

/** Success if a response reports success or the expected status. */
function confirmed(body: unknown, status: string | undefined): ModelResult<string | undefined> {
  const reply = z.safeParse(replySchema, body).data
  const { message, error } = reply ?? {}
  if (reply?.success === true || (status !== undefined && reply?.status === status)) {
    return success(typeof message === 'string' ? message : undefined)
  }
  const serverMessage = [error, message].find((text) => typeof text === 'string')
  return refused(typeof serverMessage === 'string' ? serverMessage : '')
}

const nameOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')

function formOf(file: File): FormData {
  const form = new FormData()
  form.set(UPLOAD_FIELDS.name, nameOf(file.name))
  form.set(UPLOAD_FIELDS.type, UPLOAD_DEFAULTS.type)
  form.set(UPLOAD_FIELDS.timeframe, UPLOAD_DEFAULTS.timeframe)
  form.set(UPLOAD_FIELDS.pair, UPLOAD_DEFAULTS.pair)
  form.set(UPLOAD_FIELDS.exchange, UPLOAD_DEFAULTS.exchange)
  // Last, so that a server that streams the form knows all fields before the file.
  form.set(UPLOAD_FIELDS.file, file)
  return form
}

/** Model API of the market-data service. */
export function createModelsApi({ call, withToken, newRequest, base, now }: ModelsApiDeps): ModelsApi {
  /** Sends an action, to which other backends respond in other ways. */
  async function sendAction(request: HttpRequest<unknown>, status: string): Promise<ModelResult<string | undefined>> {
    const result = await call({ ...request, schema: anySchema })
    return result.ok ? confirmed(result.value, status) : failure(failureOf(result.error))
  }
  const named = (id: string) => ({ params: { id } })

  return {
    async list(signal) {
      const result = await call({ ...requestOf(MODELS.list), schema: anySchema, signal })
      if (!result.ok) return failure(failureOf(result.error))
      const models = modelsOf(result.value, now())
      if (models) return success(models)
      const serverMessage = confirmed(result.value, undefined)
      return refused((!serverMessage.ok && serverMessage.error.text) || UNEXPECTED)
    },

    async details(id, signal) {
      const [details, performance] = await Promise.all([
        call({ ...requestOf(MODELS.model, named(id)), schema: anySchema, signal }),
        call({ ...requestOf(MODELS.performance, named(id)), schema: anySchema, signal }),
      ])
      if (!details.ok) return failure(failureOf(details.error))
      const value = detailsOf(details.value, performance.ok ? metricsOf(performance.value) : undefined, now())
      return value ? success(value) : refused(UNEXPECTED)
    },

    activate: (id) => sendAction(requestOf(MODELS.activate, named(id)), 'activated'),
    deactivate: (id) => sendAction(requestOf(MODELS.deactivate, named(id)), 'deactivated'),
    remove: (id) => sendAction(requestOf(MODELS.remove, named(id)), 'deleted'),

    async rollBack(changeId) {
      const result = await call(requestOf(MODELS.rollBack, { body: { change_id: changeId } }))
      return mapResult(result, ({ data }) => data, failureOf)
    },

    async upload(file, onProgress, signal) {
      const send = withToken(createUpload({ newRequest, base }, { body: formOf(file), onProgress }))
      const result = await send({ ...requestOf(MODELS.upload), schema: anySchema, signal })
      if (!result.ok) return failure(failureOf(result.error))
      return confirmed(result.value, 'uploaded')
    },
  }
}

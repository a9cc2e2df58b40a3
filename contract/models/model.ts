import * as z from 'zod/mini'
import { pairSchema } from '../pairs.ts'
import { intervalSchema } from '../timeframes.ts'
import { inspectionSchema, modelFormatSchema } from './inspection.ts'

/**
 * Whether this server scores a model. Only .onnx can be scored; `reason` explains why it is not. Without its file a model
 * cannot be activated.
 */
export const scoringSchema = z.object({
  state: z.enum(['scored', 'idle', 'waiting', 'suspended', 'impossible', 'file_missing']),
  reason: z.nullable(z.string()),
})
export type Scoring = z.infer<typeof scoringSchema>

/** A model in the registry. Times are ISO 8601 in UTC; `trading_pair` has no slash. */
export const modelSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  model_type: z.string(),
  timeframe: intervalSchema,
  trading_pair: pairSchema,
  exchange: z.string(),
  format: modelFormatSchema,
  file_name: z.string(),
  size_bytes: z.number(),
  scoring: scoringSchema,
})
export type Model = z.infer<typeof modelSchema>

/** Metrics uploaded with a model: reported by the uploader, not verified. */
export const claimedMetricsSchema = z.record(
  z.string().check(z.maxLength(100)),
  z.union([z.number(), z.string().check(z.maxLength(200)), z.boolean(), z.null()]),
)
export type ClaimedMetrics = z.infer<typeof claimedMetricsSchema>

export const MODEL_CHANGES = ['activated', 'deactivated'] as const

/** An activation or deactivation. `model_name` is the name at the time; the model itself may have been deleted. */
export const activationChangeSchema = z.object({
  id: z.string(),
  model_id: z.string(),
  model_name: z.string(),
  change: z.enum(MODEL_CHANGES),
  /** E-mail of the user who made the change. */
  by: z.string(),
  at: z.string(),
  /** Set if this change is a roll-back: id of the oldest change that it undid. */
  rolled_back: z.nullable(z.string()),
})
export type ActivationChange = z.infer<typeof activationChangeSchema>

export const modelDetailsSchema = z.extend(modelSchema, {
  uploaded_by: z.string(),
  inspection: inspectionSchema,
  claimed_metrics: z.nullable(claimedMetricsSchema),
  /** Newest first. */
  history: z.array(activationChangeSchema),
})
export type ModelDetails = z.infer<typeof modelDetailsSchema>

const successOf = <T extends z.ZodMiniType>(data: T) => z.object({ success: z.literal(true), data })

export const modelListResponseSchema = successOf(z.array(modelSchema))
export const modelDetailsResponseSchema = successOf(modelDetailsSchema)
export const modelHistoryResponseSchema = successOf(z.array(activationChangeSchema))

const statusResponse = <const Status extends string>(status: Status) =>
  z.object({ success: z.literal(true), status: z.literal(status), model_id: z.string(), message: z.string() })
export const activatedResponseSchema = statusResponse('activated')
export const deactivatedResponseSchema = statusResponse('deactivated')
export const deletedResponseSchema = statusResponse('deleted')

export const rollBackSchema = z.object({ change_id: z.string().check(z.maxLength(40)) })
/** Names of the models activated and deactivated by a roll-back. */
export const rolledBackSchema = z.object({
  activated: z.array(z.string()),
  deactivated: z.array(z.string()),
  /** Models that were active then and have been deleted since. */
  gone: z.array(z.string()),
  /** Models that were active then and whose file is missing now. */
  file_missing: z.array(z.string()),
})
export type RolledBack = z.infer<typeof rolledBackSchema>
export const rolledBackResponseSchema = successOf(rolledBackSchema)

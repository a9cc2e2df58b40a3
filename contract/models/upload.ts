import * as z from 'zod/mini'
import { exchangeSchema, PAIR_IDS } from '../pairs.ts'
import { intervalSchema } from '../timeframes.ts'
import { modelSchema } from './model.ts'

/** Extensions of model files; case-sensitive. */
export const MODEL_ENDINGS = ['.pkl', '.joblib', '.onnx'] as const
export type ModelEnding = (typeof MODEL_ENDINGS)[number]
export const METRICS_ENDING = '.json'
/** File types offered by the picker. */
export const UPLOAD_ACCEPT = '.pkl, .joblib, .onnx, .json'

/** The model extension of a file name, or undefined. */
export const modelEndingOf = (fileName: string): ModelEnding | undefined =>
  MODEL_ENDINGS.find((ending) => fileName.endsWith(ending))

/** Names of the multipart fields. */
export const UPLOAD_FIELDS = {
  file: 'model_file',
  name: 'model_name',
  type: 'model_type',
  timeframe: 'timeframe',
  pair: 'trading_pair',
  exchange: 'exchange',
  description: 'description',
  metrics: 'metrics_file',
} as const

/** Defaults of a bulk upload. */
export const UPLOAD_DEFAULTS = { type: 'xgboost', timeframe: '1m', pair: 'BTC/USD', exchange: 'kraken' } as const

/** The parts of the form, for the API reference: the server reads them as they arrive. */
export const uploadFormSchema = z.object({
  [UPLOAD_FIELDS.name]: z.string(),
  [UPLOAD_FIELDS.type]: z.string(),
  [UPLOAD_FIELDS.timeframe]: intervalSchema,
  [UPLOAD_FIELDS.pair]: z.enum(PAIR_IDS),
  [UPLOAD_FIELDS.exchange]: exchangeSchema,
  [UPLOAD_FIELDS.description]: z.optional(z.string()),
  [UPLOAD_FIELDS.file]: z.file(),
  [UPLOAD_FIELDS.metrics]: z.optional(z.file()),
})

export const uploadResponseSchema = z.object({ success: z.literal(true), data: modelSchema, message: z.string() })

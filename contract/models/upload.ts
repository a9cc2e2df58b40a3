import * as z from 'zod/mini'
import { modelSchema } from './model.ts'

/** Endings of the files that count as models; case matters. */
export const MODEL_ENDINGS = ['.pkl', '.joblib', '.onnx'] as const
export type ModelEnding = (typeof MODEL_ENDINGS)[number]
export const METRICS_ENDING = '.json'
/** What the picker offers. */
export const UPLOAD_ACCEPT = '.pkl, .joblib, .onnx, .json'

/** The model ending of a file's name, or undefined when it has none. */
export const modelEndingOf = (fileName: string): ModelEnding | undefined =>
  MODEL_ENDINGS.find((ending) => fileName.endsWith(ending))

/** Names of the parts of an upload. */
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

/** What a bulk upload sends beside the file. */
export const UPLOAD_DEFAULTS = { type: 'xgboost', timeframe: '1m', pair: 'BTC/USD', exchange: 'kraken' } as const

export const uploadResponseSchema = z.object({ success: z.literal(true), data: modelSchema, message: z.string() })

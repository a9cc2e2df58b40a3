import * as z from 'zod/mini'

export const MODEL_FORMATS = ['onnx', 'pickle', 'joblib'] as const
export const modelFormatSchema = z.enum(MODEL_FORMATS)
export type ModelFormat = z.infer<typeof modelFormatSchema>

/** An input or output of an ONNX graph. A dynamic dimension is its name, or `?`. */
export const graphValueSchema = z.object({
  name: z.string(),
  /** `float32`, `int64`, …, or a non-tensor type such as `sequence` or `map`. */
  type: z.string(),
  shape: z.array(z.union([z.number(), z.string()])),
})
export type GraphValue = z.infer<typeof graphValueSchema>

export const onnxFactsSchema = z.object({
  ir_version: z.number(),
  producer: z.string(),
  opsets: z.array(z.object({ domain: z.string(), version: z.number() })),
  inputs: z.array(graphValueSchema),
  outputs: z.array(graphValueSchema),
  operators: z.array(z.string()),
  /** Version of the feature vector it was trained for; null if not specified. */
  feature_version: z.nullable(z.string()),
})
export type OnnxFacts = z.infer<typeof onnxFactsSchema>

/** Imports of a pickle, found without loading it. */
export const pickleFactsSchema = z.object({
  protocol: z.number(),
  /** `module.name`, in order of appearance, without duplicates. */
  imports: z.array(z.string()),
  /** Imports that can do more than hold data. */
  dangerous: z.array(z.string()),
  /** False if parts could not be read as opcodes (arrays between them, compression), so imports may be missing. */
  complete: z.boolean(),
  compression: z.nullable(z.string()),
})
export type PickleFacts = z.infer<typeof pickleFactsSchema>

/** Facts found in a file without running it. */
export const inspectionSchema = z.object({
  format: modelFormatSchema,
  size_bytes: z.number(),
  sha256: z.string(),
  onnx: z.nullable(onnxFactsSchema),
  pickle: z.nullable(pickleFactsSchema),
  warnings: z.array(z.string()),
  /** Milliseconds of one inference in the smoke test; null if it cannot be scored. */
  trial_ms: z.nullable(z.number()),
})
export type Inspection = z.infer<typeof inspectionSchema>

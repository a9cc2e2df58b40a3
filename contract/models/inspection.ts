import * as z from 'zod/mini'

export const MODEL_FORMATS = ['onnx', 'pickle', 'joblib'] as const
export const modelFormatSchema = z.enum(MODEL_FORMATS)
export type ModelFormat = z.infer<typeof modelFormatSchema>

/** A value that goes into or comes out of an ONNX graph. A dimension without a fixed size is its name, or `?`. */
export const graphValueSchema = z.object({
  name: z.string(),
  /** `float32`, `int64`, …, or `sequence`, `map` for what is no tensor. */
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
  /** Of the vector that it says it was trained for; null when it says nothing. */
  feature_version: z.nullable(z.string()),
})
export type OnnxFacts = z.infer<typeof onnxFactsSchema>

/** What a pickle would import if somebody loaded it. It was read as text and never loaded. */
export const pickleFactsSchema = z.object({
  protocol: z.number(),
  /** `module.name`, in the order they come, each once. */
  imports: z.array(z.string()),
  /** Those of them that can do more than hold figures. */
  dangerous: z.array(z.string()),
  /** False when parts could not be read as opcodes (arrays between them, compression): imports may be missing. */
  complete: z.boolean(),
  compression: z.nullable(z.string()),
})
export type PickleFacts = z.infer<typeof pickleFactsSchema>

/** What was found in a file without running any of it. */
export const inspectionSchema = z.object({
  format: modelFormatSchema,
  size_bytes: z.number(),
  sha256: z.string(),
  onnx: z.nullable(onnxFactsSchema),
  pickle: z.nullable(pickleFactsSchema),
  warnings: z.array(z.string()),
  /** Milliseconds of one inference when it was tried out; null where it cannot be scored. */
  trial_ms: z.nullable(z.number()),
})
export type Inspection = z.infer<typeof inspectionSchema>

import * as z from 'zod/mini'
import type { ModelEnding } from '#contract/models/upload.ts'
import { factsSchema } from '../inspection/facts.ts'

/** Tensors by the names of the graph's inputs. */
export type Inputs = Readonly<Record<string, { readonly data: Float32Array; readonly dims: readonly number[] }>>

/** A request to the thread. Requests are processed one at a time, in order. */
export type Job =
  /** Inspect a file and, if it is a compatible ONNX model, run a smoke test. Returns an `Examination`. */
  | { readonly kind: 'examine'; readonly path: string; readonly ending: ModelEnding }
  /** Load a model. `sha256` is the expected hash in hex. Returns null. */
  | { readonly kind: 'load'; readonly id: string; readonly path: string; readonly sha256: string }
  /** Unload a model. Returns null. */
  | { readonly kind: 'unload'; readonly id: string }
  /** Score one feature vector. Returns the row of probabilities. */
  | { readonly kind: 'score'; readonly id: string; readonly vector: Float32Array }
  /** Run arbitrary tensors, to compare with other runtimes. Returns the named outputs. */
  | { readonly kind: 'run'; readonly id: string; readonly inputs: Inputs; readonly outputs: readonly string[] }

/** Includes NaN and Infinity: outputs are validated later. */
const anyNumber = z.custom<number>((value) => typeof value === 'number')
export const rowSchema = z.array(anyNumber)
export const tensorsSchema = z.record(z.string(), z.object({ dims: z.array(z.number()), data: rowSchema }))
export type Tensors = z.infer<typeof tensorsSchema>

export const examinationSchema = z.object({
  facts: factsSchema,
  /** Incompatibilities found by inspection or, if there are none, by the smoke test. */
  unfit: z.array(z.object({ reason: z.string(), text: z.string() })),
  /** Milliseconds of one inference; null without a smoke test. */
  trialMs: z.nullable(z.number()),
})
export type Examination = z.infer<typeof examinationSchema>

/** Error messages are the runtime's or ours, and may be displayed. */
export const jobResultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type JobResult = z.infer<typeof jobResultSchema>

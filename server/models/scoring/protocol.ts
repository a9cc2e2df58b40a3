import * as z from 'zod/mini'
import type { ModelEnding } from '#contract/models/upload.ts'
import { factsSchema } from '../inspection/facts.ts'

/** Rows of figures by the names of a graph's inputs. */
export type Inputs = Readonly<Record<string, { readonly data: Float32Array; readonly dims: readonly number[] }>>

/** What the thread is asked. It answers one after the other, in order. */
export type Job =
  /** Look into a file, and when it is an ONNX model that fits, try it out. Answers an `Examination`. */
  | { readonly kind: 'examine'; readonly path: string; readonly ending: ModelEnding }
  /** Make a model ready. `sha256` is what the file must have, in hex. Answers null. */
  | { readonly kind: 'load'; readonly id: string; readonly path: string; readonly sha256: string }
  /** Answers null. */
  | { readonly kind: 'unload'; readonly id: string }
  /** One vector in; answers the row of probabilities. */
  | { readonly kind: 'score'; readonly id: string; readonly vector: Float32Array }
  /** Any tensors in; answers the named outputs. For comparing with other runtimes. */
  | { readonly kind: 'run'; readonly id: string; readonly inputs: Inputs; readonly outputs: readonly string[] }

/** Also those that are no figures: what a model gives is judged later. */
const anyNumber = z.custom<number>((value) => typeof value === 'number')
export const rowSchema = z.array(anyNumber)
export const tensorsSchema = z.record(z.string(), z.object({ dims: z.array(z.number()), data: rowSchema }))
export type Tensors = z.infer<typeof tensorsSchema>

export const examinationSchema = z.object({
  facts: factsSchema,
  /** Why it cannot be scored: found without running it and, when there is nothing, while trying it out. */
  unfit: z.array(z.object({ reason: z.string(), text: z.string() })),
  /** Milliseconds of one inference; null when it was not tried out. */
  trialMs: z.nullable(z.number()),
})
export type Examination = z.infer<typeof examinationSchema>

/** The words of a failure are the runtime's or ours; they may be shown. */
export const jobResultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type JobResult = z.infer<typeof jobResultSchema>

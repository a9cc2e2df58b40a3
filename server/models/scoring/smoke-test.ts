import { FEATURE_COUNT, FEATURES, type FeatureName } from '#contract/models/features.ts'
import type { Incompatibility } from './compatibility.ts'
import { probabilitiesOf } from './probabilities.ts'
import { openSession, score, runtimeMessage } from './sessions.ts'

/** Features of a calm market; 0 where not listed. */
const CALM: Partial<Record<FeatureName, number>> = {
  rsi_14: 50,
  rsi_7: 50,
  atr_14_pct: 0.1,
  bollinger_position: 0.5,
  bollinger_width_pct: 0.5,
  adx: 20,
  plus_di: 20,
  minus_di: 20,
  stochastic_k: 50,
  stochastic_d: 50,
}
const rowOf = (valueOf: (name: FeatureName) => number): Float32Array =>
  Float32Array.from(FEATURES, ({ name }) => valueOf(name))

/** Vectors that every model must handle: zeros, a calm market, and two extreme moves. */
const VECTORS: readonly Float32Array[] = [
  rowOf(() => 0),
  rowOf((name) => CALM[name] ?? 0),
  rowOf((name) => (CALM[name] ?? 0) * 1.9 + 1),
  rowOf((name) => (CALM[name] ?? 0) * 0.1 - 1),
]

/** A runtime error about shapes: the graph declares a free width, but its weights need another one. */
const isMisfit = (message: string): boolean => /dimension|broadcast|shape/i.test(message)

function failureOf(message: string): Incompatibility {
  if (!isMisfit(message)) return { reason: 'does_not_run', text: `The model failed to run: ${message}` }
  return {
    reason: 'input_width',
    text: `It does not take the feature vector: it needs ${FEATURE_COUNT} inputs, in exactly one float32 tensor [N, ${FEATURE_COUNT}].`,
  }
}

/** Runs a model on sample vectors. `ms` is the slowest inference after the first, which warms up the runtime. */
export async function smokeTest(bytes: Uint8Array): Promise<{ readonly ms: number } | Incompatibility> {
  try {
    const session = await openSession(bytes)
    let ms = 0
    for (const [index, vector] of VECTORS.entries()) {
      const began = performance.now()
      const result = probabilitiesOf(await score(session, vector))
      if (index > 0) ms = Math.max(ms, performance.now() - began)
      if ('problem' in result) return { reason: 'not_probabilities', text: `In the smoke test, ${result.problem}.` }
    }
    await session.session.release()
    return { ms }
  } catch (error) {
    return failureOf(runtimeMessage(error))
  }
}

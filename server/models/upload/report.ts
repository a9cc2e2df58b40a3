import type { Inspection } from '#contract/models/inspection.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Examination } from '../scoring/protocol.ts'
import type { Received } from './receive.ts'

type Pickle = NonNullable<Inspection['pickle']>

function pickleWarnings({ dangerous, complete, compression }: Pickle): string[] {
  const warnings: string[] = []
  if (dangerous.length > 0) warnings.push(`Loading it anywhere would run ${dangerous.join(', ')}.`)
  if (compression !== null) {
    warnings.push(`It is compressed (${compression}) and was not decompressed, so its imports are not known.`)
  } else if (!complete) {
    warnings.push('It contains raw data between its opcodes, so imports after it may be missing from the list.')
  }
  return warnings
}

/** Converts an examination to the stored inspection. Throws with the reason if the file is rejected. */
export function inspectionOf({ facts, unfit, trialMs }: Examination, { sizeBytes, sha256 }: Received): Inspection {
  if (!facts.ok) throw new RequestError(facts.status, facts.text, {}, { reason: facts.reason })
  const [first] = unfit
  if (first) {
    const text = `The model cannot be scored. ${unfit.map(({ text: why }) => why).join(' ')}`
    throw new RequestError(422, text, {}, { reason: first.reason })
  }
  const { onnx, pickle } = facts
  return {
    format: facts.format,
    size_bytes: sizeBytes,
    sha256: Buffer.from(sha256).toString('hex'),
    onnx,
    pickle,
    warnings: [
      ...(pickle ? pickleWarnings(pickle) : []),
      ...(onnx && onnx.feature_version === null
        ? ['It does not name the feature version it was trained for; the current one is assumed.']
        : []),
    ],
    trial_ms: trialMs,
  }
}

import * as z from 'zod/mini'
import { modelFormatSchema, onnxFactsSchema, pickleFactsSchema, type PickleFacts } from '#contract/models/inspection.ts'
import type { ModelEnding } from '#contract/models/upload.ts'
import { readOnnx } from './onnx.ts'
import { readPickle } from './pickle.ts'
import { BrokenProtobuf } from './protobuf.ts'

export const factsSchema = z.union([
  z.object({
    ok: z.literal(true),
    format: modelFormatSchema,
    onnx: z.nullable(onnxFactsSchema),
    pickle: z.nullable(pickleFactsSchema),
    /** Name of an ONNX tensor with external data. */
    externalTensor: z.nullable(z.string()),
  }),
  z.object({
    ok: z.literal(false),
    status: z.union([z.literal(400), z.literal(422)]),
    reason: z.string(),
    text: z.string(),
  }),
])
/** The facts found in a file, or why it is rejected. Must be cloneable between threads. */
export type Facts = z.infer<typeof factsSchema>

const refuse = (status: 400 | 422, reason: string, text: string): Facts => ({ ok: false, status, reason, text })

/** Magic numbers of compressed joblib files, which are never decompressed. */
const COMPRESSIONS: readonly { readonly name: string; readonly magic: readonly number[] }[] = [
  { name: 'zlib', magic: [0x78] },
  { name: 'gzip', magic: [0x1f, 0x8b] },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68] },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'lzma', magic: [0x5d, 0x00, 0x00] },
  { name: 'lz4', magic: [0x04, 0x22, 0x4d, 0x18] },
]

const compressionOf = (bytes: Uint8Array): string | undefined =>
  COMPRESSIONS.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte))?.name

function onnxFacts(bytes: Uint8Array): Facts {
  try {
    const { facts, externalTensor } = readOnnx(bytes)
    return { ok: true, format: 'onnx', onnx: facts, pickle: null, externalTensor: externalTensor ?? null }
  } catch (error) {
    if (!(error instanceof BrokenProtobuf)) throw error
    return refuse(400, 'not_onnx', `The file is not a usable ONNX model: ${error.message}.`)
  }
}

function joblibFacts(bytes: Uint8Array): Facts {
  const pickle = readPickle(bytes)
  if (pickle) return { ok: true, format: 'joblib', onnx: null, pickle, externalTensor: null }
  const compression = compressionOf(bytes)
  if (compression === undefined) {
    return refuse(400, 'not_joblib', 'The file is not a joblib file, or it is truncated.')
  }
  const unread: PickleFacts = { protocol: 0, imports: [], dangerous: [], complete: false, compression }
  return { ok: true, format: 'joblib', onnx: null, pickle: unread, externalTensor: null }
}

function pickleFacts(bytes: Uint8Array): Facts {
  const pickle = readPickle(bytes)
  if (!pickle) return refuse(400, 'not_pickle', 'The file is not a pickle, or it is truncated.')
  return { ok: true, format: 'pickle', onnx: null, pickle, externalTensor: null }
}

/** Reads a file in the format of its extension, which its content must match. Nothing is run, loaded or decompressed. */
export function factsOf(bytes: Uint8Array, ending: ModelEnding): Facts {
  if (bytes.length === 0) return refuse(400, 'empty', 'The file is empty.')
  if (ending === '.onnx') return onnxFacts(bytes)
  return ending === '.joblib' ? joblibFacts(bytes) : pickleFacts(bytes)
}

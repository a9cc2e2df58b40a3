import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { modelEndingOf, UPLOAD_FIELDS, type ModelEnding } from '#contract/models/upload.ts'
import { RequestError } from '#server/http/errors.ts'
import { fileLabelOf } from './fields.ts'
import { createHash } from 'node:crypto'
import { storeUpload } from '#server/uploads/store-upload.ts'

/** A complete and synced file on disk. */
export interface Received {
  readonly sizeBytes: number
  readonly sha256: Uint8Array
}

interface StorageLimits {
  /** The volume that the file is written to. */
  readonly directory: string
  /** Remaining quota of the user. */
  readonly quotaBytes: number
  /** Bytes free on the volume. */
  readonly free?: (directory: string) => number
}

const MIB = 1_048_576
export const tooLarge = (): RequestError =>
  new RequestError(413, `The model file is larger than ${MODEL_LIMITS.maxFileBytes / MIB} MiB.`)
export const overQuota = (): RequestError =>
  new RequestError(507, `Your models would take more than ${MODEL_LIMITS.maxBytesPerUser / MIB} MiB together.`)

/**
 * Streams an upload to a new file at `path`, as `storeUpload` does, hashing it. Enforces the limits of file, user and volume.
 */
export async function receive(
  content: AsyncIterable<Uint8Array>,
  path: string,
  { directory, quotaBytes, free }: StorageLimits,
): Promise<Received> {
  const hash = createHash('sha256')
  const sizeBytes = await storeUpload(content, {
    path,
    directory,
    what: 'model',
    ...(free && { free }),
    onPart(part, bytes) {
      if (bytes > MODEL_LIMITS.maxFileBytes) throw tooLarge()
      if (bytes > quotaBytes) throw overQuota()
      hash.update(part)
    },
  })
  return { sizeBytes, sha256: hash.digest() }
}

/** A completely received upload. */
export interface ParsedUpload {
  readonly fields: ReadonlyMap<string, string>
  readonly file: Received & { readonly label: string; readonly ending: ModelEnding }
  /** Text of the metrics file, if there was one. */
  readonly metrics: string | undefined
}

const MAX_FIELD_NAME = 100
const LIMITS = {
  fieldSize: 4 * MODEL_LIMITS.maxDescription,
  fields: 12,
  files: 2,
  parts: 14,
  headerPairs: 20,
  // One byte more than allowed, so that a larger file can be detected.
  fileSize: MODEL_LIMITS.maxFileBytes + 1,
}

const ENDING_MESSAGE = 'Not a model file: its name must end in .pkl, .joblib or .onnx.'

function endingOf(label: string): ModelEnding {
  const ending = modelEndingOf(label)
  if (!ending) throw new RequestError(400, ENDING_MESSAGE, {}, { reason: 'ending' })
  return ending
}

/**
 * Errors of the parser are the sender's. It has codes of its own for limits and forbidden names, none for malformed forms,
 * and a stream's for an incomplete file.
 */
const toFormError = (error: unknown): unknown =>
  error instanceof Error && (!('code' in error) || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    ? new RequestError(400, 'The form is malformed or incomplete.', {}, { cause: error })
    : error

/** Yields what the parser does. What the consumer throws is not its error. */
async function* parsed<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw toFormError(error)
  }
}

async function metricsText(part: MultipartFile): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of parsed<Uint8Array>(part.file)) {
    size += chunk.length
    if (size > MODEL_LIMITS.maxMetricsBytes) {
      throw new RequestError(413, `${UPLOAD_FIELDS.metrics}: is larger than ${MODEL_LIMITS.maxMetricsBytes / 1024} KiB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses the parts of an upload in any order; `store` writes the model file. Rejects with a `RequestError`. */
export async function parseParts(
  request: FastifyRequest,
  store: (content: AsyncIterable<Uint8Array>) => Promise<Received>,
): Promise<ParsedUpload> {
  const fields = new Map<string, string>()
  let file: ParsedUpload['file'] | undefined
  let metrics: string | undefined
  for await (const part of parsed(request.parts({ limits: LIMITS }))) {
    // The parser does not limit names.
    if (part.fieldname.length > MAX_FIELD_NAME)
      throw new RequestError(400, `The name of a field is longer than ${MAX_FIELD_NAME} characters.`)
    if (part.type === 'field') {
      if (part.valueTruncated) throw new RequestError(413, `${part.fieldname}: is too long`)
      fields.set(part.fieldname, String(part.value))
    } else if (part.fieldname === UPLOAD_FIELDS.metrics) metrics = await metricsText(part)
    else if (part.fieldname !== UPLOAD_FIELDS.file || file) {
      throw new RequestError(400, `One ${UPLOAD_FIELDS.file} is expected, and at most one ${UPLOAD_FIELDS.metrics}.`)
    } else {
      const label = fileLabelOf(part.filename ?? '')
      const ending = endingOf(label)
      file = { ...(await store(parsed(part.file))), label, ending }
      if (part.file.truncated) throw tooLarge()
    }
  }
  if (!file) throw new RequestError(400, `${UPLOAD_FIELDS.file}: is missing`)
  return { fields, file, metrics }
}

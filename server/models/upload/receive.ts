import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { freeBytes, RESERVE_BYTES } from '#server/database/disk-space.ts'
import { RequestError } from '#server/http/errors.ts'

/** A complete and synced file on disk. */
export interface Received {
  readonly sizeBytes: number
  readonly sha256: Uint8Array
}

export interface StorageLimits {
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
const diskFull = (cause?: unknown): RequestError =>
  new RequestError(507, 'The disk of the server is full: the model was not stored.', {}, { cause })

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code)

/**
 * Streams an upload to a new file at `path`, hashing it, and syncs it. Enforces the limits of file, user and volume, leaving
 * the reserve for the database untouched. Rejects when the client disconnects; the caller removes the partial file.
 */
export async function receive(
  content: AsyncIterable<Uint8Array>,
  path: string,
  limits: StorageLimits,
): Promise<Received> {
  const { directory, quotaBytes, free = freeBytes } = limits
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      sizeBytes += chunk.length
      if (sizeBytes > MODEL_LIMITS.maxFileBytes) throw tooLarge()
      if (sizeBytes > quotaBytes) throw overQuota()
      if (free(directory) - chunk.length < RESERVE_BYTES) throw diskFull()
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } catch (error) {
    throw isFull(error) ? diskFull(error) : error
  } finally {
    await file.close()
  }
  return { sizeBytes, sha256: hash.digest() }
}

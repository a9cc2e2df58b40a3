import { createHash } from 'node:crypto'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { RequestError } from '#server/http/errors.ts'
import { storeUpload } from '#server/uploads/store-upload.ts'

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

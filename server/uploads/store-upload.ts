import { open } from 'node:fs/promises'
import { freeBytes, RESERVE_BYTES } from '#server/database/disk-space.ts'
import { RequestError } from '#server/http/errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code)

export interface UploadTarget {
  readonly path: string
  /** The volume that the file is written to. */
  readonly directory: string
  /** What is stored, for the message of a full disk: `model`. */
  readonly what: string
  /** Called with each part before it is written, and the bytes with it; throws to refuse the upload. */
  readonly onPart: (part: Uint8Array, bytes: number) => void
  /** Bytes free on the volume. */
  readonly free?: (directory: string) => number
}

/**
 * Streams an upload to a new file and syncs it; resolves to its size. The reserve of the database is left free. Rejects when
 * the client disconnects; the caller removes the partial file.
 */
export async function storeUpload(
  content: AsyncIterable<Uint8Array>,
  { path, directory, what, onPart, free = freeBytes }: UploadTarget,
): Promise<number> {
  const diskFull = (cause?: unknown) =>
    new RequestError(507, `The disk of the server is full: the ${what} was not stored.`, {}, { cause })
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of content) {
      bytes += part.length
      onPart(part, bytes)
      if (free(directory) - part.length < RESERVE_BYTES) throw diskFull()
      await file.appendFile(part)
    }
    await file.sync()
  } catch (error) {
    throw isFull(error) ? diskFull(error) : error
  } finally {
    await file.close()
  }
  return bytes
}

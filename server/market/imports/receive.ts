import { open } from 'node:fs/promises'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import { freeBytes, RESERVE_BYTES } from '#server/database/disk-space.ts'
import { RequestError } from '#server/http/errors.ts'

const MIB = 1_048_576
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export const tooLarge = (): RequestError =>
  new RequestError(
    413,
    `The file is larger than ${CANDLE_IMPORT.maxFileBytes / MIB} MiB: import it with npm run candles:import.`,
  )
const diskFull = (cause?: unknown): RequestError =>
  new RequestError(507, 'The disk of the server is full: the file was not stored.', {}, { cause })

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FULL.has(error.code)

/**
 * Streams an upload to a new file and syncs it; resolves to its size. The reserve of the database is left free. Rejects when
 * the client disconnects; the caller removes the partial file.
 */
export async function receive(content: AsyncIterable<Uint8Array>, path: string, directory: string): Promise<number> {
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > CANDLE_IMPORT.maxFileBytes) throw tooLarge()
      if (freeBytes(directory) - chunk.length < RESERVE_BYTES) throw diskFull()
      await file.appendFile(chunk)
    }
    await file.sync()
  } catch (error) {
    throw isFull(error) ? diskFull(error) : error
  } finally {
    await file.close()
  }
  return bytes
}

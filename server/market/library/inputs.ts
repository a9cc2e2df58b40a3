import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { openArchive } from './archive.ts'
import { isArchive, pairOfFile, unreadable, type ImportInputs } from './candle-input.ts'

async function* textOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  try {
    for await (const chunk of stream) yield String(chunk)
  } catch (error) {
    throw unreadable(error)
  }
}

function unzipped(bytes: Readable): Readable {
  const unzip = createGunzip()
  bytes.on('error', (error) => unzip.destroy(error))
  return bytes.pipe(unzip)
}

/** Opens what is at `path`; `name` says what it is. */
export async function openInputs(path: string, name: string): Promise<ImportInputs> {
  if (isArchive(name)) return openArchive(path)
  const pair = pairOfFile(name)
  const { size } = await stat(path)
  let read = () => 0
  const text = () => {
    const bytes = createReadStream(path)
    read = () => bytes.bytesRead
    return textOf(name.endsWith('.gz') ? unzipped(bytes) : bytes)
  }
  return {
    isArchive: false,
    files: [{ name, pair, text }],
    progress: () => (size === 0 ? 0 : Math.min(1, read() / size)),
    close: () => undefined,
  }
}

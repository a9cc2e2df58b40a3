import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Candle } from '#contract/candles.ts'
import { parseRow } from '#server/market/replay/csv.ts'
import { columnsOf, type Columns } from '#server/market/library/rows.ts'

/** A line of a candle file: its candle, or why it is invalid. */
export type Row = { readonly candle: Candle } | { readonly line: number; readonly reason: string }

/** True for a file that starts with the gzip magic bytes. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** Adds the path to an error, which stream errors lack. */
function withPath(path: string, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(message.includes(path) ? message : `${path}: ${message}`, { cause: error })
}

async function* readLines(path: string): AsyncGenerator<string> {
  const zipped = await isGzip(path)
  const bytes = createReadStream(path)
  const text: Readable = zipped ? bytes.pipe(createGunzip()) : bytes
  text.setEncoding('utf8')
  let rest = ''
  // Not readline, which does not propagate the error of a damaged archive.
  for await (const piece of text) {
    const lines = (rest + String(piece)).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}

async function* readLinesWithPath(path: string): AsyncGenerator<string> {
  try {
    yield* readLines(path)
  } catch (error) {
    throw withPath(path, error)
  }
}

/**
 * The rows of a CSV file of one-minute candles, gzipped or not, in file order. Throws when the file cannot be read or its
 * columns are unknown.
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  let line = 0
  let columns: Columns | undefined
  for await (const content of readLinesWithPath(path)) {
    line += 1
    if (content === '') continue
    if (!columns) {
      const found = columnsOf(content.replace(/^\uFEFF/, ''))
      if (typeof found === 'string') throw new Error(`${path}: ${found}`)
      columns = found
      if (columns.hasHeader) continue
    }
    const parsed = parseRow(columns.toRow(content), -1)
    yield typeof parsed === 'string' ? { line, reason: parsed } : { candle: parsed }
  }
}

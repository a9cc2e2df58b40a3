import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { PairId } from '#contract/pairs.ts'
import { parseFileName } from '../replay/file-name.ts'
import { UnusableFile } from './findings.ts'

/** A file of candles within what is imported. */
export interface CandleInput {
  readonly name: string
  readonly pair: PairId
  /** Its text, in parts. Throws an `UnusableFile` if it cannot be read. */
  readonly text: () => AsyncIterable<string>
}

/** What is imported: its files, and how much of it is read (0 to 1). */
export interface ImportInputs {
  readonly files: readonly CandleInput[]
  readonly progress: () => number
}

/** Kraken names the minutes of a candle behind the pair: XBTUSD_5.csv has candles of five. */
const OTHER_TIMEFRAME = /_(?!1\.)\d+\.csv(\.gz)?$/
const READABLE = /\.csv(\.gz)?$/

/** The pair of a file of one-minute candles, by its name. Throws an `UnusableFile` with what is wrong with the name. */
export function pairOfFile(name: string): PairId {
  if (!READABLE.test(name)) throw new UnusableFile('its name does not end in .csv or .csv.gz: unpack an archive first')
  const named = parseFileName(name)
  if (!named) throw new UnusableFile('its name does not begin with a pair, such as XBTUSD_1.csv')
  if (OTHER_TIMEFRAME.test(name))
    throw new UnusableFile('its candles are not of one minute: the file of those ends in _1.csv')
  return named.pair
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function unreadable(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return new UnusableFile('it ends in the middle: it was not copied completely')
  if (!code.startsWith('Z_')) return error
  const isOther = error instanceof Error && error.message.includes('header check')
  return new UnusableFile(isOther ? 'it is not a gzip file' : 'its compressed data are damaged')
}

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
  const pair = pairOfFile(name)
  const { size } = await stat(path)
  let read = () => 0
  const text = () => {
    const bytes = createReadStream(path)
    read = () => bytes.bytesRead
    return textOf(name.endsWith('.gz') ? unzipped(bytes) : bytes)
  }
  return { files: [{ name, pair, text }], progress: () => (size === 0 ? 0 : Math.min(1, read() / size)) }
}

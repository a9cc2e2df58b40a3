import type { PairId } from '#contract/pairs.ts'
import { UnusableFile } from './findings.ts'
import { parseFileName, type Quote } from '#server/market/replay/candle-file.ts'

/** A file of candles within what is imported. */
export interface CandleInput {
  readonly name: string
  readonly pair: PairId
  /** Its text, in parts. Throws an `UnusableFile` if it cannot be read. */
  readonly text: () => AsyncIterable<string>
}

/** What is imported: its files, and how much of it is read (0 to 1). */
export interface ImportInputs {
  readonly isArchive: boolean
  readonly files: readonly CandleInput[]
  readonly progress: () => number
  readonly close: () => void
}

/** Kraken names the minutes of a candle behind the pair: XBTUSD_5.csv has candles of five. */
const OTHER_TIMEFRAME = /_(?!1\.)\d+\.csv(\.gz)?$/
const READABLE = /\.csv(\.gz)?$/

/** The pair and the quote currency of a file of one-minute candles, by its name; or what is wrong with the name. */
export function fileOfCandles(
  name: string,
): { readonly pair: PairId; readonly quote: Quote } | { readonly refused: string } {
  if (!READABLE.test(name)) return { refused: 'its name does not end in .csv, .csv.gz or .zip' }
  const named = parseFileName(name)
  if (!named) return { refused: 'its name does not begin with a pair, such as XBTUSD_1.csv' }
  if (OTHER_TIMEFRAME.test(name))
    return { refused: 'its candles are not of one minute: the file of those ends in _1.csv' }
  return named
}

/** The pair of a file of one-minute candles, by its name. Throws an `UnusableFile` with what is wrong with the name. */
export function pairOfFile(name: string): PairId {
  const file = fileOfCandles(name)
  if ('refused' in file) throw new UnusableFile(file.refused)
  return file.pair
}

/** Whether a name is that of an archive with files of candles. */
export const isArchive = (name: string): boolean => name.toLowerCase().endsWith('.zip')

/** Throws an `UnusableFile` if a file of this name cannot be imported. */
export function assertUsableName(name: string): void {
  if (!isArchive(name)) pairOfFile(name)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What an error of decompression says to the user. */
export function unreadable(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return new UnusableFile('it ends in the middle: it was not copied completely')
  if (!code.startsWith('Z_')) return error
  const isOther = error instanceof Error && error.message.includes('header check')
  return new UnusableFile(isOther ? 'it is not a gzip file' : 'its compressed data are damaged')
}

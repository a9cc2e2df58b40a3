import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { createSeries, type Series } from '../store/series.ts'
import { HEADER, parseRow } from './csv.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'

/** A skipped row, or a problem of the file itself (`line` 0). */
export interface FileIssue {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export type CandleFileResult =
  | { readonly candles: Series; readonly issues: readonly FileIssue[] }
  | { readonly refused: FileIssue; readonly issues: readonly FileIssue[] }

/** A file with more bad rows than this, or than this ratio if that is more, is rejected. */
const BAD_ROWS = 10
const BAD_RATIO = 0.01
/** Nine years of minutes. */
export const MAX_ROWS = 5_000_000

class FileRejection extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Parses a file chunk by chunk. `end` rejects a file with too many bad rows. */
function createReader(file: string, maxRows: number) {
  const candles = createSeries(maxRows)
  const issues: FileIssue[] = []
  let line = 0
  let rest = ''
  let last = -1
  let content = ''

  function readLine(text: string): void {
    line += 1
    content = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line === 1) {
      if (content.replace(/^\uFEFF/, '') === HEADER) return
      throw new FileRejection(
        1,
        `the header is ${JSON.stringify(content.slice(0, 80))} instead of ${JSON.stringify(HEADER)}`,
      )
    }
    const row = parseRow(content, last)
    if (typeof row === 'string') issues.push({ file, line, reason: row })
    else if (candles.length() === maxRows) throw new FileRejection(line, `there are more than ${maxRows} rows`)
    else {
      candles.push(row)
      last = row.timestamp
    }
  }

  return {
    write(text: string): void {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const each of lines) readLine(each)
    },
    /** @param isTruncated the text stopped mid-line, so the last line is discarded */
    end(isTruncated: boolean): CandleFileResult {
      if (isTruncated) {
        const reason = 'the file is truncated; the rows before the cut are used'
        issues.push({ file, line: line + 1, reason })
      } else if (rest !== '') readLine(rest)
      const bad = issues.length
      const [first] = issues
      if (first && bad > Math.max(BAD_ROWS, BAD_RATIO * line)) {
        throw new FileRejection(first.line, `${bad} of ${line} lines are bad; the first ${first.reason}`)
      }
      if (candles.length() === 0) throw new FileRejection(line, 'it contains no candles')
      return { candles, issues }
    },
    line: () => line,
    faults: issues,
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/**
 * Reads a gzipped CSV of candles. Bad rows are skipped and reported with their line. A file with too many of them, a wrong
 * header or corrupt compression is rejected; a truncated one keeps the rows before the cut. Never rejects.
 */
export function readCandleFile(path: string, file: string, maxRows = MAX_ROWS): Promise<CandleFileResult> {
  const reader = createReader(file, maxRows)
  return new Promise((resolve) => {
    const bytes = createReadStream(path)
    const text = createGunzip()

    function refuse(line: number, reason: string): void {
      bytes.destroy()
      text.destroy()
      resolve({ refused: { file, line, reason }, issues: reader.faults })
    }

    function attempt(work: () => void): void {
      try {
        work()
      } catch (error) {
        refuse(
          error instanceof FileRejection ? error.line : reader.line(),
          error instanceof Error ? error.message : 'unreadable',
        )
      }
    }

    bytes.on('error', (error) => refuse(0, `cannot be read: ${error.message}`))
    // Events instead of iteration: an iterator may lose data decompressed just before a truncation.
    text.setEncoding('utf8')
    text.on('data', (piece: string) => attempt(() => reader.write(piece)))
    text.on('end', () => attempt(() => resolve(reader.end(false))))
    text.on('error', (error) => {
      if (codeOf(error) === 'Z_BUF_ERROR') attempt(() => resolve(reader.end(true)))
      else if (error.message.includes('header check')) refuse(0, 'is not a gzip file')
      else refuse(reader.line(), `the compressed data is damaged: ${error.message}`)
    })
    bytes.pipe(text)
  })
}

/** Quote currencies in order of preference. Stable coins stand in for the dollar if nothing better is recorded. */
export const QUOTES = ['USD', 'USDT', 'USDC'] as const
export type Quote = (typeof QUOTES)[number]

const NAME = /^([A-Z]+?[-_]?)Z?(USDT|USDC|USD)(?![A-Z0-9])/i

/** Parses pair and quote currency from a file name (`BTCUSD-1m-2019-06.csv.gz`); undefined if it has none. */
export function parseFileName(name: string): { readonly pair: PairId; readonly quote: Quote } | undefined {
  const [, base, quoteText] = NAME.exec(name) ?? []
  const quote = QUOTES.find((known) => known === quoteText?.toUpperCase())
  const pair = parsePair(`${base}USD`)
  return pair && quote ? { pair, quote } : undefined
}

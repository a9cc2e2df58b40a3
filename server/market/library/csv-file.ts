import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { Candle } from '#contract/candles.ts'
import { readCandleFile, type FileIssue } from '../replay/candle-file.ts'
import { HEADER, parseRow } from '../replay/csv.ts'

/** Columns of a candle; Kraken's OHLCVT files have a seventh, the number of trades. */
const FIELDS = HEADER.split(',').length

/** A file with more bad rows than this, and than one in a hundred, is refused. */
const BAD_ROWS = 10
const BAD_RATIO = 0.01

/** The candles of a file, oldest first, and the rows that were skipped. */
export interface ReadFile {
  readonly candles: readonly Candle[]
  readonly issues: readonly FileIssue[]
}

/** [BT-42] Rows of an uncompressed file, with the header of replay files or, as Kraken's downloads, without one. */
async function readPlain(path: string): Promise<ReadFile> {
  const file = basename(path)
  const candles: Candle[] = []
  const issues: FileIssue[] = []
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    line += 1
    if (text === '' || (line === 1 && text.replace(/^\uFEFF/, '') === HEADER)) continue
    const row = parseRow(text.split(',').slice(0, FIELDS).join(','), candles.at(-1)?.timestamp ?? -1)
    if (typeof row === 'string') issues.push({ file, line, reason: row })
    else candles.push(row)
  }
  const [first] = issues
  if (first && issues.length > Math.max(BAD_ROWS, BAD_RATIO * line)) {
    throw new Error(`${issues.length} of ${line} lines are bad; line ${first.line} ${first.reason}`)
  }
  return { candles, issues }
}

/** Reads `.csv` and `.csv.gz`. Throws with the reason if the file cannot be used at all. */
export async function readCsvFile(path: string): Promise<ReadFile> {
  if (path.endsWith('.csv')) return readPlain(path)
  const result = await readCandleFile(path, basename(path))
  if ('refused' in result) throw new Error(result.refused.reason)
  return { candles: result.candles.slice(0, Infinity), issues: result.issues }
}

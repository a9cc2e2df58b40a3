import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { createSeries, type Series } from '../store/series.ts'
import { HEADER, parseRow } from './csv.ts'

/** A row that was left out, or (`line` 0) what is wrong with the file as a whole. */
export interface Fault {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export type ReadFile =
  | { readonly candles: Series; readonly faults: readonly Fault[] }
  | { readonly refused: Fault; readonly faults: readonly Fault[] }

/** So many bad rows, or this share of them if that is more, and the file is not to be trusted at all. */
const BAD_ROWS = 10
const BAD_SHARE = 0.01
/** Nine years of minutes. */
export const ROW_CAP = 5_000_000

class Refusal extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Takes a file's text piece by piece. `end` refuses what turned out not to be trusted. */
function createReader(file: string, rowCap: number) {
  const candles = createSeries(rowCap)
  const faults: Fault[] = []
  let line = 0
  let rest = ''
  let last = -1
  let seen = ''

  function takeLine(text: string): void {
    line += 1
    seen = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line === 1) {
      if (seen.replace(/^\uFEFF/, '') === HEADER) return
      throw new Refusal(1, `the header is ${JSON.stringify(seen.slice(0, 80))} instead of ${JSON.stringify(HEADER)}`)
    }
    const row = parseRow(seen, last)
    if (typeof row === 'string') faults.push({ file, line, reason: row })
    else if (candles.length() === rowCap) throw new Refusal(line, `there are more than ${rowCap} rows`)
    else {
      candles.push(row)
      last = row.timestamp
    }
  }

  return {
    take(text: string): void {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const each of lines) takeLine(each)
    },
    /** @param isCut the text stopped in the middle: its last line is not to be read */
    end(isCut: boolean): ReadFile {
      if (isCut) {
        const reason = 'the file is cut short; the rows before are kept'
        faults.push({ file, line: line + 1, reason })
      } else if (rest !== '') takeLine(rest)
      const bad = faults.length
      const [first] = faults
      if (first && bad > Math.max(BAD_ROWS, BAD_SHARE * line)) {
        throw new Refusal(first.line, `${bad} of ${line} lines are bad; the first ${first.reason}`)
      }
      if (candles.length() === 0) throw new Refusal(line, 'there is no candle in it')
      return { candles, faults }
    },
    line: () => line,
    faults,
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/**
 * Reads a gzip CSV of candles. A bad row is left out and reported with its line; a file with too many of them, a wrong
 * header or damaged compression is refused as a whole; one that is cut short keeps the rows before the cut. Never rejects.
 */
export function readCandleFile(path: string, file: string, rowCap = ROW_CAP): Promise<ReadFile> {
  const reader = createReader(file, rowCap)
  return new Promise((resolve) => {
    const bytes = createReadStream(path)
    const text = createGunzip()

    function refuse(line: number, reason: string): void {
      bytes.destroy()
      text.destroy()
      resolve({ refused: { file, line, reason }, faults: reader.faults })
    }

    function attempt(work: () => void): void {
      try {
        work()
      } catch (error) {
        refuse(
          error instanceof Refusal ? error.line : reader.line(),
          error instanceof Error ? error.message : 'unreadable',
        )
      }
    }

    bytes.on('error', (error) => refuse(0, `cannot be read: ${error.message}`))
    // Listened to rather than iterated over: an iterator may lose what was unpacked just before a cut.
    text.setEncoding('utf8')
    text.on('data', (piece: string) => attempt(() => reader.take(piece)))
    text.on('end', () => attempt(() => resolve(reader.end(false))))
    text.on('error', (error) => {
      if (codeOf(error) === 'Z_BUF_ERROR') attempt(() => resolve(reader.end(true)))
      else if (error.message.includes('header check')) refuse(0, 'is not a gzip file')
      else refuse(reader.line(), `the compressed data is damaged: ${error.message}`)
    })
    bytes.pipe(text)
  })
}

import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { MAX_ROWS } from '../replay/candle-file.ts'
import { HEADER, parseRow } from '../replay/csv.ts'
import { MINUTE_S } from '../store/fold.ts'
import { UnusableFile, type FindingsCounter } from './findings.ts'

/** Columns of a candle; Kraken's OHLCVT files have a seventh, the number of trades. */
const FIELDS = HEADER.split(',').length

/** A file with more bad rows than this, and than one in a hundred, is refused. */
const BAD_ROWS = 10
const BAD_RATIO = 0.01
/** From this many candles on, two of a file of minutes are a minute apart. */
const ENOUGH = 10
const MAX_LINES = Math.ceil(MAX_ROWS * (1 + BAD_RATIO))
/** A candle takes less than 100 characters; without a limit, a file without line ends would fill the memory. */
const MAX_LINE = 1_000

/** The candles of a calendar month (UTC), oldest first. */
export interface MonthOfCandles {
  /** 2019-06. */
  readonly month: string
  readonly candles: readonly Candle[]
}

const monthOf = (timestampS: number): string => new Date(timestampS * 1000).toISOString().slice(0, 7)

function endOfMonth(timestampS: number): number {
  const date = new Date(timestampS * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000
}

function candleFields(line: string): string {
  let end = -1
  for (let field = 0; field < FIELDS; field += 1) {
    end = line.indexOf(',', end + 1)
    if (end === -1) return line
  }
  return line.slice(0, end)
}

/** Splits text into lines, without their ends. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield rest.length > MAX_LINE ? [...lines, rest] : lines
  }
  if (rest !== '') yield [rest]
}

/**
 * [BT-42] Reads the candles of a file month by month, with the header of replay files or, as Kraken's downloads, without one.
 * Throws an `UnusableFile` if it has too many bad rows, or none that is a candle.
 */
export async function* readMonths(
  text: AsyncIterable<string>,
  { file, pair, found }: { readonly file: string; readonly pair: PairId; readonly found: FindingsCounter },
): AsyncGenerator<MonthOfCandles> {
  let candles: Candle[] = []
  let monthEnd = 0
  let last = -1
  let line = 0
  let bad = 0
  let firstBad = ''
  let count = 0
  let leastStep = Infinity

  function skip(reason: string, isDuplicate = false): void {
    bad += 1
    if (bad === 1) firstBad = `line ${line} ${reason}`
    found.skip(file, line, reason, isDuplicate)
  }

  /** The candle of the next line; undefined if there is none in it. */
  function read(given: string): Candle | undefined {
    line += 1
    if (given.length > MAX_LINE) throw new UnusableFile(`line ${line} is longer than ${MAX_LINE} characters`)
    if (line > MAX_LINES) throw new UnusableFile(`there are more than ${MAX_ROWS} rows`)
    const content = given.endsWith('\r') ? given.slice(0, -1) : given
    if (content === '' || (line === 1 && content.replace(/^\uFEFF/, '') === HEADER)) return undefined
    const row = parseRow(candleFields(content), -1)
    if (typeof row === 'string') skip(row)
    else if (row.timestamp === last) skip(`has the minute of the row before, ${last}`, true)
    else if (row.timestamp < last) skip(`timestamp ${row.timestamp} does not rise: the row before has ${last}`)
    else return row
    return undefined
  }

  const finished = (): MonthOfCandles => ({ month: monthOf(last), candles })

  for await (const lines of linesOf(text)) {
    for (const each of lines) {
      const candle = read(each)
      if (!candle) continue
      if (candle.timestamp >= monthEnd) {
        if (candles.length > 0) yield finished()
        candles = []
        monthEnd = endOfMonth(candle.timestamp)
      }
      if (last >= 0) {
        leastStep = Math.min(leastStep, candle.timestamp - last)
        if (candle.timestamp > last + MINUTE_S) found.gap(pair, last, candle.timestamp)
      }
      candles.push(candle)
      found.minute()
      count += 1
      last = candle.timestamp
    }
  }
  if (bad > Math.max(BAD_ROWS, BAD_RATIO * line)) {
    throw new UnusableFile(`${bad} of ${line} lines are bad; ${firstBad}`)
  }
  if (candles.length === 0) throw new UnusableFile('it contains no candles')
  if (count >= ENOUGH && leastStep > MINUTE_S)
    throw new UnusableFile(
      `its candles are not of one minute: the closest two are ${leastStep / MINUTE_S} minutes apart`,
    )
  yield finished()
}

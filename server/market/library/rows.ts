import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { MAX_ROWS } from '../replay/candle-file.ts'
import { parseRow } from '../replay/csv.ts'
import { MINUTE_S } from '../store/fold.ts'
import { columnsOf, type Columns } from './columns.ts'
import { UnusableFile, type FindingsCounter } from './findings.ts'

/** A file with more bad rows than this, and than one in a hundred, is refused. */
const BAD_ROWS = 10
const BAD_RATIO = 0.01
/** From this many candles on, two of a file of minutes are a minute apart. */
const ENOUGH = 10
const MAX_LINES = Math.ceil(MAX_ROWS * (1 + BAD_RATIO))
/** A candle takes less than 100 characters; without a limit, a file without line ends would fill the memory. */
const MAX_LINE = 1_000
/** No market of today is older: Bitcoin's first block. */
const EARLIEST_S = Date.UTC(2009, 0, 3) / 1000
/** A price that many times the one of the row before is none, unless that is older than a day. */
const MAX_JUMP = 100
const DAY_S = 86_400
/** Candles further apart are asked about first: another file's are among them, or times are wrong. */
const MAX_GAP_S = 366 * 86_400

/** The candles of a calendar month (UTC), oldest first. */
export interface MonthOfCandles {
  /** 2019-06. */
  readonly month: string
  readonly candles: readonly Candle[]
}

const monthOf = (timestampS: number): string => new Date(timestampS * 1000).toISOString().slice(0, 7)

/** The beginnings of the month of a time and of the next one, unix seconds. */
function monthAround(timestampS: number): { readonly from: number; readonly to: number } {
  const date = new Date(timestampS * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month) / 1000, to: Date.UTC(year, month + 1) / 1000 }
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

interface ReadOptions {
  readonly file: string
  readonly pair: PairId
  readonly found: FindingsCounter
  /** Wall time, unix ms: no candle is later. */
  readonly now: number
  /** Whether candles may be more than a year apart. */
  readonly allowsGaps: boolean
}

/**
 * [BT-42] Reads the candles of a file month by month, oldest or newest first, by the names of its header or, without one, in the
 * columns of Kraken's and Binance's downloads. Throws an `UnusableFile` if its header is not understood, if it has too many bad
 * rows, or none that is a candle.
 */
export async function* readMonths(
  text: AsyncIterable<string>,
  { file, pair, found, now, allowsGaps }: ReadOptions,
): AsyncGenerator<MonthOfCandles> {
  let columns: Columns | undefined
  let candles: Candle[] = []
  let month = { from: 0, to: 0 }
  let last: Candle | undefined
  /** 1: oldest first, -1: newest first; known from the second candle on. */
  let direction: 1 | -1 | undefined
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

  /** Why a candle cannot be of this market at this place of the file; undefined if it can. */
  function problemOf({ timestamp, close }: Candle): string | undefined {
    if (timestamp < EARLIEST_S) return `timestamp ${timestamp} is before 2009`
    if (timestamp * 1000 > now) return `timestamp ${timestamp} is in the future`
    if (!last) return undefined
    if (direction !== undefined && Math.sign(timestamp - last.timestamp) !== direction)
      return `timestamp ${timestamp} does not ${direction > 0 ? 'rise' : 'fall'}: the row before has ${last.timestamp}`
    const isNear = Math.abs(timestamp - last.timestamp) <= DAY_S
    if (isNear && Math.max(close / last.close, last.close / close) > MAX_JUMP)
      return `its price ${close} is more than ${MAX_JUMP} times or less than a hundredth of ${last.close}, that of the row before`
    return undefined
  }

  /** The candle of the next line; undefined if there is none in it. */
  function read(given: string): Candle | undefined {
    line += 1
    if (given.length > MAX_LINE) throw new UnusableFile(`line ${line} is longer than ${MAX_LINE} characters`)
    if (line > MAX_LINES) throw new UnusableFile(`there are more than ${MAX_ROWS} rows`)
    const content = (line === 1 ? given.replace(/^\uFEFF/, '') : given).trimEnd()
    // Some exchanges' first line is an address.
    if (content === '' || (!columns && /^"?https?:/.test(content))) return undefined
    if (!columns) {
      const found = columnsOf(content, pair)
      if (typeof found === 'string') throw new UnusableFile(found)
      columns = found
      if (columns.hasHeader) return undefined
    }
    const row = parseRow(columns.toRow(content), -1)
    if (typeof row === 'string') skip(row)
    else if (row.timestamp === last?.timestamp) skip(`has the minute of the row before, ${row.timestamp}`, true)
    else {
      const problem = problemOf(row)
      if (problem === undefined) return row
      skip(problem)
    }
    return undefined
  }

  const finished = (): MonthOfCandles => ({
    month: monthOf(month.from),
    candles: direction === -1 ? candles.toReversed() : candles,
  })

  for await (const lines of linesOf(text)) {
    for (const each of lines) {
      const candle = read(each)
      if (!candle) continue
      if (last) {
        direction ??= candle.timestamp > last.timestamp ? 1 : -1
        const [before, after] = direction > 0 ? [last.timestamp, candle.timestamp] : [candle.timestamp, last.timestamp]
        leastStep = Math.min(leastStep, after - before)
        if (after - before > MAX_GAP_S && !allowsGaps)
          throw new UnusableFile(
            `line ${line} is ${Math.floor((after - before) / 86_400)} days from the line before it. If that is right, allow gaps of more than a year and import it again`,
          )
        if (after > before + MINUTE_S) found.gap(pair, before, after)
      }
      if (candle.timestamp < month.from || candle.timestamp >= month.to) {
        if (candles.length > 0) yield finished()
        candles = []
        month = monthAround(candle.timestamp)
      }
      candles.push(candle)
      found.minute()
      count += 1
      last = candle
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

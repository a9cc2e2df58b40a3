import type { Candle } from '#contract/candles.ts'
import { type PairId, PAIRS } from '#contract/pairs.ts'
import { MAX_ROWS } from '../replay/candle-file.ts'
import { parseRow, HEADER } from '../replay/csv.ts'
import { MINUTE_S } from '../store/fold.ts'
import { UnusableFile, type FindingsCounter } from './findings.ts'

/** How a file of candles has its columns. */
export interface Columns {
  /** Whether the first line names them. */
  readonly hasHeader: boolean
  /** The line as a row of replay files: timestamp in seconds, open, high, low, close, volume. A line that has not as many cells stays as it is. */
  toRow(line: string): string
}

const FIELDS = HEADER.split(',')

/** Names of each column, the most exact first, as they are without case, spaces, dashes and what is in brackets. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  timestamp: ['timestamp', 'unix_timestamp', 'unix_time', 'unix', 'open_time', 'mts', 'ts', 'time', 'datetime', 'date'],
  open: ['open', 'open_price', 'o'],
  high: ['high', 'high_price', 'h'],
  low: ['low', 'low_price', 'l'],
  close: ['close', 'close_price', 'last', 'c'],
  volume: ['volume', 'base_volume', 'volume_base', 'base_asset_volume', 'vol', 'v'],
}

/** Columns of files without a header, by how many there are: Kraken's with and without trades, Binance's. */
const WITHOUT_HEADER: Readonly<Record<number, readonly number[]>> = {
  6: [0, 1, 2, 3, 4, 5],
  7: [0, 1, 2, 3, 4, 5],
  12: [0, 1, 2, 3, 4, 5],
}

const DELIMITERS = [',', ';', '\t'] as const
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
/** A row that begins with seconds, and has nothing to be taken off. */
const USUAL = /^\d{1,10},[^" ]*$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}(?:\.\d+)?))?(Z|[+-]\d{2}:?\d{2})?$/
/** Units by magnitude: seconds, ms and µs of the same time are a thousand times apart. */
const MS_FROM = 1e11
const US_FROM = 1e14

/** A time in seconds, as text; one that cannot be read stays as it is, to be refused with its line. */
function toSeconds(text: string): string {
  if (NUMBER.test(text)) {
    const value = Number(text)
    return value >= US_FROM ? String(value / 1e6) : value >= MS_FROM ? String(value / 1e3) : text
  }
  const match = DATE_TIME.exec(text)
  if (!match) return text
  const [, date, time, seconds = '00', zone = 'Z'] = match
  const ms = Date.parse(`${date}T${time}:${seconds}${zone}`)
  return Number.isNaN(ms) ? text : String(ms / 1000)
}

const delimiterOf = (line: string): string =>
  DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ','

/** Cells of a line; none contains the delimiter, quoted or not. */
const cellsOf = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map((cell) => {
    const text = cell.trim()
    return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
  })

/** A line up to the end of its nth cell; all of it if it has no more. */
function firstCells(line: string, count: number): string {
  let end = -1
  for (let cell = 0; cell < count; cell += 1) {
    end = line.indexOf(',', end + 1)
    if (end === -1) return line
  }
  return line.slice(0, end)
}

const nameOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[([].*/, '')
    .trim()
    .replace(/[\s-]+/g, '_')

/** Columns whose names say that they are the pair's base currency, such as Volume BTC. */
function volumeNames(pair: PairId | undefined): readonly string[] {
  if (pair === undefined) return []
  const base = (PAIRS[pair].label.split('/')[0] ?? '').toLowerCase()
  return (base === 'btc' ? ['btc', 'xbt'] : [base]).flatMap((each) => [`volume_${each}`, `${each}_volume`])
}

/** `open (or open_price, o)` */
const expected = (name: string): string => {
  const others = (NAMES[name] ?? []).filter((each) => each !== name).slice(0, 3)
  return `${name} (or ${others.join(', ')})`
}

/**
 * Determines the columns from a file's first line, its header or a row of numbers; returns why it cannot.
 * @param pair whose volume is meant where there are two
 */
export function columnsOf(first: string, pair?: PairId): Columns | string {
  const delimiter = delimiterOf(first)
  const cells = cellsOf(first, delimiter)
  const width = cells.length
  const isRow = cells.every((cell, index) => NUMBER.test(cell) || (index === 0 && toSeconds(cell) !== cell))
  const names = cells.map(nameOf)
  const find = (field: string): number =>
    [...(NAMES[field] ?? []), ...(field === 'volume' ? volumeNames(pair) : [])]
      .map((name) => names.indexOf(name))
      .find((index) => index >= 0) ?? -1
  const columns = isRow ? WITHOUT_HEADER[width] : FIELDS.map(find)
  if (!columns) return `it has ${width} columns and no header that names them`
  const missing = FIELDS.filter((_, index) => columns[index] === -1)
  if (missing.length > 0) return `its header is not understood: it names no ${missing.map(expected).join(', no ')}`
  const isUsual = delimiter === ',' && columns.every((column, index) => column === index)
  return {
    hasHeader: !isRow,
    toRow(line) {
      // Splitting and joining each line takes twice as long.
      if (isUsual && USUAL.test(line)) return firstCells(line, FIELDS.length)
      const values = cellsOf(line, delimiter)
      if (values.length !== width) return line
      return columns.map((column, index) => (index === 0 ? toSeconds(values[column] ?? '') : values[column])).join(',')
    },
  }
}

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

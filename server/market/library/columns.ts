import { PAIRS, type PairId } from '#contract/pairs.ts'
import { HEADER } from '../replay/csv.ts'

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

import { HEADER } from '#server/market/replay/csv.ts'

/** Which columns of a candle file hold what. */
export interface Layout {
  readonly hasHeader: boolean
  /** The line with the columns of a candle alone, in the order of `HEADER`. */
  reorder(line: string): string
}

const FIELDS = HEADER.split(',')

/** Without a header: Kraken's own downloads have the count of trades behind the volume. */
const BARE_WIDTHS = new Set([FIELDS.length, FIELDS.length + 1])

/** Columns in this order out of lines of this width; a line of another width is left as it is, for its reader to refuse. */
function reorderBy(columns: readonly number[], width: number): Layout['reorder'] {
  if (width === FIELDS.length && columns.every((column, index) => column === index)) return (line) => line
  return (line) => {
    const cells = line.split(',')
    return cells.length === width ? columns.map((column) => cells[column]).join(',') : line
  }
}

/** The layout that a file's first line tells, by its names or as a row of numbers; or why it does not. */
export function parseLayout(first: string): Layout | string {
  const cells = first.split(',').map((cell) => cell.trim().toLowerCase())
  if (Number.isFinite(Number(cells[0])) && cells[0] !== '') {
    if (!BARE_WIDTHS.has(cells.length)) return `${cells.length} columns and no header to name them`
    return { hasHeader: false, reorder: reorderBy([...FIELDS.keys()], cells.length) }
  }
  const columns = FIELDS.map((name) => cells.indexOf(name))
  const missing = FIELDS.filter((_, index) => columns[index] === -1)
  if (missing.length > 0) return `the header lacks ${missing.join(', ')}; it must name ${HEADER}`
  return { hasHeader: true, reorder: reorderBy(columns, cells.length) }
}

import { HEADER } from '#server/market/replay/csv.ts'

/** Column layout of a candle file. */
export interface Layout {
  readonly hasHeader: boolean
  /** The line reduced to the columns of a candle, in the order of `HEADER`. */
  reorder(line: string): string
}

const FIELDS = HEADER.split(',')

/** Column counts without a header: Kraken's own downloads have the trade count after the volume. */
const BARE_WIDTHS = new Set([FIELDS.length, FIELDS.length + 1])

/** Picks columns from lines of a given width; lines of another width stay unchanged, to be rejected by the parser. */
function reorderBy(columns: readonly number[], width: number): Layout['reorder'] {
  if (width === FIELDS.length && columns.every((column, index) => column === index)) return (line) => line
  return (line) => {
    const cells = line.split(',')
    return cells.length === width ? columns.map((column) => cells[column]).join(',') : line
  }
}

/** Determines the layout from a file's first line, a header or a row of numbers; returns a message when it cannot. */
export function parseLayout(first: string): Layout | string {
  const cells = first.split(',').map((cell) => cell.trim().toLowerCase())
  if (Number.isFinite(Number(cells[0])) && cells[0] !== '') {
    if (!BARE_WIDTHS.has(cells.length)) return `${cells.length} columns but no header`
    return { hasHeader: false, reorder: reorderBy([...FIELDS.keys()], cells.length) }
  }
  const columns = FIELDS.map((name) => cells.indexOf(name))
  const missing = FIELDS.filter((_, index) => columns[index] === -1)
  if (missing.length > 0) return `the header is missing ${missing.join(', ')}; expected ${HEADER}`
  return { hasHeader: true, reorder: reorderBy(columns, cells.length) }
}

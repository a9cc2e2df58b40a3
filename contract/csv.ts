/** A cell of a CSV file. */
export type CsvCell = string | number | boolean | null | undefined

/** Spreadsheets run a cell that begins with one of these as a formula; the last four are full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Texts that a spreadsheet would run as a formula get a leading apostrophe, which it does not show. */
function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file (RFC 4180), with its line end; empty cells for null and undefined. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

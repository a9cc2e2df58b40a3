import type { Row } from './rows.ts'

/** Lines named one by one; the rest are counted. */
const MAX_LISTED = 5

/** Tells on the error stream what of a file was left out. */
export interface SkippedRows {
  /** A row, and whether anything was made of it. */
  record(row: Row, isAccepted: boolean): void
  /** The file has ended. */
  report(): void
}

export function createSkippedRows(file: string): SkippedRows {
  let accepted = 0
  let unreadable = 0
  let refused = 0

  return {
    record(row, isAccepted) {
      if (isAccepted) accepted += 1
      else if ('candle' in row) refused += 1
      else {
        unreadable += 1
        if (unreadable <= MAX_LISTED) console.error(`${file}:${row.line}: ${row.reason}`)
      }
    },
    report() {
      if (unreadable > MAX_LISTED) console.error(`${file}: ${unreadable} lines in all cannot be read`)
      if (refused > 0) console.error(`${file}: left out as doubled or too late: ${refused}`)
      if (accepted > 0) return
      console.error(`${file}: there is no candle in it that could be taken`)
      process.exitCode = 1
    },
  }
}

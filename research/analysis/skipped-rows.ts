import type { Row } from './rows.ts'

/** Unreadable lines that are listed; further ones are only counted. */
const MAX_LISTED = 5

/** Reports the skipped rows of a file on stderr. */
export interface SkippedRows {
  /** Records a row and whether it was accepted. */
  record(row: Row, isAccepted: boolean): void
  /** Prints the totals at the end of the file. */
  report(): void
}

export function createSkippedRows(file: string): SkippedRows {
  let accepted = 0
  let unreadable = 0
  let rejected = 0

  return {
    record(row, isAccepted) {
      if (isAccepted) accepted += 1
      else if ('candle' in row) rejected += 1
      else {
        unreadable += 1
        if (unreadable <= MAX_LISTED) console.error(`${file}:${row.line}: ${row.reason}`)
      }
    },
    report() {
      if (unreadable > MAX_LISTED) console.error(`${file}: ${unreadable} unreadable lines in total`)
      if (rejected > 0) console.error(`${file}: skipped as duplicate or out of order: ${rejected}`)
      if (accepted > 0) return
      console.error(`${file}: contains no usable candle`)
      process.exitCode = 1
    },
  }
}

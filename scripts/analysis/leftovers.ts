import type { Row } from './rows.ts'

/** Lines named one by one; the rest are counted. */
const TOLD = 5

/** Tells on the error stream what of a file was left out. */
export interface Leftovers {
  /** A row, and whether anything was made of it. */
  note(row: Row, isTaken: boolean): void
  /** The file has ended. */
  end(): void
}

export function createLeftovers(file: string): Leftovers {
  let taken = 0
  let unreadable = 0
  let refused = 0

  return {
    note(row, isTaken) {
      if (isTaken) taken += 1
      else if ('candle' in row) refused += 1
      else {
        unreadable += 1
        if (unreadable <= TOLD) console.error(`${file}:${row.line}: ${row.reason}`)
      }
    },
    end() {
      if (unreadable > TOLD) console.error(`${file}: ${unreadable} lines in all cannot be read`)
      if (refused > 0) console.error(`${file}: left out as doubled or too late: ${refused}`)
      if (taken > 0) return
      console.error(`${file}: there is no candle in it that could be taken`)
      process.exitCode = 1
    },
  }
}

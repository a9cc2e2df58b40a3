import type { CandleColumns } from './candle-columns.ts'
import type { Position } from './position.ts'

/** The first row from `from` on and before `until` whose prices may force an exit; `until` if there is none. */
export type ExitSearch = (from: number, until: number, position: Position) => number

/** Rows in a block. A search looks at about as many rows, and at one block for each of these. */
const BLOCK = 32

/** A search that skips whole blocks of rows, by their lowest and highest price: for many walks over the same candles. */
export function createExitSearch({ low, high, length }: CandleColumns): ExitSearch {
  const lowest = new Float64Array(Math.ceil(length / BLOCK)).fill(Infinity)
  const highest = new Float64Array(lowest.length).fill(-Infinity)
  for (let row = 0; row < length; row += 1) {
    const block = Math.floor(row / BLOCK)
    lowest[block] = Math.min(lowest[block] ?? 0, low[row] ?? 0)
    highest[block] = Math.max(highest[block] ?? 0, high[row] ?? 0)
  }
  return (from, until, { direction, stop, target }) => {
    const lower = (direction === 1 ? stop : target) ?? -Infinity
    const upper = (direction === 1 ? target : stop) ?? Infinity
    let row = from
    while (row < until) {
      const block = row / BLOCK
      if (row % BLOCK === 0 && (lowest[block] ?? 0) > lower && (highest[block] ?? 0) < upper) row += BLOCK
      else if ((low[row] ?? 0) > lower && (high[row] ?? 0) < upper) row += 1
      else return row
    }
    return until
  }
}

import type { Side } from '#contract/strategies/names.ts'

/** A BUY or SELL made at the close of the minute in `row`. */
export interface RowDecision {
  readonly row: number
  readonly side: Side
}

/** Decisions by column, oldest first, at most one a row. */
export interface DecisionColumns {
  readonly length: number
  readonly row: Int32Array
  /** 1 for BUY, -1 for SELL. */
  readonly direction: Int8Array
}

export const toDecisionColumns = (decisions: readonly RowDecision[]): DecisionColumns => ({
  length: decisions.length,
  row: Int32Array.from(decisions, ({ row }) => row),
  direction: Int8Array.from(decisions, ({ side }) => (side === 'BUY' ? 1 : -1)),
})

/**
 * Moves decisions later by a number of rows, around the end of a span of `rows`. The result is overwritten by the next call: a
 * report shifts thousands of decisions hundreds of times.
 */
export function createShift(decisions: readonly RowDecision[], rows: number): (shift: number) => DecisionColumns {
  const own = toDecisionColumns(decisions)
  const row = new Int32Array(own.length)
  const direction = new Int8Array(own.length)
  return (shift) => {
    const beyond = own.row.findIndex((each) => each + shift >= rows)
    const first = beyond < 0 ? 0 : beyond
    for (let each = 0; each < own.length; each += 1) {
      const from = (first + each) % own.length
      const moved = (own.row[from] ?? 0) + shift
      row[each] = moved >= rows ? moved - rows : moved
      direction[each] = own.direction[from] ?? 0
    }
    return { length: own.length, row, direction }
  }
}

import type { Side } from '#contract/strategies/names.ts'
import {
  closeAtEnd,
  closeIfForced,
  equityAt,
  execute,
  newAccount,
  type AccountStep,
  type ClosedTrade,
  type Order,
  type Position,
} from './account.ts'
import { candleAt, type CandleColumns } from './candle-columns.ts'
import type { Direction } from './fills.ts'
import type { TradingTerms } from './terms.ts'

const MINUTE_MS = 60_000

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

/** What came of the decisions; the columns have a value per row of the candles, at the close of its minute. */
export interface Simulation {
  readonly trades: readonly ClosedTrade[]
  readonly equity: Float64Array
  /** 1 while long, -1 while short, else 0. */
  readonly direction: Int8Array
  readonly finalEquity: number
}

type Listener = {
  readonly onTrade?: (trade: ClosedTrade) => void
  readonly onMinute?: (row: number, equity: number, direction: Direction | 0) => void
  /** Skips the minutes in which nothing can happen; without it each is visited. */
  readonly searchExit?: ExitSearch
}

/** Walks through the minutes and returns the final capital. */
function walk(
  candles: CandleColumns,
  decisions: DecisionColumns,
  terms: TradingTerms,
  { onTrade, onMinute, searchExit }: Listener,
): number {
  const last = candles.length - 1
  let account = newAccount(terms)
  let next = 0
  /** The first decision from `next` on that may close the position; one of the other side is it, or comes after it. */
  let other = 0

  function take({ account: after, trade }: AccountStep): void {
    account = after
    if (trade) onTrade?.(trade)
  }

  /** Infinity after the last. */
  const rowOf = (decision: number): number =>
    decision < decisions.length ? (decisions.row[decision] ?? Infinity) : Infinity

  const orderOf = (decision: number): Order => ({
    direction: decisions.direction[decision] === 1 ? 1 : -1,
    decidedAt: (candles.at[rowOf(decision)] ?? 0) + MINUTE_MS,
  })

  /** [BT-2] Those of its own side change nothing while a position is open. */
  function nextOther(direction: Direction): number {
    if (other < next) other = next
    while (other < decisions.length && decisions.direction[other] === direction) other += 1
    return other
  }

  for (let row = 0; row <= last; row += 1) {
    const isOrdered = rowOf(next) < row
    if (isOrdered || account.position) {
      const candle = candleAt(candles, row)
      if (isOrdered) take(execute(account, orderOf(next), candle, terms))
      if (isOrdered) next += 1
      take(closeIfForced(account, candle, terms))
      if (row === last) take(closeAtEnd(account, candle, terms))
    }
    const { position } = account
    onMinute?.(row, equityAt(account, candles.close[row] ?? 0), position?.direction ?? 0)
    if (!searchExit) continue
    // On to the row before the next one in which something can happen.
    if (!position) {
      row = Math.min(rowOf(next), last)
      continue
    }
    const until = rowOf(nextOther(position.direction)) + 1
    row = searchExit(row + 1, Math.min(until, last), position) - 1
    while (next < other && rowOf(next) <= row) next += 1
  }
  return account.capital
}

/**
 * Trades on decisions over candles ([rules](docs/rules/backtests.md)).
 * @param decisions by row, at most one a row
 */
export function simulate(candles: CandleColumns, decisions: readonly RowDecision[], terms: TradingTerms): Simulation {
  const trades: ClosedTrade[] = []
  const equity = new Float64Array(candles.length)
  const direction = new Int8Array(candles.length)
  const finalEquity = walk(candles, toDecisionColumns(decisions), terms, {
    onTrade: (trade) => trades.push(trade),
    onMinute(row, value, side) {
      equity[row] = value
      direction[row] = side
    },
  })
  return { trades, equity, direction, finalEquity }
}

/** [BT-5] The final equity of buying at the first open and selling at the last close, with the same costs. */
export function buyAndHold(candles: CandleColumns, terms: TradingTerms): number {
  if (candles.length === 0) return terms.capital
  const whole = { ...terms, position: null, stop: null, target: null }
  const order = { direction: 1, decidedAt: candles.at[0] ?? 0 } as const
  const { account } = execute(newAccount(whole), order, candleAt(candles, 0), whole)
  return closeAtEnd(account, candleAt(candles, candles.length - 1), whole).account.capital
}

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

/** The profit of the same walk; faster, because minutes in which nothing can happen are skipped by `searchExit`. */
export const profitOf = (
  candles: CandleColumns,
  decisions: DecisionColumns,
  terms: TradingTerms,
  searchExit: ExitSearch,
): number => walk(candles, decisions, terms, { searchExit }) - terms.capital

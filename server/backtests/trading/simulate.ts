import type { ExitReason } from '#contract/backtests/result.ts'
import type { CandleColumns } from './candle-columns.ts'
import { toDecisionColumns, type DecisionColumns, type RowDecision } from './decision-columns.ts'
import type { ExitSearch } from './exit-search.ts'
import { closingFill, slippedFill, type Fill } from './fills.ts'
import { forcedExit, openPosition, type Direction, type Position } from './position.ts'
import type { TradingTerms } from './terms.ts'

/** A closed position. Times are openings of minutes in unix ms, amounts dollars. */
export interface SimulatedTrade {
  readonly side: 'long' | 'short'
  readonly decidedRow: number
  readonly openedAt: number
  readonly closedAt: number
  readonly entryPrice: number
  readonly exitPrice: number
  /** In the base currency. */
  readonly quantity: number
  /** After fees and slippage. */
  readonly profit: number
  readonly fees: number
  /** What both fills cost against their prices without slippage. */
  readonly slippage: number
  readonly exit: ExitReason
}

/** What came of the decisions; the columns have a value per row of the candles, at the close of its minute. */
export interface Simulation {
  readonly trades: readonly SimulatedTrade[]
  readonly equity: Float64Array
  /** 1 while long, -1 while short, else 0. */
  readonly direction: Int8Array
  readonly finalEquity: number
}

type Listener = {
  readonly onTrade?: (trade: SimulatedTrade) => void
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
  let capital = terms.capital
  let position: Position | undefined
  let next = 0
  /** The first decision from `next` on that may close the position; one of the other side is it, or comes after it. */
  let other = 0

  function close(row: number, fill: Fill, exit: ExitReason): void {
    if (!position) return
    const { direction, decidedRow, openedRow, entry, quantity, entryFee } = position
    const exitFee = quantity * fill.price * terms.fee
    const gain = direction * quantity * (fill.price - entry.price)
    capital += gain - exitFee
    position = undefined
    onTrade?.({
      side: direction === 1 ? 'long' : 'short',
      decidedRow,
      openedAt: candles.at[openedRow] ?? 0,
      closedAt: candles.at[row] ?? 0,
      entryPrice: entry.price,
      exitPrice: fill.price,
      quantity,
      profit: gain - entryFee - exitFee,
      fees: entryFee + exitFee,
      slippage: quantity * (Math.abs(entry.price - entry.base) + Math.abs(fill.price - fill.base)),
      exit,
    })
  }

  /** [BT-1] [BT-2] Acts on a decision at the open of the minute after it. */
  function act(decidedRow: number, direction: Direction, row: number): void {
    if (position?.direction === direction) return
    if (position) close(row, slippedFill(candles, row, direction, candles.open[row] ?? 0, terms), 'decision')
    if (direction === -1 && !terms.allowShort) return
    position = openPosition(candles, { row, decidedRow, direction }, capital, terms)
    capital -= position?.entryFee ?? 0
  }

  /** Infinity after the last. */
  const rowOf = (decision: number): number =>
    decision < decisions.length ? (decisions.row[decision] ?? Infinity) : Infinity

  /** [BT-2] Those of its own side change nothing while a position is open. */
  function nextOther(direction: Direction): number {
    if (other < next) other = next
    while (other < decisions.length && decisions.direction[other] === direction) other += 1
    return other
  }

  for (let row = 0; row <= last; row += 1) {
    if (rowOf(next) < row) {
      const decided = next
      next += 1
      act(rowOf(decided), decisions.direction[decided] === 1 ? 1 : -1, row)
    }
    const forced = position && forcedExit(candles, row, position, terms)
    if (forced) close(row, forced.fill, forced.exit)
    if (row === last && position) {
      close(row, closingFill(candles.close[row] ?? 0, position.direction === 1 ? -1 : 1, terms), 'end')
    }
    if (onMinute) {
      const price = candles.close[row] ?? 0
      const open = position ? position.direction * position.quantity * (price - position.entry.price) : 0
      onMinute(row, capital + open, position?.direction ?? 0)
    }
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
  return capital
}

/**
 * Trades on decisions over candles ([rules](docs/rules/backtests.md)).
 * @param decisions by row, at most one a row
 */
export function simulate(candles: CandleColumns, decisions: readonly RowDecision[], terms: TradingTerms): Simulation {
  const trades: SimulatedTrade[] = []
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

/** The profit of the same walk; faster, because minutes in which nothing can happen are skipped by `searchExit`. */
export const profitOf = (
  candles: CandleColumns,
  decisions: DecisionColumns,
  terms: TradingTerms,
  searchExit: ExitSearch,
): number => walk(candles, decisions, terms, { searchExit }) - terms.capital

/** [BT-5] The final equity of buying at the first open and selling at the last close, with the same costs. */
export function buyAndHold(candles: CandleColumns, terms: TradingTerms): number {
  const whole = { ...terms, position: null, stop: null, target: null }
  const bought = openPosition(candles, { row: 0, decidedRow: 0, direction: 1 }, terms.capital, whole)
  if (!bought || candles.length === 0) return terms.capital
  const { price } = closingFill(candles.close[candles.length - 1] ?? 0, -1, terms)
  const sold = bought.quantity * price
  return terms.capital - bought.entryFee - bought.quantity * bought.entry.price + sold * (1 - terms.fee)
}

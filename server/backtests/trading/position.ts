import type { ExitReason } from '#contract/backtests/result.ts'
import type { CandleColumns } from './candle-columns.ts'
import { slippedFill, type Fill } from './fills.ts'
import type { TradingTerms } from './terms.ts'

/** 1 for a long position, -1 for a short one. */
export type Direction = 1 | -1

/** An open position. Prices and amounts in dollars, quantity in the base currency. */
export interface Position {
  readonly direction: Direction
  readonly decidedRow: number
  readonly openedRow: number
  readonly entry: Fill
  readonly quantity: number
  readonly entryFee: number
  readonly stop: number | null
  readonly target: number | null
}

/** What the position of a capital may be worth, with the fee paid from the same capital. */
function valueOf(capital: number, { position, fee }: TradingTerms): number {
  const all = capital / (1 + fee)
  if (position === null) return all
  return Math.min(all, 'usd' in position ? position.usd : capital * position.share)
}

/** [BT-6] Opens a position at the open of a minute; undefined without capital. */
export function openPosition(
  candles: CandleColumns,
  { row, decidedRow, direction }: { readonly row: number; readonly decidedRow: number; readonly direction: Direction },
  capital: number,
  terms: TradingTerms,
): Position | undefined {
  const value = valueOf(capital, terms)
  if (value <= 0) return undefined
  const entry = slippedFill(candles, row, direction, candles.open[row] ?? 0, terms)
  return {
    direction,
    decidedRow,
    openedRow: row,
    entry,
    quantity: value / entry.price,
    entryFee: value * terms.fee,
    stop: terms.stop === null ? null : entry.price * (1 - direction * terms.stop),
    target: terms.target === null ? null : entry.price * (1 + direction * terms.target),
  }
}

/** [BT-4] The exit that the prices of a minute force, the stop before the target; undefined if neither is reached. */
export function forcedExit(
  candles: CandleColumns,
  row: number,
  { direction, stop, target }: Position,
  terms: TradingTerms,
): { readonly fill: Fill; readonly exit: ExitReason } | undefined {
  const worst = (direction === 1 ? candles.low[row] : candles.high[row]) ?? 0
  const best = (direction === 1 ? candles.high[row] : candles.low[row]) ?? 0
  if (stop !== null && direction * (worst - stop) <= 0) {
    const open = candles.open[row] ?? stop
    const base = direction * (open - stop) < 0 ? open : stop
    return { fill: slippedFill(candles, row, direction === 1 ? -1 : 1, base, terms), exit: 'stop_loss' }
  }
  if (target !== null && target > 0 && direction * (best - target) > 0) {
    return { fill: { base: target, price: target }, exit: 'take_profit' }
  }
  return undefined
}

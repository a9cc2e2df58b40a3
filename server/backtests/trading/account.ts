import type { ExitReason } from '#contract/backtests/result.ts'
import type { Candle } from '#contract/candles.ts'
import { closingFill, slippedFill, type Direction, type Fill } from './fills.ts'
import type { TradingTerms } from './terms.ts'

/** An open position. Prices and amounts in dollars, quantity in the base currency, times in unix ms. */
export interface Position {
  readonly direction: Direction
  readonly decidedAt: number
  /** Opening of the minute. */
  readonly openedAt: number
  readonly entry: Fill
  readonly quantity: number
  readonly entryFee: number
  readonly stop: number | null
  readonly target: number | null
}

/** A closed position. Amounts in dollars, quantity in the base currency, times in unix ms. */
export interface ClosedTrade {
  readonly side: 'long' | 'short'
  readonly decidedAt: number
  /** Openings of the minutes in which it was opened and closed. */
  readonly openedAt: number
  readonly closedAt: number
  readonly entryPrice: number
  readonly exitPrice: number
  readonly quantity: number
  /** After fees and slippage. */
  readonly profit: number
  readonly fees: number
  /** What both fills cost against their prices without slippage. */
  readonly slippage: number
  readonly exit: ExitReason
}

/** The ledger of a strategy on a pair. An account is never changed: each step returns the one after it. */
export interface Account {
  /** Dollars: the starting capital and the profits of all closed trades, less the entry fee of the open position. */
  readonly capital: number
  readonly position: Position | undefined
}

/** An account after a step, and the trade that was closed in it. */
export interface AccountStep {
  readonly account: Account
  readonly trade: ClosedTrade | undefined
}

/** A BUY (1) or SELL (-1). */
export interface Order {
  readonly direction: Direction
  /** Unix ms. */
  readonly decidedAt: number
}

export const newAccount = ({ capital }: TradingTerms): Account => ({ capital, position: undefined })

/** [BR-10] What the account is worth at a price: what was filled is paid, and not yet what closing will cost. */
export const equityAt = ({ capital, position }: Account, price: number): number =>
  capital + (position ? position.direction * position.quantity * (price - position.entry.price) : 0)

/** What the position of a capital may be worth, with the fee paid from the same capital. */
export function valueOf(capital: number, { position, fee }: TradingTerms): number {
  const all = capital / (1 + fee)
  if (position === null) return all
  return Math.min(all, 'usd' in position ? position.usd : capital * position.share)
}

/** [BT-6] Opens a position at the open of a minute; without capital none. */
function open({ capital }: Account, { direction, decidedAt }: Order, candle: Candle, terms: TradingTerms): Account {
  const value = valueOf(capital, terms)
  if (value <= 0) return { capital, position: undefined }
  const entry = slippedFill(candle, direction, candle.open, terms)
  const entryFee = value * terms.fee
  const position = {
    direction,
    decidedAt,
    openedAt: candle.timestamp * 1000,
    entry,
    quantity: value / entry.price,
    entryFee,
    stop: terms.stop === null ? null : entry.price * (1 - direction * terms.stop),
    target: terms.target === null ? null : entry.price * (1 + direction * terms.target),
  }
  return { capital: capital - entryFee, position }
}

/** At which price a position is closed, and why. */
export interface Exit {
  readonly fill: Fill
  readonly exit: ExitReason
}

/** [BT-7] Closes a position within a minute. */
function close(capital: number, position: Position, { fill, exit }: Exit, candle: Candle, { fee }: TradingTerms) {
  const { direction, decidedAt, openedAt, entry, quantity, entryFee } = position
  const exitFee = quantity * fill.price * fee
  const gain = direction * quantity * (fill.price - entry.price)
  const trade: ClosedTrade = {
    side: direction === 1 ? 'long' : 'short',
    decidedAt,
    openedAt,
    closedAt: candle.timestamp * 1000,
    entryPrice: entry.price,
    exitPrice: fill.price,
    quantity,
    profit: gain - entryFee - exitFee,
    fees: entryFee + exitFee,
    slippage: quantity * (Math.abs(entry.price - entry.base) + Math.abs(fill.price - fill.base)),
    exit,
  }
  return { account: { capital: capital + (gain - exitFee), position: undefined }, trade }
}

/** The direction of the order that closes a position. */
export const closing = ({ direction }: Position): Direction => (direction === 1 ? -1 : 1)

/** [BT-1] [BT-2] Executes an order at the open of the minute after it. */
export function execute(account: Account, order: Order, candle: Candle, terms: TradingTerms): AccountStep {
  const { capital, position } = account
  if (position?.direction === order.direction) return { account, trade: undefined }
  const mayOpen = order.direction === 1 || terms.allowShort
  if (!position) return { account: mayOpen ? open(account, order, candle, terms) : account, trade: undefined }
  const fill = slippedFill(candle, order.direction, candle.open, terms)
  const closed = close(capital, position, { fill, exit: 'decision' }, candle, terms)
  return mayOpen ? { account: open(closed.account, order, candle, terms), trade: closed.trade } : closed
}

/** Closes a position at the open of a minute, whatever was decided. */
export function closeAtOpen(account: Account, exit: ExitReason, candle: Candle, terms: TradingTerms): AccountStep {
  const { capital, position } = account
  if (!position) return { account, trade: undefined }
  const fill = slippedFill(candle, closing(position), candle.open, terms)
  return close(capital, position, { fill, exit }, candle, terms)
}

/** Closes a part of the position, or all of it; the fee of its entry is shared by quantity. */
export function closePart(
  { capital, position }: Account,
  { quantity, ...exit }: Exit & { readonly quantity: number },
  candle: Candle,
  terms: TradingTerms,
): AccountStep {
  if (!position || quantity <= 0) return { account: { capital, position }, trade: undefined }
  if (quantity >= position.quantity) return close(capital, position, exit, candle, terms)
  const entryFee = (position.entryFee * quantity) / position.quantity
  const { account, trade } = close(capital, { ...position, quantity, entryFee }, exit, candle, terms)
  const rest = { ...position, quantity: position.quantity - quantity, entryFee: position.entryFee - entryFee }
  return { account: { ...account, position: rest }, trade }
}

/** Opens a position of a quantity, or adds to the one that is open in that direction, at the mean of the prices. */
export function enter(
  { capital, position }: Account,
  { direction, decidedAt, quantity, fill }: Order & { readonly quantity: number; readonly fill: Fill },
  candle: Candle,
  terms: TradingTerms,
): Account {
  const entryFee = quantity * fill.price * terms.fee
  const opened = {
    direction,
    decidedAt,
    openedAt: candle.timestamp * 1000,
    entry: fill,
    quantity,
    entryFee,
    stop: null,
    target: null,
  }
  if (!position) return { capital: capital - entryFee, position: opened }
  const total = position.quantity + quantity
  const mean = (before: number, added: number) => (before * position.quantity + added * quantity) / total
  const entry = { base: mean(position.entry.base, fill.base), price: mean(position.entry.price, fill.price) }
  return {
    capital: capital - entryFee,
    position: { ...position, entry, quantity: total, entryFee: position.entryFee + entryFee },
  }
}

/** The exit that the prices of a minute force, the stop before the target; undefined if neither is reached. */
function forcedExit(position: Position, candle: Candle, terms: TradingTerms): Exit | undefined {
  const { direction, stop, target } = position
  const worst = direction === 1 ? candle.low : candle.high
  const best = direction === 1 ? candle.high : candle.low
  if (stop !== null && direction * (worst - stop) <= 0) {
    const base = direction * (candle.open - stop) < 0 ? candle.open : stop
    return { fill: slippedFill(candle, closing(position), base, terms), exit: 'stop_loss' }
  }
  if (target !== null && target > 0 && direction * (best - target) > 0) {
    return { fill: { base: target, price: target }, exit: 'take_profit' }
  }
  return undefined
}

/** [BT-4] Closes the position where the prices of a minute reach its stop or target. */
export function closeIfForced(account: Account, candle: Candle, terms: TradingTerms): AccountStep {
  const { capital, position } = account
  const exit = position && forcedExit(position, candle, terms)
  return position && exit ? close(capital, position, exit, candle, terms) : { account, trade: undefined }
}

/** [BT-5] Closes an open position at the close of the last minute. */
export function closeAtEnd(account: Account, candle: Candle, terms: TradingTerms): AccountStep {
  const { capital, position } = account
  if (!position) return { account, trade: undefined }
  const fill = closingFill(candle.close, closing(position), terms)
  return close(capital, position, { fill, exit: 'end' }, candle, terms)
}

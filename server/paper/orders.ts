import type { Candle } from '#contract/candles.ts'
import { PAPER } from '#contract/limits.ts'
import { ORDER_TYPE_NAMES, type OrderState, type PaperOrder, type PlaceOrder } from '#contract/paper/orders.ts'
import { closePart, enter, type Account } from '#server/backtests/trading/account.ts'
import { slippedFill, type Direction, type Fill } from '#server/backtests/trading/fills.ts'
import type { TradingTerms } from '#server/backtests/trading/terms.ts'
import type { PaperEvent } from './ledger.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export const ORDER_EVENTS = ['accept', 'fill', 'fill_part', 'cancel', 'refuse', 'expire'] as const
export type OrderEvent = (typeof ORDER_EVENTS)[number]

const ends = (state: OrderState): Record<OrderEvent, OrderState> => ({
  accept: state,
  fill: state,
  fill_part: state,
  cancel: state,
  refuse: state,
  expire: state,
})
const LIVE = { fill: 'filled', fill_part: 'partly_filled', cancel: 'cancelled', refuse: 'refused' } as const

/** [PT-14] The statechart of an order: its state after each event. What has ended stays as it is. */
export const ORDER_CHART: Readonly<Record<OrderState, Readonly<Record<OrderEvent, OrderState>>>> = {
  intended: { ...LIVE, accept: 'open', expire: 'expired' },
  open: { ...LIVE, accept: 'open', expire: 'expired' },
  partly_filled: { ...LIVE, accept: 'partly_filled', refuse: 'cancelled', expire: 'expired' },
  filled: ends('filled'),
  cancelled: ends('cancelled'),
  refused: ends('refused'),
  expired: ends('expired'),
}

export const isWaiting = ({ state }: Pick<PaperOrder, 'state'>): boolean =>
  state === 'intended' || state === 'open' || state === 'partly_filled'

/** An order after an event; `at` is market time, unix ms, and `reason` says why it ended. */
export function sendTo(order: PaperOrder, event: OrderEvent, at: number, reason: string | null = null): PaperOrder {
  const state = ORDER_CHART[order.state][event]
  return isWaiting({ state }) ? { ...order, state } : { ...order, state, ended_at: order.ended_at ?? at, reason }
}

const directionOf = ({ side }: Pick<PaperOrder, 'side'>): Direction => (side === 'BUY' ? 1 : -1)

const trailFrom = (best: number, direction: Direction, distance: number): number =>
  best * (1 + (direction * distance) / 100)

/** The orders that a request places at a market time; a trailing stop begins behind the last price. */
export function newOrders(
  { side, quantity, legs, good_for: goodFor }: PlaceOrder,
  {
    at,
    price,
    closes,
    newId,
  }: { readonly at: number; readonly price: number; readonly closes: boolean; readonly newId: () => string },
): readonly PaperOrder[] {
  const ocoId = legs.length > 1 ? newId() : null
  return legs.map((leg) => {
    const distance = leg.type === 'trailing_stop' ? leg.distance_pct : null
    return {
      id: newId(),
      oco_id: ocoId,
      side,
      type: leg.type,
      price:
        distance === null ? ('price' in leg ? leg.price : null) : trailFrom(price, directionOf({ side }), distance),
      distance_pct: distance,
      quantity,
      filled: 0,
      average_price: null,
      closes,
      state: 'intended',
      placed_at: at,
      expires_at: goodFor === 'day' ? (Math.floor(at / DAY_MS) + 1) * DAY_MS : null,
      ended_at: null,
      reason: null,
    }
  })
}

/**
 * [PT-14] What an order would fill at in a minute, undefined if the minute does not reach it: a limit beyond its price or better, a
 * stop at its price or the open beyond it, with the slippage of the minute.
 */
function fillOf(order: PaperOrder, candle: Candle, terms: TradingTerms): Fill | undefined {
  const direction = directionOf(order)
  const { price, type } = order
  const slipped = (base: number) => slippedFill(candle, direction, base, terms)
  // A stop that has begun to fill goes on as a market order.
  if (price === null || (type !== 'limit' && order.filled > 0)) return slipped(candle.open)
  if (type === 'limit') {
    const best = direction === 1 ? candle.low : candle.high
    if (direction * (price - candle.open) >= 0) {
      const fill = slipped(candle.open)
      return direction * (fill.price - price) > 0 ? { ...fill, price } : fill
    }
    return direction * (price - best) > 0 ? { base: price, price } : undefined
  }
  const worst = direction === 1 ? candle.high : candle.low
  if (direction * (worst - price) < 0) return undefined
  return slipped(direction * (candle.open - price) > 0 ? candle.open : price)
}

const textOf = ({ type, side }: PaperOrder): string =>
  `${ORDER_TYPE_NAMES[type]} order to ${side === 'BUY' ? 'buy' : 'sell'}`

/** Where a minute reaches several orders, the worse come first: what stops, before what takes a profit. */
const TURN: Record<PaperOrder['type'], number> = { market: 0, stop: 1, trailing_stop: 1, limit: 2 }

/** What is left below this share of an order counts as filled: quantities are floating-point numbers. */
const ROUNDING = 1e-12

export interface OrderMinute {
  readonly candle: Candle
  readonly terms: TradingTerms
  /** Why a position of that value may not be opened; undefined if it may. */
  readonly refuse: (value: number) => string | undefined
}

/**
 * [PT-14] A minute for the orders of an allocation, after what its strategy decided and its stop and target. Each fills at most a
 * share of what was traded in the minute, and only in minutes that opened after it was placed.
 */
export function tradeOrders(
  before: Account,
  orders: readonly PaperOrder[],
  { candle, terms, refuse }: OrderMinute,
): { readonly account: Account; readonly orders: readonly PaperOrder[]; readonly events: readonly PaperEvent[] } {
  const opened = candle.timestamp * 1000
  const events: PaperEvent[] = []
  const current = new Map(orders.map((order) => [order.id, order]))
  let account = before

  function put(order: PaperOrder, event: OrderEvent, reason: string | null = null): void {
    const next = sendTo(order, event, opened + MINUTE_MS, reason)
    current.set(order.id, next)
    if (reason !== null)
      events.push({ kind: 'note', text: `${textOf(order)} ${next.state}: ${reason}`, orderId: order.id })
  }

  /** Fills what can be filled, and returns why nothing more of it will be. */
  function take(order: PaperOrder, fill: Fill, quantity: number): string | undefined {
    const direction = directionOf(order)
    const { position, capital } = account
    const orderId = order.id
    if (position && position.direction !== direction) {
      const part = Math.min(quantity, position.quantity)
      const entryFee = (position.entryFee * part) / position.quantity
      const step = closePart(account, { fill, exit: 'manual', quantity: part }, candle, terms)
      account = step.account
      if (step.trade) events.push({ kind: 'closed', trade: step.trade, entryFee, text: textOf(order), orderId })
      fillPart(order, fill, part)
      return account.position === undefined ? 'its position is closed.' : undefined
    }
    if (order.closes) return 'its position is closed.'
    if (direction === -1 && !terms.allowShort) return 'the account does not open short positions.'
    const held = position ? position.quantity * position.entry.price : 0
    const value = quantity * fill.price
    if (held + value * (1 + terms.fee) > capital * (1 + ROUNDING)) return 'it costs more than the capital that is free.'
    const refusal = refuse(held + value)
    if (refusal !== undefined) return refusal
    account = enter(account, { direction, decidedAt: order.placed_at, quantity, fill }, candle, terms)
    events.push({
      kind: 'opened',
      direction,
      quantity,
      price: fill.price,
      fee: value * terms.fee,
      text: textOf(order),
      orderId,
    })
    fillPart(order, fill, quantity)
    return undefined
  }

  function fillPart(order: PaperOrder, { price }: Fill, quantity: number): void {
    const filled = order.filled + quantity
    const spent = (order.average_price ?? 0) * order.filled + price * quantity
    const isFilled = order.quantity - filled <= order.quantity * ROUNDING
    put({ ...order, filled, average_price: spent / filled }, isFilled ? 'fill' : 'fill_part')
    for (const other of current.values())
      if (order.oco_id !== null && other.oco_id === order.oco_id && other.id !== order.id && isWaiting(other))
        put(other, 'cancel', 'the other of the two was filled.')
  }

  const turns = [...orders].filter(isWaiting).toSorted((a, b) => TURN[a.type] - TURN[b.type])
  for (const { id } of turns) {
    const order = current.get(id)
    if (!order || !isWaiting(order) || order.placed_at > opened) continue
    if (order.expires_at !== null && opened >= order.expires_at) {
      put(order, 'expire', 'its day has ended.')
      continue
    }
    const fill = fillOf(order, candle, terms)
    const quantity = Math.min(order.quantity - order.filled, candle.volume * PAPER.volumeShare)
    const isReached = fill !== undefined && quantity > 0
    const obstacle = isReached
      ? take(order, fill, quantity)
      : order.closes && !account.position
        ? 'its position is closed.'
        : undefined
    const after = current.get(id) ?? order
    if (obstacle !== undefined && isWaiting(after))
      put(after, order.closes || after.filled > 0 ? 'cancel' : 'refuse', obstacle)
    else if (after.state === 'intended') put(after, 'accept')
  }
  for (const order of current.values())
    if (isWaiting(order) && order.placed_at <= opened) current.set(order.id, trailed(order, candle))
  return { account, orders: [...current.values()], events }
}

/** A trailing stop after a minute: behind its best price, and never back. */
function trailed(order: PaperOrder, { high, low }: Candle): PaperOrder {
  const { distance_pct: distance, price } = order
  if (distance === null || price === null) return order
  const direction = directionOf(order)
  const level = trailFrom(direction === 1 ? low : high, direction, distance)
  return { ...order, price: direction === 1 ? Math.min(price, level) : Math.max(price, level) }
}

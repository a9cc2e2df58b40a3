import * as z from 'zod/mini'
import type { ExitReason } from '#contract/backtests/result.ts'
import type { PaperSettings } from '#contract/paper/account.ts'
import { paperOrderSchema, type PaperOrder } from '#contract/paper/orders.ts'
import { riskParametersSchema, type RiskParameters } from '#contract/strategies/risk.ts'
import type { Side } from '#contract/strategies/names.ts'
import {
  closeAtOpen,
  closeIfForced,
  closePart,
  closing,
  equityAt,
  execute,
  valueOf,
  type Account,
  type AccountStep,
  type ClosedTrade,
} from '#server/backtests/trading/account.ts'
import { slippedFill } from '#server/backtests/trading/fills.ts'
import { termsOf, type TradingTerms } from '#server/backtests/trading/terms.ts'
import type { PaperEvent } from './ledger.ts'
import { isWaiting, sendTo, tradeOrders, type OrderMinute } from './orders.ts'

const MINUTE_MS = 60_000

const directionSchema = z.union([z.literal(1), z.literal(-1)])
const positionSchema = z.object({
  direction: directionSchema,
  decidedAt: z.number(),
  openedAt: z.number(),
  entry: z.object({ base: z.number(), price: z.number() }),
  quantity: z.number(),
  entryFee: z.number(),
  stop: z.nullable(z.number()),
  target: z.nullable(z.number()),
})

/** An order for the open of the next minute: a decision with the risk parameters that it was made under, or a close. */
const orderSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decision'),
    direction: directionSchema,
    decidedAt: z.number(),
    risk: riskParametersSchema,
  }),
  z.object({
    kind: z.literal('close'),
    exit: z.enum(['manual', 'limit']),
    reason: z.string(),
    /** Of the position, up to 1. */
    share: z.number(),
  }),
])

/** An allocation as of the last minute that it traded. Stored as it is: a restart goes on with the same numbers. */
export const allocationStateSchema = z.object({
  /** See `Account`. */
  cash: z.number(),
  position: z.nullable(positionSchema),
  order: z.nullable(orderSchema),
  /** Of the last decision that came, unix ms of market time; null before the first. */
  decidedAt: z.nullable(z.number()),
  /** End of the last minute, unix ms of market time; null before the first. */
  until: z.nullable(z.number()),
  equity: z.number(),
  highest: z.number(),
  maxDrawdown: z.number(),
  trades: z.number(),
  fees: z.number(),
  /** The first price, of which `price` is the newest; null before the first minute. */
  firstPrice: z.nullable(z.number()),
  price: z.nullable(z.number()),
  /** Ends once it has no position. */
  ending: z.nullable(z.string()),
  /** Placed by hand, and waiting. */
  orders: z.array(paperOrderSchema),
  /** Losing trades in a row, and until when nothing is opened after them, unix ms of market time. */
  losses: z.int(),
  coolUntil: z.nullable(z.number()),
  /** Start of the UTC day of market time, unix ms, and the equity then; null before the first minute. */
  day: z._default(z.nullable(z.object({ at: z.number(), equity: z.number() })), null),
})
export type AllocationState = z.infer<typeof allocationStateSchema>

export const newAllocation = (capital: number): AllocationState => ({
  cash: capital,
  position: null,
  order: null,
  decidedAt: null,
  until: null,
  equity: capital,
  highest: capital,
  maxDrawdown: 0,
  trades: 0,
  fees: 0,
  firstPrice: null,
  price: null,
  ending: null,
  orders: [],
  losses: 0,
  coolUntil: null,
  day: null,
})

const noRisk: RiskParameters = {}

/** The terms of a backtest with the same settings, capital and risk parameters. */
const termsFor = (settings: PaperSettings, capital: number, risk: RiskParameters): TradingTerms =>
  termsOf({ ...settings, capital, pair: 'BTCUSD', data_set: '', from: 0, to: 0 }, risk)

const toAccount = ({ cash, position }: AllocationState): Account => ({ capital: cash, position: position ?? undefined })

/** An allocation after a minute, what happened in it, and the orders that ended. */
export interface TradedMinute {
  readonly state: AllocationState
  readonly events: readonly PaperEvent[]
  readonly ended: readonly PaperOrder[]
}

/**
 * [PT-2] A closed minute, by the steps of a backtest: the order at its open, then stop and target, then what was placed by hand.
 * Minutes up to that of the state change nothing, so that none is traded twice.
 */
export function tradeMinute(
  before: AllocationState,
  { candle, refuse }: Omit<OrderMinute, 'terms'>,
  settings: PaperSettings,
  capital: number,
): TradedMinute {
  const until = candle.timestamp * 1000 + MINUTE_MS
  if (before.until !== null && until <= before.until) return { state: before, events: [], ended: [] }
  const events: PaperEvent[] = []
  const plain = termsFor(settings, capital, noRisk)
  let account = toAccount(before)

  function take(step: AccountStep, exit: (trade: ClosedTrade) => string): void {
    const { position } = account
    const opened = step.account.position
    if (step.trade && position) {
      const entryFee = position.entryFee - (opened?.openedAt === position.openedAt ? opened.entryFee : 0)
      events.push({ kind: 'closed', trade: step.trade, entryFee, text: exit(step.trade) })
    }
    if (opened && opened.openedAt !== position?.openedAt) {
      const { direction, quantity, entry, entryFee: fee, decidedAt } = opened
      const text = `${sideOf(direction)} decided at ${new Date(decidedAt).toISOString()}`
      events.push({ kind: 'opened', direction, quantity, price: entry.price, fee, text })
    }
    account = step.account
  }

  const byExit = ({ exit }: ClosedTrade): string => EXIT_TEXTS[exit]
  // In minutes that are made up for, what was decided after them waits.
  const isDue = before.order?.kind !== 'decision' || before.order.decidedAt < until
  const order = isDue ? before.order : null
  if (order?.kind === 'close') {
    const { position } = account
    if (position && order.share < 1) {
      const fill = slippedFill(candle, closing(position), candle.open, plain)
      const quantity = position.quantity * order.share
      take(closePart(account, { fill, exit: order.exit, quantity }, candle, plain), () => order.reason)
    } else take(closeAtOpen(account, order.exit, candle, plain), () => order.reason)
  } else if (order) {
    const isOpposite = account.position !== undefined && account.position.direction !== order.direction
    const terms = termsFor(settings, capital, order.risk)
    const refusal = refuse(valueOf(account.capital, terms))
    if (refusal === undefined) take(execute(account, order, candle, terms), byExit)
    else if (isOpposite) take(closeAtOpen(account, 'decision', candle, plain), byExit)
    else if (!account.position && (order.direction === 1 || settings.allow_short))
      events.push({ kind: 'note', text: `${sideOf(order.direction)} not traded: ${refusal}` })
  }
  take(closeIfForced(account, candle, plain), byExit)
  const byHand = tradeOrders(account, before.orders, { candle, refuse, terms: plain })
  ;({ account } = byHand)
  events.push(...byHand.events)

  const equity = equityAt(account, candle.close)
  const highest = Math.max(before.highest, equity)
  const closed = events.flatMap((event) => (event.kind === 'closed' ? [event.trade] : []))
  return {
    events,
    ended: byHand.orders.filter((each) => !isWaiting(each)),
    state: {
      ...before,
      cash: account.capital,
      position: account.position ?? null,
      order: isDue ? null : before.order,
      until,
      equity,
      highest,
      maxDrawdown: Math.max(before.maxDrawdown, highest > 0 ? (highest - equity) / highest : 0),
      trades: before.trades + closed.length,
      fees: closed.reduce((sum, { fees }) => sum + fees, before.fees),
      firstPrice: before.firstPrice ?? candle.open,
      price: candle.close,
      orders: byHand.orders.filter(isWaiting),
      losses: closed.reduce((losses, { profit }) => (profit < 0 ? losses + 1 : 0), before.losses),
    },
  }
}

const EXIT_TEXTS: Record<ExitReason, string> = {
  decision: 'The strategy decided for the other side',
  stop_loss: 'Stop loss',
  take_profit: 'Take profit',
  end: 'The end',
  manual: 'By hand',
  limit: 'A limit of the account',
}
const sideOf = (direction: 1 | -1): Side => (direction === 1 ? 'BUY' : 'SELL')

/** [PT-3] A decision waits for the open of the next minute; one that closes at once, or ends the allocation, goes before it. */
export const withDecision = (
  state: AllocationState,
  side: Side,
  decidedAt: number,
  risk: RiskParameters,
): AllocationState =>
  state.order?.kind === 'close' || state.ending !== null
    ? { ...state, decidedAt }
    : { ...state, decidedAt, order: { kind: 'decision', direction: side === 'BUY' ? 1 : -1, decidedAt, risk } }

/** Drops what was decided; a close that was ordered stays. */
export const withoutDecision = (state: AllocationState): AllocationState =>
  state.order?.kind === 'decision' ? { ...state, order: null } : state

/** Closes a share of the position at the open of the next minute, and drops what was decided. */
export const withClose = (
  state: AllocationState,
  exit: 'manual' | 'limit',
  reason: string,
  share = 1,
): AllocationState => ({ ...state, order: state.position ? { kind: 'close', exit, reason, share } : null })

/** Cancels the orders that `which` picks, at a market time. */
export function withoutOrders(
  state: AllocationState,
  which: (order: PaperOrder) => boolean,
  at: number,
  reason: string,
): { readonly state: AllocationState; readonly ended: readonly PaperOrder[] } {
  const ended = state.orders.filter(which).map((order) => sendTo(order, 'cancel', at, reason))
  return { state: { ...state, orders: state.orders.filter((order) => !which(order)) }, ended }
}

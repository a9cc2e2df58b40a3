import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { OrderLeg, PaperOrder } from '#contract/paper/orders.ts'
import type { Side } from '#contract/strategies/names.ts'
import {
  allocationStateSchema,
  newAllocation,
  tradeMinute,
  withClose,
  withDecision,
  withoutOrders,
} from '#server/paper/allocation.ts'
import { deposit, postingOf, type Posting } from '#server/paper/ledger.ts'
import { isWaiting, newOrders } from '#server/paper/orders.ts'
import { START_MS } from '#test/support/data/trading.ts'

const SERIES = Number(process.env['PAIRBOT_PAPER_SERIES'] ?? 30_000)
const CAPITAL = 2_000
const MINUTE_MS = 60_000

const price = fc.double({ min: 50, max: 150, noNaN: true })
const leg = fc.oneof(
  fc.constant<OrderLeg>({ type: 'market' }),
  fc.record({ type: fc.constantFrom('limit', 'stop'), price }),
  fc.record({ type: fc.constant('trailing_stop'), distance_pct: fc.double({ min: 0.1, max: 20, noNaN: true }) }),
) as fc.Arbitrary<OrderLeg>
const side = fc.constantFrom<Side>('BUY', 'SELL')
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('minute'),
      prices: fc.tuple(price, price, price, price),
      volume: fc.double({ min: 0, max: 200, noNaN: true }),
      gap: fc.integer({ min: 0, max: 2 }),
      isRefused: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('decision'), side, stop: fc.option(fc.double({ min: 0.1, max: 50, noNaN: true })) }),
  fc.record({
    kind: fc.constant('order'),
    side,
    quantity: fc.double({ min: 0.001, max: 30, noNaN: true }),
    legs: fc.array(leg, { minLength: 1, maxLength: 2 }),
    isOfDay: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('cancel') }),
  fc.record({ kind: fc.constant('close'), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('protect'), stop: fc.option(price), target: fc.option(price) }),
  fc.record({ kind: fc.constant('reset') }),
  fc.record({ kind: fc.constant('restart') }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const sum = (postings: readonly Posting[], of: (posting: Posting) => number) =>
  postings.reduce((total, posting) => total + of(posting), 0)

/** An account with one allocation, and what must hold after each action. */
function account(allowShort: boolean) {
  const settings = {
    capital: CAPITAL,
    fee_pct: 0.4,
    slippage: { half_spread_pct: 0.01, range_share: 0.1 },
    allow_short: allowShort,
  }
  let state = newAllocation(CAPITAL)
  let postings = [deposit(CAPITAL)]
  let last = new Map<string, PaperOrder>()
  let minute = START_MS / MINUTE_MS
  let ids = 0

  function follow(orders: readonly PaperOrder[]): void {
    for (const order of orders) {
      const before = last.get(order.id)
      // What has ended stays as it ended.
      if (before !== undefined && !isWaiting(before)) expect(order).toEqual(before)
      last.set(order.id, order)
    }
  }
  function check(): void {
    for (const each of postings)
      expect(Math.abs(each.cash + each.position + each.fee + each.profit + each.capital)).toBeLessThan(1e-8)
    const [cash, cost] = [sum(postings, (each) => each.cash), sum(postings, (each) => each.position)]
    expect(Math.abs(cash + cost - state.cash)).toBeLessThan(1e-8)
    const held = state.position ? state.position.direction * state.position.quantity : 0
    expect(Math.abs(sum(postings, (each) => each.quantity ?? 0) - held)).toBeLessThan(1e-8)
    if (state.price !== null) expect(Math.abs(cash + held * state.price - state.equity)).toBeLessThan(1e-8)
    for (const [id, { filled, quantity }] of last) {
      const posted = sum(
        postings.filter(({ orderId }) => orderId === id),
        (each) => Math.abs(each.quantity ?? 0),
      )
      expect(Math.abs(posted - filled)).toBeLessThan(1e-8)
      expect(filled).toBeLessThanOrEqual(quantity + 1e-8)
    }
  }

  function act(given: Action): void {
    const at = state.until ?? START_MS
    switch (given.kind) {
      case 'minute': {
        minute += given.gap
        const [open, a, b, close] = given.prices
        const [high, low] = [Math.max(...given.prices), Math.min(open, a, b, close)]
        const candle = { timestamp: minute * 60, open, high, low, close, volume: given.volume }
        const refuse = () => (given.isRefused ? 'refused.' : undefined)
        const traded = tradeMinute(state, { candle, refuse }, settings, CAPITAL)
        // Of a minute that was traded, nothing is traded again.
        if (given.gap === 0 && state.until !== null) expect(traded).toEqual({ state, events: [], ended: [] })
        postings.push(...traded.events.map(postingOf))
        follow([...traded.ended, ...traded.state.orders])
        ;({ state } = traded)
        return check()
      }
      case 'decision':
        state = withDecision(state, given.side, at, given.stop === null ? {} : { stop_loss_percentage: given.stop })
        return undefined
      case 'order': {
        const { position } = state
        const closes = position !== null && (position.direction === 1) === (given.side === 'SELL')
        const { side: way, quantity, legs, isOfDay } = given
        const orders = newOrders(
          { side: way, quantity, legs: [...legs], good_for: isOfDay ? 'day' : 'cancelled' },
          { at, price: state.price ?? 100, closes, newId: () => `o-${(ids += 1)}` },
        )
        state = { ...state, orders: [...state.orders, ...orders] }
        return follow(orders)
      }
      case 'cancel': {
        const [first] = state.orders
        const cancelled = withoutOrders(state, ({ id }) => id === first?.id, at, 'You cancelled it.')
        follow(cancelled.ended)
        ;({ state } = cancelled)
        return undefined
      }
      case 'close':
        state = withClose(state, 'manual', 'By hand', given.share)
        return undefined
      case 'protect':
        if (state.position)
          state = { ...state, position: { ...state.position, stop: given.stop, target: given.target } }
        return undefined
      case 'reset':
        check()
        ;[state, postings, last] = [newAllocation(CAPITAL), [deposit(CAPITAL)], new Map()]
        return undefined
      case 'restart':
        state = z.parse(allocationStateSchema, JSON.parse(JSON.stringify(state)))
        return undefined
    }
  }
  return act
}

it(
  `[PT-1] [PT-2] [PT-14] over ${SERIES} random series the ledger adds up, nothing is traded twice, and what has ended stays`,
  { timeout: 900_000 },
  () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(action, { minLength: 5, maxLength: 40 }), (allowShort, actions) => {
        const act = account(allowShort)
        for (const each of actions) act(each)
      }),
      { numRuns: SERIES },
    )
  },
)

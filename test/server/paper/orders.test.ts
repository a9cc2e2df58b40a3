import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { ORDER_STATES, type OrderLeg, type PlaceOrder } from '#contract/paper/orders.ts'
import type { PaperSettings } from '#contract/paper/account.ts'
import { newAllocation, tradeMinute, type AllocationState } from '#server/paper/allocation.ts'
import { deposit, postingOf, type Posting } from '#server/paper/ledger.ts'
import { isWaiting, newOrders, ORDER_CHART, ORDER_EVENTS } from '#server/paper/orders.ts'
import { START_MS } from '#test/support/data/trading.ts'

const CAPITAL = 2_000
const FREE: PaperSettings = {
  capital: 10_000,
  fee_pct: 0,
  slippage: { half_spread_pct: 0, range_share: 0 },
  allow_short: false,
}
const candle = (
  n: number,
  [open, high, low, close]: readonly [number, number, number, number],
  volume = 1_000,
): Candle => ({
  timestamp: START_MS / 1000 + 60 * n,
  open,
  high,
  low,
  close,
  volume,
})
const flat = (n: number, at: number, volume?: number) => candle(n, [at, at, at, at], volume)

let ids = 0
const newId = () => `o-${(ids += 1)}`

/** An allocation by hand on which orders are placed between minutes. */
function desk(settings: PaperSettings = FREE, refuse: (value: number) => string | undefined = () => undefined) {
  let state: AllocationState = newAllocation(CAPITAL)
  const texts: string[] = []
  return {
    pass(each: Candle) {
      const traded = tradeMinute(state, { candle: each, refuse }, settings, CAPITAL)
      ;({ state } = traded)
      texts.push(...traded.events.map(({ text }) => text))
      return traded
    },
    place(body: Partial<PlaceOrder> & { readonly legs: readonly OrderLeg[] }) {
      const placed: PlaceOrder = { side: 'BUY', quantity: 10, good_for: 'cancelled', ...body, legs: [...body.legs] }
      const closes = state.position !== null && (state.position.direction === 1) === (placed.side === 'SELL')
      const orders = newOrders(placed, { at: state.until ?? START_MS, price: state.price ?? 0, closes, newId })
      state = { ...state, orders: [...state.orders, ...orders] }
    },
    get state() {
      return state
    },
    texts,
  }
}
/** With a long position of 10 at 100. */
function holding(): ReturnType<typeof desk> {
  const it = desk()
  it.pass(flat(0, 100))
  it.place({ legs: [{ type: 'market' }] })
  it.pass(flat(1, 100))
  return it
}

describe('[PT-14] the statechart of an order', () => {
  it('has a state after each event in each state, and what has ended stays', () => {
    for (const state of ORDER_STATES)
      for (const event of ORDER_EVENTS) {
        const next = ORDER_CHART[state][event]
        expect(ORDER_STATES).toContain(next)
        if (!isWaiting({ state })) expect(next).toBe(state)
        if (event === 'fill' && isWaiting({ state })) expect(next).toBe('filled')
      }
    expect(ORDER_CHART.partly_filled.refuse).toBe('cancelled')
  })
})

describe('[PT-14] an order', () => {
  it('at market fills at the open of the next minute, and not in the one it was placed in', () => {
    const it = desk()
    it.pass(flat(0, 100))
    it.place({ legs: [{ type: 'market' }] })
    const { events, ended } = it.pass(candle(1, [110, 120, 90, 100]))
    expect(events).toMatchObject([{ kind: 'opened', quantity: 10, price: 110, text: 'Market order to buy' }])
    expect(ended).toMatchObject([{ state: 'filled', filled: 10, average_price: 110 }])
  })

  it('with a limit fills beyond it, at it, and at the open where that is better', () => {
    const it = desk()
    it.pass(flat(0, 100))
    it.place({ legs: [{ type: 'limit', price: 95 }] })
    expect(it.pass(candle(1, [100, 101, 95, 100])).events).toEqual([])
    expect(it.state.orders).toMatchObject([{ state: 'open' }])
    expect(it.pass(candle(2, [100, 101, 94, 100])).events).toMatchObject([{ kind: 'opened', price: 95 }])
    it.place({ quantity: 1, legs: [{ type: 'limit', price: 99 }] })
    expect(it.pass(flat(3, 90)).events).toMatchObject([{ kind: 'opened', price: 90 }])
    expect(it.state.position?.quantity).toBe(11)
    expect(it.state.position?.entry.price).toBeCloseTo((10 * 95 + 90) / 11, 10)
  })

  it('with a stop fills where the price reaches it, or at the open beyond it', () => {
    const it = holding()
    it.place({ side: 'SELL', quantity: 4, legs: [{ type: 'stop', price: 95 }] })
    it.place({ side: 'SELL', quantity: 6, legs: [{ type: 'stop', price: 90 }] })
    expect(it.pass(candle(2, [100, 101, 96, 96])).events).toEqual([])
    expect(it.pass(candle(3, [96, 96, 94, 95])).events).toMatchObject([
      { kind: 'closed', trade: { exitPrice: 95, quantity: 4 } },
    ])
    expect(it.pass(flat(4, 80)).events).toMatchObject([{ kind: 'closed', trade: { exitPrice: 80, quantity: 6 } }])
    expect(it.state).toMatchObject({ position: null, orders: [], losses: 2 })
  })

  it('that trails follows the best price of the minutes before, and never goes back', () => {
    const it = holding()
    it.place({ side: 'SELL', legs: [{ type: 'trailing_stop', distance_pct: 10 }] })
    expect(it.state.orders[0]?.price).toBeCloseTo(90)
    it.pass(candle(2, [100, 120, 100, 115]))
    expect(it.state.orders[0]?.price).toBeCloseTo(108)
    it.pass(candle(3, [115, 116, 109, 110]))
    expect(it.state.orders[0]?.price).toBeCloseTo(108)
    expect(it.pass(candle(4, [110, 110, 100, 101])).events).toMatchObject([
      { kind: 'closed', trade: { exitPrice: 108 } },
    ])
  })

  it('of two cancels the other, the worse of both if a minute reaches both', () => {
    const it = holding()
    it.place({
      side: 'SELL',
      legs: [
        { type: 'limit', price: 110 },
        { type: 'stop', price: 90 },
      ],
    })
    const { events, ended } = it.pass(candle(2, [100, 120, 80, 100]))
    expect(events.filter(({ kind }) => kind === 'closed')).toMatchObject([{ trade: { exitPrice: 90 } }])
    expect(ended.map(({ type, state, reason }) => [type, state, reason])).toEqual([
      ['limit', 'cancelled', 'the other of the two was filled.'],
      ['stop', 'filled', null],
    ])
  })

  it('fills a tenth of what is traded in a minute, and the rest in those after', () => {
    const it = desk()
    it.pass(flat(0, 100))
    it.place({ legs: [{ type: 'market' }] })
    it.pass(flat(1, 100, 60))
    expect(it.state.orders).toMatchObject([{ state: 'partly_filled', filled: 6, average_price: 100 }])
    it.pass(flat(2, 110, 0))
    expect(it.state.orders).toMatchObject([{ state: 'partly_filled', filled: 6 }])
    expect(it.pass(flat(3, 110, 60)).ended).toMatchObject([{ state: 'filled', average_price: 104 }])
  })

  it('against a position closes at most that, also one that was closed by something else', () => {
    const it = holding()
    it.place({ side: 'SELL', quantity: 25, legs: [{ type: 'limit', price: 105 }] })
    it.place({ side: 'SELL', quantity: 5, legs: [{ type: 'stop', price: 90 }] })
    expect(it.pass(candle(2, [100, 110, 99, 110])).ended).toMatchObject([
      { state: 'cancelled', filled: 10, reason: 'its position is closed.' },
    ])
    expect(it.pass(flat(3, 110)).ended).toMatchObject([{ state: 'cancelled', filled: 0 }])
  })

  it('is refused where it may not open, says why, and expires at the end of its day', () => {
    const it = desk(FREE, (value) => (value > 500 ? 'too much.' : undefined))
    it.pass(flat(0, 100))
    it.place({ quantity: 21, legs: [{ type: 'market' }] })
    it.place({ quantity: 6, legs: [{ type: 'market' }] })
    it.place({ side: 'SELL', legs: [{ type: 'market' }] })
    it.place({ legs: [{ type: 'limit', price: 10 }], good_for: 'day' })
    it.pass(flat(1, 100))
    it.pass(flat(1_440, 100))
    expect(it.texts).toEqual([
      'Market order to buy refused: it costs more than the capital that is free.',
      'Market order to buy refused: too much.',
      'Market order to sell refused: the account does not open short positions.',
      'Limit order to buy expired: its day has ended.',
    ])
  })
})

const price = fc.double({ min: 50, max: 150, noNaN: true })
const leg = fc.oneof(
  fc.constant<OrderLeg>({ type: 'market' }),
  fc.record({ type: fc.constant('limit' as const), price }),
  fc.record({ type: fc.constant('stop' as const), price }),
  fc.record({
    type: fc.constant('trailing_stop' as const),
    distance_pct: fc.double({ min: 0.1, max: 20, noNaN: true }),
  }),
)
const placed = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  quantity: fc.double({ min: 0.01, max: 30, noNaN: true }),
  legs: fc.array(leg, { minLength: 1, maxLength: 2 }),
  good_for: fc.constantFrom('cancelled' as const, 'day' as const),
})
const steps = fc.array(
  fc.record({
    prices: fc.tuple(price, price, price, price),
    volume: fc.constantFrom(0, 10, 1_000),
    gap: fc.constantFrom(1, 1, 2, 700),
    order: fc.option(placed, { nil: undefined }),
  }),
  { minLength: 1, maxLength: 60 },
)

describe('[PT-1] [PT-14] on random minutes with random orders', () => {
  it('every row adds up, equity is cash and position, and no order fills more than it was', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), fc.constantFrom(0, 0.4), (given, allowShort, fee) => {
        const settings = {
          ...FREE,
          allow_short: allowShort,
          fee_pct: fee,
          slippage: { half_spread_pct: 0.01, range_share: 0.1 },
        }
        const it = desk(settings)
        const postings: Posting[] = [deposit(CAPITAL)]
        let minute = 0
        for (const { prices, volume, gap, order } of given) {
          minute += gap
          const [open, a, b, close] = prices
          const { state, events, ended } = it.pass(
            candle(minute, [open, Math.max(...prices), Math.min(open, a, b, close), close], volume),
          )
          postings.push(...events.map(postingOf))
          const { position } = state
          const value = position ? position.direction * position.quantity * (close - position.entry.price) : 0
          expect(Math.abs(state.cash + value - state.equity)).toBeLessThan(1e-8)
          expect(allowShort || position === null || position.direction === 1).toBe(true)
          for (const { filled, quantity, state: at } of [...ended, ...state.orders]) {
            expect(filled).toBeLessThanOrEqual(quantity * (1 + 1e-9))
            if (at === 'filled') expect(filled).toBeCloseTo(quantity, 9)
          }
          expect(state.orders.every(isWaiting)).toBe(true)
          if (order) it.place(order)
        }
        for (const { cash, position, fee: paid, profit, capital } of postings)
          expect(Math.abs(cash + position + paid + profit + capital)).toBeLessThan(1e-8)
        const held = postings.reduce((sum, each) => sum + each.cash + each.position, 0)
        expect(Math.abs(held - it.state.cash)).toBeLessThan(1e-8)
      }),
      { numRuns: 2_000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import type { LedgerRow, PaperSettings } from '#contract/paper/account.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import type { Side } from '#contract/strategies/names.ts'
import { simulate } from '#server/backtests/trading/simulate.ts'
import { termsOf } from '#server/backtests/trading/terms.ts'
import {
  allocationStateSchema,
  newAllocation,
  tradeMinute,
  withClose,
  withDecision,
  type AllocationState,
} from '#server/paper/allocation.ts'
import { deposit, postingOf, type Posting } from '#server/paper/ledger.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { START_MS } from '#test/support/data/trading.ts'

const SETTINGS: PaperSettings = {
  capital: 10_000,
  fee_pct: 0.4,
  slippage: { half_spread_pct: 0.01, range_share: 0.1 },
  allow_short: false,
}
const CAPITAL = 2_000
const MINUTE_MS = 60_000

interface Step {
  readonly candle: Candle
  readonly side: Side | null
}

/** Trades minutes and the decisions at their closes; what a restart does in between changes nothing. */
function trade(steps: readonly Step[], settings: PaperSettings, risk: RiskParameters) {
  let state: AllocationState = newAllocation(CAPITAL)
  const postings: Posting[] = [deposit(CAPITAL)]
  const equities: number[] = []
  for (const { candle, side } of steps) {
    const traded = tradeMinute(state, { candle, refuse: () => undefined }, settings, CAPITAL)
    postings.push(...traded.events.map(postingOf))
    state = side ? withDecision(traded.state, side, candle.timestamp * 1000 + MINUTE_MS, risk) : traded.state
    equities.push(state.equity)
    state = z.parse(allocationStateSchema, JSON.parse(JSON.stringify(state)))
  }
  return { state, postings, equities }
}

const price = fc.double({ min: 50, max: 150, noNaN: true })
const steps = fc
  .array(
    fc.record({
      prices: fc.tuple(price, price, price, price),
      gap: fc.integer({ min: 1, max: 3 }),
      side: fc.constantFrom<Side | null>('BUY', 'SELL', null),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => {
    let minute = START_MS / MINUTE_MS
    return rows.map(({ prices: [open, a, b, close], gap, side }): Step => {
      minute += gap
      const all = [open, a, b, close]
      const candle = { timestamp: minute * 60, open, high: Math.max(...all), low: Math.min(...all), close, volume: 1 }
      return { candle, side }
    })
  })
const risks = fc.record({
  max_position_size: fc.option(fc.double({ min: 1, max: 3_000, noNaN: true }), { nil: null }),
  max_position_unit: fc.constant('usd' as const),
  stop_loss_percentage: fc.option(fc.double({ min: 0.1, max: 50, noNaN: true }), { nil: null }),
  take_profit_percentage: fc.option(fc.double({ min: 0.1, max: 50, noNaN: true }), { nil: null }),
})
const settings = fc.boolean().map((allow_short) => ({ ...SETTINGS, allow_short }))
const amounts = ({
  cash,
  position,
  fee,
  profit,
  capital,
}: Pick<LedgerRow, 'cash' | 'position' | 'fee' | 'profit' | 'capital'>) => cash + position + fee + profit + capital

describe('[PT-2] an allocation', () => {
  it('trades as a backtest of the same minutes, decisions and settings does, to the last digit', () => {
    fc.assert(
      fc.property(steps, settings, risks, (given, chosen, risk) => {
        const { state, equities, postings } = trade(given, chosen, risk)
        const candles = toColumns(given.map(({ candle }) => candle))
        const terms = termsOf({ ...chosen, capital: CAPITAL, pair: 'BTCUSD', data_set: '', from: 0, to: 0 }, risk)
        const decisions = given.flatMap(({ side }, row) => (side ? [{ row, side }] : []))
        const backtest = simulate(candles, decisions, terms)
        // A backtest closes what is open in its last row; what trades on goes on.
        const closed = backtest.trades.filter(({ exit }) => exit !== 'end')
        expect(state.trades).toBe(closed.length)
        expect(postings.flatMap(({ trade: each }) => (each ? [each.profit] : []))).toEqual(
          closed.map(({ profit }) => profit),
        )
        const last = equities.length - 1
        expect(equities.slice(0, last)).toEqual(Array.from(backtest.equity.slice(0, last)))
      }),
      { numRuns: 500 },
    )
  })

  it('[PT-1] every row of the ledger adds up, and cash with positions is what the account is worth', () => {
    fc.assert(
      fc.property(steps, settings, risks, (given, chosen, risk) => {
        const { state, postings } = trade(given, chosen, risk)
        for (const posting of postings) expect(Math.abs(amounts(posting))).toBeLessThan(1e-8)
        const [cash, cost] = [
          postings.reduce((sum, each) => sum + each.cash, 0),
          postings.reduce((sum, each) => sum + each.position, 0),
        ]
        expect(Math.abs(cash + cost - state.cash)).toBeLessThan(1e-8)
        const paid = postings.reduce((sum, { fee }) => sum + fee, 0)
        expect(Math.abs(paid - state.fees - (state.position?.entryFee ?? 0))).toBeLessThan(1e-8)
      }),
      { numRuns: 500 },
    )
  })

  const minute = (n: number, at: number): Candle => ({
    timestamp: START_MS / 1000 + 60 * n,
    open: at,
    high: at,
    low: at,
    close: at,
    volume: 1,
  })
  const [first, second, third] = [minute(0, 100), minute(1, 110), minute(2, 120)]
  const free = { ...SETTINGS, fee_pct: 0, slippage: { half_spread_pct: 0, range_share: 0 } }
  const open = () => {
    const decided = withDecision(newAllocation(CAPITAL), 'BUY', START_MS, {})
    return tradeMinute(decided, { candle: first, refuse: () => undefined }, free, CAPITAL)
  }

  it('[PT-2] trades no minute twice', () => {
    const { state, events } = open()
    expect(events).toMatchObject([{ kind: 'opened', quantity: 20 }])
    expect(tradeMinute(state, { candle: first, refuse: () => undefined }, free, CAPITAL)).toEqual({
      state,
      events: [],
      ended: [],
    })
  })

  it('[PT-3] a decision waits through minutes before it that are made up for', () => {
    const decided = withDecision(newAllocation(CAPITAL), 'BUY', START_MS + MINUTE_MS, {})
    const { state, events } = tradeMinute(decided, { candle: first, refuse: () => undefined }, free, CAPITAL)
    expect([events, state.order]).toEqual([[], decided.order])
    expect(tradeMinute(state, { candle: second, refuse: () => undefined }, free, CAPITAL).events).toMatchObject([
      { kind: 'opened', price: 110 },
    ])
  })

  it('[PT-3] a close by hand goes before decisions, at the open of the next minute', () => {
    const { state } = open()
    const ordered = withDecision(withClose(state, 'manual', 'News'), 'SELL', START_MS + MINUTE_MS, {})
    const { state: closed, events } = tradeMinute(ordered, { candle: second, refuse: () => undefined }, free, CAPITAL)
    expect(events).toMatchObject([
      { kind: 'closed', text: 'News', trade: { exit: 'manual', exitPrice: 110, profit: 200 } },
    ])
    expect([closed.position, closed.order, closed.cash, closed.equity]).toEqual([null, null, 2_200, 2_200])
  })

  it('[PT-3] a part of a position is closed, with its part of the fee of the entry', () => {
    const decided = withDecision(newAllocation(CAPITAL), 'BUY', START_MS, {})
    const costs = { ...free, fee_pct: 1 }
    const opened = tradeMinute(decided, { candle: first, refuse: () => undefined }, costs, CAPITAL)
    const entryFee = opened.state.position?.entryFee ?? 0
    const half = withClose(opened.state, 'manual', 'Half', 0.5)
    const { state, events } = tradeMinute(half, { candle: second, refuse: () => undefined }, costs, CAPITAL)
    const quantity = (opened.state.position?.quantity ?? 0) / 2
    expect(events).toMatchObject([{ kind: 'closed', entryFee: entryFee / 2, trade: { quantity, exit: 'manual' } }])
    expect(state.position).toMatchObject({ quantity, entryFee: entryFee / 2, entry: { price: 100 } })
    expect(state.order).toBeNull()
  })

  it('[PT-4] what must not be opened is refused with the reason, and what is open still closes', () => {
    const refused = tradeMinute(
      withDecision(newAllocation(CAPITAL), 'BUY', START_MS, {}),
      { candle: first, refuse: () => 'paper trading is stopped.' },
      free,
      CAPITAL,
    )
    expect(refused.events).toEqual([{ kind: 'note', text: 'BUY not traded: paper trading is stopped.' }])
    const held = withDecision(open().state, 'SELL', START_MS + MINUTE_MS, {})
    const closed = tradeMinute(held, { candle: third, refuse: () => 'paper trading is stopped.' }, free, CAPITAL)
    expect(closed.events).toMatchObject([{ kind: 'closed', trade: { exit: 'decision', profit: 400 } }])
  })
})

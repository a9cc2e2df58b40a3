import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import {
  changedPaperSchema,
  curveResponseSchema,
  ledgerResponseSchema,
  paperResponseSchema,
  type PaperLimits,
} from '#contract/paper/account.ts'
import { ordersResponseSchema, type PlaceOrder } from '#contract/paper/orders.ts'
import type { Candle } from '#contract/candles.ts'
import { backtests as backtestTable } from '#server/database/schema/backtests.ts'
import { paperAccounts, paperAllocations } from '#server/database/schema/paper.ts'
import { eq } from 'drizzle-orm'
import { strategyDecisions } from '#server/database/schema/strategies.ts'
import { createBacktestStore } from '#server/backtests/jobs/store.ts'
import { createPaperTrading, type PaperTrading } from '#server/paper/paper.ts'
import { settingsOf } from '#test/support/server/backtests.ts'
import { at, ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'
import { startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

const NO_LIMITS: PaperLimits = {
  max_daily_loss_pct: null,
  max_drawdown_pct: null,
  max_positions: null,
  max_exposure_pct: null,
  cool_down: null,
  on_hit: 'keep',
}
const SETTINGS = { capital: 10_000, fee_pct: 0, slippage: { half_spread_pct: 0, range_share: 0 }, allow_short: false }

let harness: TestStrategyService
let paper: PaperTrading
let kind: 'kraken' | 'replay' = 'kraken'
let stored: Candle[] = []
let failures = 0
const halts: string[] = []

beforeAll(async () => {
  harness = await startTestStrategyService({
    streams: { market: 'kraken' },
    beside({ database, strategies, streams, now, report }) {
      paper = createPaperTrading({
        database,
        market: {
          kind,
          now: streams.now,
          async *minutes(_pair, from, to) {
            yield stored.filter(({ timestamp }) => timestamp * 1000 >= from && timestamp * 1000 < to)
          },
        },
        decided$: strategies.evaluator.decided$,
        audit: async () => undefined,
        announce: () => undefined,
        auditHalt: async (_tx, { reason }) => void halts.push(reason),
        assertLeads: async () => {
          failures -= 1
          if (failures >= 0) throw new Error('The database does not answer')
        },
        retryMs: 0,
        now,
        report,
      })
      return paper
    },
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.database.db.delete(backtestTable)
  kind = 'kraken'
  stored = []
  failures = 0
  halts.length = 0
  await harness.reset()
})

const post = (path: string, body: object = {}, as = 'trader') => harness.call(as, 'POST', path, body)
const start = (limits: Partial<PaperLimits> = {}, as = 'trader') =>
  post(PAPER_API.start.path, { settings: SETTINGS, limits: { ...NO_LIMITS, ...limits } }, as)
const account = async (as = 'trader') =>
  z.parse(paperResponseSchema, (await harness.call(as, 'GET', PAPER_API.account.path)).body).account
const ledger = async (as = 'trader') =>
  z.parse(ledgerResponseSchema, (await harness.call(as, 'GET', PAPER_API.ledger.path)).body).rows
const texts = async () => (await ledger()).map(({ text }) => text)

/** A strategy on the indicators of M1: BUY and SELL as they lean. */
const strategy = (as = 'trader') =>
  harness.created(
    {
      signal_sources: [sourceOn('technical_indicators:m1'), sourceOn('technical_indicators:m5')],
      confluence_rules: [ruleOver(['m1'])],
      risk_parameters: {},
    },
    as,
  )
async function allocate(capital = 2_000, as = 'trader'): Promise<string> {
  const answer = await post(PAPER_API.allocate.path, { strategy_id: await strategy(as), pair: 'BTCUSD', capital }, as)
  expect(answer).toMatchObject({ status: 200 })
  return z.parse(changedPaperSchema, answer.body).id
}
/** A minute at a price, in which the indicators lean. */
async function pass(minute: number, lean: number, price: number): Promise<void> {
  await harness.pass(minuteOf(at(minute), lean, { price }))
  await paper.settled()
}
/** An allocation that is traded by hand, once it has a price. */
async function byHand(capital = 2_000): Promise<string> {
  const answer = await post(PAPER_API.allocate.path, { strategy_id: null, pair: 'BTCUSD', capital })
  expect(answer).toMatchObject({ status: 200 })
  await pass(1, 0, 100)
  return z.parse(changedPaperSchema, answer.body).id
}
const place = (id: string, order: Partial<PlaceOrder> = {}, as = 'trader') =>
  post(
    PAPER_API.placeOrder.path.replace(':id', id),
    { side: 'BUY', quantity: 0.05, legs: [{ type: 'market' }], good_for: 'cancelled', ...order },
    as,
  )
const orders = async (as = 'trader') =>
  z.parse(ordersResponseSchema, (await harness.call(as, 'GET', PAPER_API.orders.path)).body).orders
const protect = (id: string, stop: number | null, target: number | null = null, as = 'trader') =>
  harness.call(as, 'PATCH', PAPER_API.protect.path.replace(':id', id), { stop, target })
const PATHS = { end: PAPER_API.end.path, close: PAPER_API.close.path }
const changed = (action: 'end' | 'close', id: string, reason = '', as = 'trader') =>
  post(PATHS[action].replace(':id', id), { reason }, as)

describe('an account', () => {
  it('[PT-8] does not exist before its start, and a new one leaves the one before in the history', async () => {
    expect(await account()).toBeNull()
    expect(await post(PAPER_API.halt.path, { close: false })).toEqual({
      status: 409,
      body: { detail: 'There is no paper account. Start one first.' },
    })
    await start()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 110)
    await start()
    expect(await account()).toMatchObject({ equity: 10_000, free: 10_000, allocations: [] })
    const { db } = harness.database
    expect(await db.select({ ended: paperAccounts.endedAt }).from(paperAccounts)).toHaveLength(2)
    const [old] = await db.select().from(paperAllocations)
    expect(old).toMatchObject({ endReason: 'A new account was started.', state: { position: null } })
  })

  it('[PT-8] is its owner’s alone, and of nobody who may not trade', async () => {
    await start()
    const id = await allocate()
    expect(await account('other')).toBeNull()
    expect(await ledger('other')).toEqual([])
    await start({}, 'other')
    for (const action of ['end', 'close'] as const) expect((await changed(action, id, '', 'other')).status).toBe(404)
    const foreign = { strategy_id: await strategy(), pair: 'BTCUSD', capital: 1 }
    expect((await post(PAPER_API.allocate.path, foreign, 'other')).status).toBe(404)
    expect((await start({}, 'viewer')).status).toBe(403)
    expect(await account('viewer')).toBeNull()
    expect((await harness.call('', 'GET', PAPER_API.account.path)).status).toBe(401)
  })

  it('[PT-5] allocates no more than is free, and each strategy once a pair', async () => {
    await start()
    const id = await strategy()
    const body = { strategy_id: id, pair: 'BTCUSD', capital: 6_000 }
    expect((await post(PAPER_API.allocate.path, body)).status).toBe(200)
    expect(await post(PAPER_API.allocate.path, body)).toMatchObject({
      status: 409,
      body: { detail: 'The strategy trades this pair on paper already.' },
    })
    expect(await post(PAPER_API.allocate.path, { ...body, strategy_id: await strategy() })).toMatchObject({
      status: 409,
      body: { detail: 'Only 4000.00 of the capital is free.' },
    })
    expect((await post(PAPER_API.allocate.path, { ...body, pair: 'ETHUSD' })).status).toBe(400)
  })
})

describe('trading', () => {
  it('[PT-2] buys at the open after a decision, and shows the position and what it is worth', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    expect((await account())?.allocations).toMatchObject([{ order: 'buy', position: null }])
    await pass(2, 0, 110)
    await pass(3, 0, 121)
    expect(await account()).toMatchObject({
      equity: 10_200,
      free: 8_000,
      day_equity: 10_000,
      allocations: [{ order: null, equity: 2_200, position: { side: 'long', entry_price: 110 } }],
    })
    await pass(4, -1, 121)
    await pass(5, 0, 121)
    expect(
      (await ledger()).map(({ kind: each, cash, profit }) => [each, Math.round(cash), Math.round(profit)]),
    ).toEqual([
      ['close', 2_200, -200],
      ['open', -2_000, 0],
      ['note', 0, 0],
      ['deposit', 10_000, 0],
    ])
  })

  it('[PT-2] goes on after a restart with what was stored, and makes up for the minutes between', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    stored = [3, 4].map((minute) => ({
      timestamp: at(minute) / 1000 - 60,
      open: 100,
      high: 100,
      low: 100,
      close: 100,
      volume: 1,
    }))
    await harness.restart()
    await pass(5, 0, 120)
    expect(await account()).toMatchObject({
      equity: 10_400,
      allocations: [{ position: { side: 'long' } }],
      traded_until: at(5),
    })
    expect((await ledger()).filter(({ kind: each }) => each === 'open')).toHaveLength(1)
  })

  it('[PT-4] an order that was waiting while the feed had stopped is not traded, and says so', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    stored = [{ timestamp: at(2) / 1000 - 60, open: 100, high: 100, low: 100, close: 100, volume: 1 }]
    harness.clock.market = at(9)
    await pass(10, 0, 120)
    expect(await texts()).toContain('BUY not traded: its minute came late.')
    expect((await account())?.equity).toBe(10_000)
  })

  it('[PT-4] a decision that arrives late is not traded, and says so', async () => {
    await start()
    await allocate()
    harness.clock.market = at(10)
    await pass(1, 1, 100)
    await pass(2, 0, 110)
    expect(await texts()).toContain('BUY not traded: it was decided 540 s ago, while the feed was behind.')
    expect((await account())?.allocations).toMatchObject([{ position: null, order: null }])
  })

  it('[PT-3] a position is closed, and an allocation ended, at the next open, with the reason', async () => {
    await start()
    const id = await allocate()
    expect(await changed('close', id)).toMatchObject({ status: 409, body: { detail: 'It has no open position.' } })
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await changed('close', id, 'News')
    await pass(3, 0, 110)
    expect((await ledger())[0]).toMatchObject({ kind: 'close', text: 'News', trade: { exit: 'manual', profit: 200 } })
    await changed('end', id, 'Enough seen')
    expect(await account()).toMatchObject({ free: 10_200, allocations: [{ end_reason: 'Enough seen' }] })
    expect(await changed('end', id)).toMatchObject({ status: 409, body: { detail: 'It has ended.' } })
  })

  it('[PT-3] an allocation with a position ends once that is closed', async () => {
    await start()
    const id = await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await changed('end', id, 'Enough seen')
    expect((await account())?.allocations).toMatchObject([{ ended_at: null, order: 'close' }])
    await pass(3, 1, 110)
    await pass(4, 0, 110)
    expect(await account()).toMatchObject({ equity: 10_200, free: 10_200, allocations: [{ position: null }] })
    expect((await account())?.allocations[0]?.ended_at).not.toBeNull()
  })

  it('[PT-19] a decision that was stored and never came to be traded is noted after the restart, once', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    // As if the process had ended between the two writes.
    const { db } = harness.database
    const [decision] = await db.select().from(strategyDecisions).where(eq(strategyDecisions.type, 'BUY'))
    if (!decision) throw new Error('No decision')
    await db.insert(strategyDecisions).values({ ...decision, decidedAt: at(3), type: 'SELL' })
    await harness.restart()
    await pass(4, 0, 100)
    await harness.restart()
    await pass(5, 0, 100)
    const notes = (await ledger()).filter(({ text }) => text.includes('the server stopped'))
    expect(notes).toMatchObject([{ text: 'SELL not traded: the server stopped before it could be.', at: at(3) }])
    expect(await account()).toMatchObject({ allocations: [{ position: { side: 'long' } }] })
  })

  it('[PT-7] on a recording ends when the server starts again, as the recording does', async () => {
    kind = 'replay'
    await harness.reset()
    await start()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 110)
    await harness.restart()
    await paper.settled()
    expect(await account()).toMatchObject({
      equity: 10_000,
      allocations: [{ end_reason: 'The recording began again.' }],
    })
  })

  it('[PT-9] a minute that cannot be written is traded later, and those after it wait', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    failures = 1
    await pass(2, 0, 110)
    await pass(3, 0, 121)
    expect(harness.reports).toHaveLength(1)
    expect(await account()).toMatchObject({ equity: 10_200, allocations: [{ position: { entry_price: 110 } }] })
  })

  it('[PT-10] the curve has the equity at full hours', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(60, 0, 150)
    const { points } = z.parse(curveResponseSchema, (await harness.call('trader', 'GET', PAPER_API.curve.path)).body)
    expect(points).toEqual([{ at: at(60), equity: 11_000 }])
  })

  it('[PT-10] the curve keeps what an allocation ended with', async () => {
    await start()
    const first = await allocate()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(60, 0, 100)
    await pass(61, 0, 110)
    await changed('end', first)
    await pass(62, 0, 110)
    await pass(120, 0, 110)
    const { points } = z.parse(curveResponseSchema, (await harness.call('trader', 'GET', PAPER_API.curve.path)).body)
    expect(points).toEqual([
      { at: at(60), equity: 10_000 },
      { at: at(120), equity: 10_400 },
    ])
  })

  it('[PT-20] the ledger is limited to what a strategy traded', async () => {
    await start()
    await allocate()
    await byHand()
    await pass(2, 1, 100)
    await pass(3, 0, 101)
    const strategyId = (await account())?.allocations.find(({ strategy_id: id }) => id !== null)?.strategy_id
    const of = (id: string) => harness.call('trader', 'GET', `${PAPER_API.ledger.path}?strategy_id=${id}`)
    const { rows } = z.parse(ledgerResponseSchema, (await of(strategyId ?? '')).body)
    expect(rows.map(({ kind }) => kind)).toContain('open')
    expect(rows.length).toBeLessThan((await ledger()).length)
    // A number beyond those of the database.
    expect((await harness.call('trader', 'GET', `${PAPER_API.ledger.path}?before=1767600000000`)).status).toBe(400)
    for (const other of ['7d0e0f0e-4e0b-4a57-9a3c-0f4f0b3c1c11', 'no id'])
      expect((await of(other)).body).toEqual({ rows: [] })
  })

  it('[PT-18] the owner notes in the ledger', async () => {
    await start()
    expect((await post(PAPER_API.addNote.path, { text: ' ' })).status).toBe(400)
    expect((await post(PAPER_API.addNote.path, { text: 'Wider stops. #stops' })).status).toBe(200)
    expect((await post(PAPER_API.addNote.path, { text: 'Mine' }, 'viewer')).status).toBe(403)
    expect((await ledger())[0]).toMatchObject({ kind: 'journal', text: 'Wider stops. #stops', cash: 0 })
  })
})

describe('limits', () => {
  it('[PT-6] a loss of the day stops everything, and closes if so chosen, until it is resumed', async () => {
    await start({ max_daily_loss_pct: 1, on_hit: 'close' })
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(3, 1, 90)
    const reason = 'The loss of the day is more than 1%.'
    expect(await account()).toMatchObject({ halted: { reason }, allocations: [{ order: 'close' }] })
    expect(halts).toEqual([reason])
    await pass(4, 1, 90)
    expect((await ledger())[0]).toMatchObject({ kind: 'close', text: reason, trade: { exit: 'limit' } })
    await pass(5, 1, 90)
    expect(await account()).toMatchObject({ allocations: [{ position: null }] })
    expect(await texts()).toContain('BUY not traded: paper trading is stopped.')
    expect((await post(PAPER_API.resume.path)).status).toBe(200)
    expect((await post(PAPER_API.resume.path)).status).toBe(409)
    await pass(6, 1, 90)
    await pass(7, 0, 90)
    expect(await account()).toMatchObject({ halted: null, allocations: [{ position: { entry_price: 90 } }] })
  })

  it('[PT-6] what limits count from anew after a stop, the figures of the day and the drawdown do not', async () => {
    await start({ max_daily_loss_pct: 1 })
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(3, 0, 90)
    expect((await account())?.halted).not.toBeNull()
    await post(PAPER_API.resume.path)
    await pass(4, 0, 89)
    expect(await account()).toMatchObject({ halted: null, day_equity: 10_000, equity: 9_780, max_drawdown: 0.022 })
    await pass(5, 0, 84)
    expect((await account())?.halted).not.toBeNull()
  })

  it('[PT-6] [PT-3] a close that was ordered stays when a limit is hit or all is stopped', async () => {
    await start({ max_daily_loss_pct: 1 })
    const id = await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await changed('end', id, 'Enough seen')
    await post(PAPER_API.halt.path, { close: false })
    await pass(3, 0, 90)
    expect(await account()).toMatchObject({ allocations: [{ position: null, end_reason: 'Enough seen' }] })
  })

  it('[PT-6] a drawdown stops, and keeps what is open with its stop', async () => {
    await start({ max_drawdown_pct: 2 })
    await allocate(5_000)
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(3, 0, 110)
    await pass(4, 0, 105)
    expect((await account())?.halted).toMatchObject({ reason: 'The account is more than 2% below its highest equity.' })
    expect((await account())?.allocations).toMatchObject([{ order: null, position: { side: 'long' } }])
  })

  it('[PT-6] no more positions are open than may be', async () => {
    await start({ max_positions: 1 })
    await allocate()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    const open = (await account())?.allocations.filter(({ position }) => position !== null)
    expect(open).toHaveLength(1)
    expect(await texts()).toContain('BUY not traded: 1 of 1 positions are open.')
  })

  it('[PT-6] one press stops everything at once', async () => {
    await start()
    await allocate()
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    expect((await post(PAPER_API.halt.path, { close: true })).status).toBe(200)
    await pass(3, 1, 120)
    expect(await account()).toMatchObject({
      equity: 10_400,
      halted: { reason: 'You stopped it.' },
      allocations: [{ position: null }],
    })
  })
})

describe('trading by hand', () => {
  it('[PT-14] orders are placed, filled, listed and cancelled', async () => {
    await start()
    const id = await byHand()
    expect((await place(id)).status).toBe(200)
    const limit = await place(id, { legs: [{ type: 'limit', price: 50 }] })
    expect(await account()).toMatchObject({
      allocations: [{ name: 'BTC/USD by hand', strategy_id: null, orders: [{ state: 'intended' }, { price: 50 }] }],
    })
    await pass(2, 0, 110)
    expect(await account()).toMatchObject({ allocations: [{ position: { quantity: 0.05, entry_price: 110 } }] })
    expect((await ledger())[0]).toMatchObject({ kind: 'open', text: 'Market order to buy' })
    const [waiting, filled] = await orders()
    expect([waiting?.state, filled?.state, filled?.id]).toEqual(['open', 'filled', (await ledger())[0]?.order_id])
    const { id: orderId } = z.parse(changedPaperSchema, limit.body)
    const path = PAPER_API.cancelOrder.path.replace(':id', orderId)
    expect((await harness.call('trader', 'DELETE', path)).status).toBe(200)
    expect((await harness.call('trader', 'DELETE', path)).status).toBe(404)
    expect((await orders()).find((each) => each.id === orderId)).toMatchObject({
      state: 'cancelled',
      reason: 'You cancelled it.',
    })
  })

  it('[PT-14] goes on after a restart, and fills what the minutes between reached', async () => {
    await start()
    const id = await byHand()
    await place(id, { legs: [{ type: 'limit', price: 90 }] })
    const opens = at(2) / 1000 - 60
    stored = [{ timestamp: opens, open: 100, high: 100, low: 80, close: 100, volume: 10 }]
    await harness.restart()
    await pass(3, 0, 120)
    expect(await account()).toMatchObject({ allocations: [{ position: { entry_price: 90 }, orders: [] }] })
  })

  it('[PT-14] says what may not be ordered', async () => {
    await start()
    const answer = await post(PAPER_API.allocate.path, { strategy_id: null, pair: 'BTCUSD', capital: 100 })
    const { id } = z.parse(changedPaperSchema, answer.body)
    expect((await place(id)).body).toEqual({ detail: 'It has no price yet: wait for the next minute.' })
    expect((await post(PAPER_API.allocate.path, { strategy_id: null, pair: 'BTCUSD', capital: 100 })).body).toEqual({
      detail: 'You trade this pair by hand already.',
    })
    const strategic = await allocate()
    await pass(1, 0, 100)
    expect((await place(strategic)).body).toEqual({ detail: 'Only its strategy opens positions here.' })
    expect((await place(id, { legs: [{ type: 'market' }, { type: 'limit', price: 1 }] })).status).toBe(400)
    expect((await place(id, { legs: [] })).status).toBe(400)
    await Promise.all(Array.from({ length: 20 }, () => place(id, { legs: [{ type: 'limit', price: 1 }] })))
    expect((await place(id)).body).toEqual({ detail: 'At most 20 orders wait at the same time.' })
    expect((await post(PAPER_API.halt.path, { close: false })).status).toBe(200)
    expect((await account())?.allocations.flatMap(({ orders: waiting }) => waiting)).toEqual([])
    expect((await place(id)).body).toEqual({ detail: 'Paper trading is stopped.' })
  })

  it('[PT-16] stop and target of a position are moved, to their sides of the last price only', async () => {
    await start()
    const id = await byHand()
    expect((await protect(id, 90)).body).toEqual({ detail: 'It has no open position.' })
    await place(id)
    await pass(2, 0, 100)
    expect((await protect(id, 101)).body).toMatchObject({ detail: 'stop: must be below the last price' })
    expect((await protect(id, null, 99)).body).toMatchObject({ detail: 'target: must be above the last price' })
    expect((await protect(id, 90, 120)).status).toBe(200)
    expect(await account()).toMatchObject({ allocations: [{ position: { stop: 90, target: 120 } }] })
    await pass(3, 0, 85)
    expect((await ledger())[0]).toMatchObject({ kind: 'close', trade: { exit: 'stop_loss', exit_price: 85 } })
  })

  it('[PT-3] a part of a position is closed', async () => {
    await start()
    const id = await byHand()
    await place(id)
    await pass(2, 0, 100)
    expect((await post(PATHS.close.replace(':id', id), { reason: 'Half', share_pct: 50 })).status).toBe(200)
    await pass(3, 0, 110)
    expect((await ledger())[0]).toMatchObject({ kind: 'close', quantity: -0.025, text: 'Half' })
    expect(await account()).toMatchObject({ allocations: [{ position: { quantity: 0.025 } }] })
  })

  it('[PT-9] what closes twice in a minute, in part at its open and then at its stop, is written', async () => {
    await start()
    const id = await byHand()
    await place(id)
    await pass(2, 0, 100)
    await protect(id, 90)
    await post(PATHS.close.replace(':id', id), { reason: 'Half', share_pct: 50 })
    await pass(3, 0, 85)
    expect((await ledger()).slice(0, 2).map(({ text }) => text)).toEqual(['Stop loss', 'Half'])
    expect(harness.reports).toEqual([])
  })

  it('[PT-8] is of nobody else', async () => {
    await start()
    const id = await byHand()
    await place(id)
    await start({}, 'other')
    expect((await place(id, {}, 'other')).status).toBe(404)
    expect((await place(id, {}, 'viewer')).status).toBe(403)
    expect((await protect(id, 90, null, 'other')).status).toBe(404)
    expect(await orders('other')).toEqual([])
    const [order] = await orders()
    const path = PAPER_API.cancelOrder.path.replace(':id', order?.id ?? '')
    expect((await harness.call('other', 'DELETE', path)).status).toBe(404)
  })
})

describe('[PT-17] a strategy from a backtest', () => {
  async function backtestOf(strategyId: string, trades: number, owner = 'trader'): Promise<string> {
    const result = gzipSync(JSON.stringify({ trades: Array.from({ length: trades }, () => ({ profit: 100 })) }))
    const store = createBacktestStore(harness.database, () => at(0))
    const id = await store.add({
      userId: harness.ids.get(owner) ?? '',
      name: 'June',
      subject: { kind: 'strategy', name: 'Trend', strategy_id: strategyId },
      definition: strategyBody(),
      settings: settingsOf({ from: 0, to: 60_000 }),
    })
    await store.start(id)
    await store.end(id, { status: 'done', summary: { return_pct: 1, max_drawdown_pct: 1, trades }, result })
    return id
  }
  const allocateFrom = (strategyId: string, backtest: string) =>
    post(PAPER_API.allocate.path, { strategy_id: strategyId, pair: 'BTCUSD', capital: 2_000, backtest_id: backtest })

  it('shows what it made beside what the backtest leads to expect', async () => {
    await start()
    const id = await strategy()
    const backtest = await backtestOf(id, 10)
    expect((await allocateFrom(id, backtest)).status).toBe(200)
    await pass(1, 1, 100)
    await pass(2, -1, 100)
    expect((await account())?.allocations[0]?.expected).toMatchObject({ backtest_id: backtest, standing: null })
    await pass(3, 0, 80)
    const expected = (await account())?.allocations[0]?.expected
    expect(expected).toMatchObject({ standing: 'below', reached: expect.closeTo(-0.2, 10) })
    expect(expected?.range?.low).toBeCloseTo(0.01, 2)
  })

  it('is refused with the backtest of another strategy or person, and compares nothing on few trades', async () => {
    await start()
    const id = await strategy()
    expect((await allocateFrom(id, await backtestOf(await strategy(), 10))).status).toBe(400)
    expect((await allocateFrom(id, await backtestOf(id, 10, 'other'))).status).toBe(404)
    await allocateFrom(id, await backtestOf(id, 9))
    expect((await account())?.allocations[0]?.expected).toBeNull()
  })
})

describe('further limits', () => {
  it('[PT-15] no more of the equity is in positions than may be', async () => {
    await start({ max_exposure_pct: 30 })
    await allocate(2_000)
    await allocate(2_000)
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    expect((await account())?.allocations.filter(({ position }) => position !== null)).toHaveLength(1)
    expect(await texts()).toContain('BUY not traded: the exposure would be more than 30% of the equity.')
  })

  it('[PT-15] a strategy that has fallen too far is closed and taken off', async () => {
    await start()
    const body = { strategy_id: await strategy(), pair: 'BTCUSD', capital: 2_000, max_drawdown_pct: 5 }
    expect((await post(PAPER_API.allocate.path, body)).status).toBe(200)
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(3, 0, 96)
    expect(await account()).toMatchObject({ allocations: [{ order: null, ended_at: null }] })
    await pass(4, 0, 94)
    expect(await account()).toMatchObject({ allocations: [{ order: 'close', max_drawdown_pct: 5 }] })
    await pass(5, 1, 94)
    const reason = 'It is more than 5% below its highest equity.'
    expect(await account()).toMatchObject({ halted: null, allocations: [{ end_reason: reason, position: null }] })
    expect((await ledger()).find(({ kind: each }) => each === 'close')).toMatchObject({ trade: { exit: 'limit' } })
  })

  it('[PT-15] a strategy that loses too much in a day is closed, and opens nothing until the next', async () => {
    await start()
    const body = { strategy_id: await strategy(), pair: 'BTCUSD', capital: 2_000, max_daily_loss_pct: 5 }
    expect((await post(PAPER_API.allocate.path, body)).status).toBe(200)
    const midnight = Math.ceil(at(1) / 86_400_000) * 86_400_000
    const last = (midnight - at(0)) / 60_000
    await pass(1, 1, 100)
    await pass(2, 0, 100)
    await pass(3, 0, 96)
    expect(await account()).toMatchObject({ allocations: [{ order: null, cool_until: null }] })
    await pass(4, 0, 94)
    expect(await account()).toMatchObject({ allocations: [{ order: 'close', cool_until: midnight, ended_at: null }] })
    expect((await texts())[0]).toBe(
      `It has lost more than 5% today. Nothing is opened until ${new Date(midnight).toISOString()}.`,
    )
    await pass(5, 1, 94)
    expect((await ledger())[0]).toMatchObject({ kind: 'close', trade: { exit: 'limit' } })
    await pass(6, 0, 94)
    expect((await texts())[0]).toBe('BUY not traded: it waits after losses.')
    // The loss of the day before does not count on the next.
    await pass(last, 1, 94)
    await pass(last + 1, 0, 94)
    expect(await account()).toMatchObject({ halted: null, allocations: [{ position: { entry_price: 94 } }] })
    await pass(last + 2, 0, 93)
    expect(await account()).toMatchObject({ allocations: [{ order: null, position: { entry_price: 94 } }] })
  })

  it('[PT-15] after losses in a row nothing is opened for a while', async () => {
    await start({ cool_down: { losses: 1, minutes: 10 } })
    await allocate()
    await pass(1, 1, 100)
    await pass(2, -1, 100)
    await pass(3, 1, 90)
    expect((await texts())[0]).toBe(`1 loss in a row: nothing is opened until ${new Date(at(13)).toISOString()}.`)
    await pass(4, 0, 90)
    expect((await texts())[0]).toBe('BUY not traded: it waits after losses.')
    expect(await account()).toMatchObject({ allocations: [{ cool_until: at(13), position: null }] })
    await pass(13, 1, 90)
    await pass(14, 0, 90)
    expect(await account()).toMatchObject({ allocations: [{ position: { entry_price: 90 } }] })
  })
})

describe('[PT-8] every route of the account', () => {
  const STRANGERS = ['viewer', 'other', 'admin', 'other+paper:read', 'other+paper:write']
  const OWNERS = ['trader', 'trader+market:read', 'trader+paper:read', 'trader+paper:write']
  const isRefused = ({ status }: { readonly status: number }) => status === 401 || status === 403

  it.each(Object.entries(PAPER_API))('%s is open to its owner with the scope alone', async (_, endpoint) => {
    await start()
    const id = await byHand()
    await place(id, { legs: [{ type: 'limit', price: 1 }] })
    const [order] = await orders()
    const path = endpoint.path.replace(':id', endpoint.path.includes('/orders/') ? (order?.id ?? '') : id)
    const body = 'example' in endpoint ? endpoint.example : endpoint.method === 'GET' ? undefined : {}
    const call = (as: string) => harness.call(as, endpoint.method, path, body)
    const before = JSON.stringify([await account(), await orders(), await ledger()])

    const writes = endpoint.method !== 'GET'
    const refused = async (callers: readonly string[]) => {
      const answers: string[] = []
      for (const as of callers) {
        const answer = await call(as)
        if (isRefused(answer)) answers.push(as)
        else if (STRANGERS.includes(as)) {
          expect(JSON.stringify(answer.body)).not.toContain(id)
          // What belongs to another does not exist for them.
          if (endpoint.path.includes(':id')) expect([404, 409]).toContain(answer.status)
        }
      }
      return answers
    }
    expect(await refused(STRANGERS)).toEqual(writes ? ['viewer', 'other+paper:read'] : ['other+paper:write'])
    expect(JSON.stringify([await account(), await orders(), await ledger()])).toBe(before)
    const scope = writes ? 'trader+paper:read' : 'trader+paper:write'
    expect(await refused(OWNERS)).toEqual(expect.arrayContaining(['trader+market:read', scope]))
    expect(isRefused(await call(`trader+paper:${writes ? 'write' : 'read'}`))).toBe(false)
    expect((await harness.call('nobody', endpoint.method, path, body)).status).toBe(401)
  })
})

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { of, Subject } from 'rxjs'
import type { PaperUpdate } from '#contract/messages.ts'
import type { Allocation, LedgerRow, PaperAccount } from '#contract/paper/account.ts'
import type { ListedOrder } from '#contract/paper/orders.ts'
import { fillMarks } from '#src/features/dashboard/chart/overlays/chart-overlays.ts'
import { ledgerCsv } from '#src/features/trading/paper/History.tsx'
import { parseOrder } from '#src/features/trading/paper/PaperSection.tsx'
import { equityOf, valueAccount } from '#src/features/trading/paper/value.ts'
import type { FiguresByPair } from '#src/streams/index.ts'
import { json } from '#test/support/client/identity-service.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'
import * as sample from '#test/support/data/strategy-samples.ts'

const AT = Date.UTC(2019, 5, 12, 12)
const allocation = (part: Partial<Allocation> = {}): Allocation => ({
  id: 'a-1',
  strategy_id: 's-1',
  name: 'Trend',
  pair: 'BTCUSD',
  capital: 2_000,
  max_drawdown_pct: null,
  max_daily_loss_pct: null,
  started_at: AT,
  ended_at: null,
  end_reason: null,
  cash: 1_992,
  equity: 2_012,
  max_drawdown: 0.01,
  trades: 3,
  fees: 20,
  holding: 0.05,
  position: {
    side: 'long',
    quantity: 0.2,
    entry_price: 10_000,
    entry_fee: 8,
    decided_at: AT,
    opened_at: AT,
    stop: 9_800,
    target: null,
  },
  order: null,
  orders: [],
  expected: null,
  cool_until: null,
  ...part,
})
const account = (part: Partial<PaperAccount> = {}): PaperAccount => ({
  id: 'p-1',
  revision: 1,
  settings: {
    capital: 10_000,
    fee_pct: 0.4,
    slippage: { half_spread_pct: 0.01, range_share: 0.1 },
    allow_short: false,
  },
  limits: {
    max_daily_loss_pct: 5,
    max_drawdown_pct: 20,
    max_positions: null,
    max_exposure_pct: null,
    cool_down: null,
    on_hit: 'close',
  },
  started_at: AT,
  halted: null,
  free: 8_000,
  equity: 10_012,
  day_equity: 10_000,
  max_drawdown: 0.02,
  fees: 20,
  traded_until: AT,
  allocations: [allocation()],
  ...part,
})
const at = (last: number): FiguresByPair => new Map([['BTCUSD', { last, day: undefined }]])
const closed: LedgerRow = {
  seq: 7,
  at: AT,
  kind: 'close',
  allocation_id: 'a-1',
  pair: 'BTCUSD',
  order_id: null,
  price: 10_100,
  quantity: -0.2,
  cash: 2_012,
  position: -2_000,
  fee: 8,
  profit: -20,
  capital: 0,
  text: 'Stop loss',
  trade: {
    side: 'long',
    decided_at: AT,
    opened_at: AT,
    closed_at: AT,
    entry_price: 10_000,
    exit_price: 10_100,
    quantity: 0.2,
    profit: 4,
    profit_pct: 0.2,
    fees: 16,
    slippage: 0,
    exit: 'stop_loss',
    why: 'Stop loss',
  },
}

const waiting: ListedOrder = {
  id: 'o-1',
  oco_id: null,
  allocation_id: 'a-1',
  name: 'Trend',
  pair: 'BTCUSD',
  side: 'SELL',
  type: 'trailing_stop',
  price: 9_900,
  distance_pct: 2,
  quantity: 0.2,
  filled: 0.1,
  average_price: 10_150,
  closes: true,
  state: 'partly_filled',
  placed_at: AT,
  expires_at: null,
  ended_at: null,
  reason: null,
}

describe('[CH-63] fills on the chart', () => {
  it('are marks at their minute, with what they made, of the shown pair alone', () => {
    const other = { ...closed, pair: 'ETHUSD' as const }
    const note = { ...closed, price: null, quantity: null }
    expect(fillMarks([closed, other, note], 'BTCUSD')).toEqual([
      {
        id: 'paper 7',
        kind: 'paper',
        at: AT / 1000,
        direction: 'bearish',
        text: 'Sold 0.200000 at 10,100.0 on paper, profit $4.00: Stop loss',
      },
    ])
  })
})

describe('[PT-11] what is open is valued at the newest price', () => {
  it('equity, day and exposure follow it, with the fee of the entry paid once', () => {
    expect(equityOf(allocation(), at(10_100))).toBe(2_012)
    expect(valueAccount(account(), at(10_200))).toMatchObject({
      equity: 10_032,
      day: 32,
      open: 32,
      exposure: 2_000 / 10_032,
    })
  })

  it('without a price it counts as of the last closed minute', () => {
    expect(valueAccount(account(), new Map())).toMatchObject({ equity: 10_012, open: 0 })
  })

  it('a short position gains as the price falls', () => {
    const short = allocation({ position: { ...allocation().position!, side: 'short' } })
    expect(equityOf(short, at(9_900))).toBe(2_012)
  })
})

function open(part?: Partial<PaperAccount> | null, last = 10_200, strategy?: string) {
  const backend = createStrategyBackend()
  backend.data.paper = part === null ? null : account(part)
  backend.data.ledger = [closed]
  renderTrading({ backend, prices: at(last), search: { strategy } })
  return backend
}
const region = async () => within((await screen.findByRole('heading', { name: 'Paper Trading' })).closest('section')!)

describe('[PT-12] paper trading on the trading page', () => {
  it('is explained and started with capital, costs and limits', async () => {
    const backend = open(null)
    const card = await region()
    await userEvent.click(await card.findByRole('button', { name: 'Start Paper Trading' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Start Paper Trading' }))
    expect(dialog.getByRole('textbox', { name: 'Starting capital' })).toHaveValue('10,000')
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(backend.of('POST /api/ensemble/paper')).toHaveLength(1))
    expect(backend.of('POST /api/ensemble/paper')[0]?.body).toMatchObject({
      settings: { capital: 10_000, fee_pct: 0.4 },
      limits: { max_daily_loss_pct: 5, on_hit: 'close' },
    })
  })

  it('shows the account and its positions at the newest price', async () => {
    open()
    const card = await region()
    expect(await card.findByText('$10,032.00')).toBeVisible()
    const row = card.getByRole('row', { name: /BTC\/USD/ })
    expect(row).toHaveTextContent('long')
    expect(row).toHaveTextContent('+$32.00')
    expect(row).toHaveTextContent('9,800.0')
  })

  it('[PT-21] follows what the socket says of it, and asks for nothing meanwhile', async () => {
    const updates$ = new Subject<PaperUpdate>()
    const backend = createStrategyBackend()
    backend.data.paper = account()
    renderTrading({ backend, prices: at(10_200), paperFeed: { isLive$: of(true), updates$ } })
    const card = await region()
    expect(await card.findByRole('row', { name: /BTC\/USD/ })).toHaveTextContent('9,800.0')
    const position = { ...allocation().position!, stop: 9_900 }
    const say = (part: unknown) =>
      act(() => updates$.next({ type: 'PaperUpdate', timestamp: AT, data: { account: part } }))
    say(account({ revision: 3, allocations: [allocation({ position })] }))
    say(account({ revision: 2 }))
    expect(card.getByRole('row', { name: /BTC\/USD/ })).toHaveTextContent('9,900.0')
    say({ id: 'p-1' })
    expect(card.getByRole('row', { name: /BTC\/USD/ })).toHaveTextContent('9,900.0')
    expect(card.getByText(/an account that cannot be read/)).toBeVisible()
    expect(backend.of('GET /api/ensemble/paper')).toHaveLength(1)
  })

  it('closes a position with a reason, and takes a strategy off', async () => {
    const backend = open()
    const card = await region()
    await userEvent.click(await card.findByRole('button', { name: 'Close BTC/USD of Trend' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Close BTC/USD of Trend?' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'News')
    await userEvent.click(dialog.getByRole('button', { name: 'Close Position' }))
    const route = 'POST /api/ensemble/paper/allocations/a-1/close'
    await waitFor(() => expect(backend.of(route)[0]?.body).toEqual({ reason: 'News', share_pct: 100 }))
    await userEvent.click(card.getByRole('tab', { name: 'Strategies' }))
    expect(card.getByRole('row', { name: /Trend/ })).toHaveTextContent('+1.60%')
    await userEvent.click(card.getByRole('button', { name: 'Take off Trend' }))
    const end = 'POST /api/ensemble/paper/allocations/a-1/end'
    backend.on(end, () => json(409, { detail: 'It has ended.' }))
    await userEvent.click(screen.getByRole('button', { name: 'Take Off' }))
    expect(await screen.findByText('It has ended.')).toBeVisible()
  })

  it('[PT-14] [PT-3] places orders by hand, cancels them, and closes a part', async () => {
    const byHand = allocation({ id: 'a-2', strategy_id: null, name: 'BTC/USD by hand', position: null })
    const backend = open({ allocations: [byHand, allocation()] })
    backend.data.orders = [waiting]
    const card = await region()
    await userEvent.click(await card.findByRole('button', { name: 'New Order' }))
    const dialog = within(screen.getByRole('dialog', { name: 'New Order' }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Type' }))
    await userEvent.click(screen.getByRole('option', { name: /^Limit and stop/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Place Order' }))
    expect(dialog.getAllByText('Enter a price')).toHaveLength(2)
    await userEvent.type(dialog.getByRole('textbox', { name: 'Limit' }), '9000')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Stop' }), '11000')
    await userEvent.click(dialog.getByRole('button', { name: 'Place Order' }))
    const route = 'POST /api/ensemble/paper/allocations/a-2/orders'
    await waitFor(() =>
      expect(backend.of(route)[0]?.body).toEqual({
        side: 'BUY',
        quantity: 0.098627,
        legs: [
          { type: 'limit', price: 9_000 },
          { type: 'stop', price: 11_000 },
        ],
        good_for: 'cancelled',
      }),
    )
    await userEvent.click(card.getByRole('tab', { name: 'Orders' }))
    expect(await card.findByRole('row', { name: /Trailing stop 2%/ })).toHaveTextContent('0.100000 at 10,150.0')
    const cancel = () =>
      userEvent.click(card.getByRole('button', { name: 'Cancel the trailing stop order to sell BTC/USD' }))
    await cancel()
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep It' }))
    expect(backend.of('DELETE /api/ensemble/paper/orders/o-1')).toHaveLength(0)
    await cancel()
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel Order' }))
    await waitFor(() => expect(backend.of('DELETE /api/ensemble/paper/orders/o-1')).toHaveLength(1))
  })

  it('[PT-16] moves stop and target of a position', async () => {
    const backend = open()
    const card = await region()
    await userEvent.click(await card.findByRole('button', { name: 'More for BTC/USD of Trend' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop and target' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop and target of BTC/USD' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Target' }), '12000')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const route = 'PATCH /api/ensemble/paper/allocations/a-1/position'
    await waitFor(() => expect(backend.of(route)[0]?.body).toEqual({ stop: 9_800, target: 12_000 }))
  })

  it('lists trades with what closed them, and the ledger', async () => {
    open()
    const card = await region()
    await userEvent.click(await card.findByRole('tab', { name: 'Trades' }))
    expect(await card.findByRole('row', { name: /stop loss/ })).toHaveTextContent('+$4.00')
    await userEvent.click(card.getByRole('tab', { name: 'Ledger' }))
    expect(await card.findByRole('row', { name: /Stop loss/ })).toHaveTextContent('-$2,000.00')
    expect(card.getByRole('button', { name: 'Export CSV' })).toBeVisible()
    expect(ledgerCsv([closed]).split('\r\n').slice(0, 2)).toEqual([
      'seq,time,pair,kind,price,quantity,cash,position,fee,profit,capital,text',
      '7,2019-06-12T12:00:00.000Z,BTC/USD,close,10100,-0.2,2012,-2000,8,-20,0,Stop loss',
    ])
  })

  it('[PT-18] the ledger is filtered by text and by the tags of notes', async () => {
    const note = { ...closed, kind: 'journal' as const, trade: null, price: null, quantity: null, pair: null }
    const backend = createStrategyBackend()
    backend.data.paper = account()
    backend.data.ledger = [
      closed,
      { ...note, seq: 8, text: 'Too early #breakout' },
      { ...note, seq: 9, text: 'Patience paid #trend' },
    ]
    renderTrading({ backend })
    const card = await region()
    await userEvent.click(await card.findByRole('tab', { name: 'Ledger' }))
    const rows = async () =>
      within(await card.findByRole('table', { name: 'Ledger' }))
        .getAllByRole('row')
        .slice(1).length
    expect(await rows()).toBe(3)
    await userEvent.click(card.getByRole('button', { name: '#breakout' }))
    expect(await card.findByRole('row', { name: /Too early/ })).toBeVisible()
    expect(await rows()).toBe(1)
    const filter = card.getByRole('searchbox', { name: 'Filter the ledger' })
    await userEvent.clear(filter)
    await userEvent.type(filter, 'stop loss{Enter}')
    expect(await card.findByRole('row', { name: /Stop loss/ })).toBeVisible()
    expect(await rows()).toBe(1)
    await userEvent.clear(filter)
    await userEvent.type(filter, 'nothing{Enter}')
    expect(await card.findByText('No row matches')).toBeVisible()
  })

  it('[PT-20] a strategy has a page with what it does on paper, beside its details', async () => {
    const others = allocation({ id: 'a-2', strategy_id: 's-2', name: 'Another' })
    const backend = open({ allocations: [allocation(), others] }, 10_200, 's-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Open Page' }))
    const paper = within(await screen.findByRole('region', { name: 'On Paper' }))
    expect(await paper.findByRole('table', { name: 'Open positions' })).toBeVisible()
    const rowsOf = (name: string) => within(paper.getByRole('table', { name })).getAllByRole('row').slice(1)
    expect(rowsOf('Strategies on paper').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Trend/),
    ])
    await waitFor(() => expect(rowsOf('Trades')).toHaveLength(1))
    const asked = backend.of('GET /api/ensemble/paper/ledger').map(({ query }) => query)
    expect(asked).toContainEqual({ kind: 'close', strategy_id: 's-1' })
    const details = within(screen.getByRole('region', { name: 'Details' }))
    expect(await details.findByRole('tab', { name: 'Overview' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Alpha')
    await userEvent.click(screen.getByRole('button', { name: 'All Strategies' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Trading Operations' })).toBeVisible()
  })

  it('[PT-20] one that is not on paper offers it there', async () => {
    open({ allocations: [] }, 10_200, 's-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Open Page' }))
    const paper = within(await screen.findByRole('region', { name: 'On Paper' }))
    expect(await paper.findByText('Not on paper yet')).toBeVisible()
    await userEvent.click(paper.getByRole('button', { name: 'Trade on Paper' }))
    expect(await screen.findByRole('dialog', { name: 'Trade on Paper' })).toBeVisible()
  })

  it('explains why a position or trade was opened', async () => {
    const backend = open()
    const card = await region()
    await userEvent.click(await card.findByRole('tab', { name: 'Trades' }))
    await userEvent.click(await card.findByRole('button', { name: /^Why BTC\/USD was traded/ }))
    const route = `GET /api/ensemble/strategies/s-1/decisions/BTCUSD-${AT}/why`
    await waitFor(() => expect(backend.of(route)).not.toHaveLength(0))
  })

  it('[PT-15] gives a strategy a part of what is free, with a limit of its own', async () => {
    const backend = open()
    const card = await region()
    await userEvent.click(await card.findByRole('button', { name: 'Add Strategy' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Trade on Paper' }))
    expect(dialog.getByText('$8,000.00 of the account is free')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Taken off after a fall of' }), '12')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Pauses after a loss in a day of' }), '3')
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
    const route = 'POST /api/ensemble/paper/allocations'
    const sent = { pair: 'BTCUSD', capital: 1_600, max_drawdown_pct: 12, max_daily_loss_pct: 3 }
    await waitFor(() => expect(backend.of(route)[0]?.body).toMatchObject(sent))
  })

  it('[PT-13] a strategy is put on paper from its details, without an account after starting one', async () => {
    const backend = createStrategyBackend()
    backend.on('POST /api/ensemble/paper', () => {
      backend.data.paper = account({ allocations: [], free: 10_000 })
      return json(200, { success: true, id: 'p-1' })
    })
    renderTrading({ backend, search: { strategy: 's-1' } })
    const details = within(await screen.findByRole('dialog'))
    await userEvent.click(await details.findByRole('button', { name: 'Trade on Paper' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Start Paper Trading' })).getByRole('button', { name: 'Start' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Trade on Paper' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
    const route = 'POST /api/ensemble/paper/allocations'
    await waitFor(() => expect(backend.of(route)[0]?.body).toMatchObject({ strategy_id: 's-1', capital: 2_000 }))
  })

  it('stops everything after asking, says why it is stopped, and goes on when told', async () => {
    const backend = open()
    const card = await region()
    await userEvent.click(await card.findByRole('button', { name: 'Stop Everything' }))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop Everything' }))
    await waitFor(() => expect(backend.of('POST /api/ensemble/paper/halt')[0]?.body).toEqual({ close: true }))
  })

  it('says why it is stopped, and goes on when told', async () => {
    const backend = open({ halted: { at: AT, reason: 'The loss of the day is more than 5%.' } })
    const card = await region()
    expect(await card.findByText('The loss of the day is more than 5%.')).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: 'Let It Go On' }))
    await waitFor(() => expect(backend.of('POST /api/ensemble/paper/resume')).toHaveLength(1))
  })

  it('says how far it has traded, and warns where that is far behind the market', async () => {
    open({ traded_until: sample.MARKET - 60_000 })
    expect(await (await region()).findByText(/^Traded until \d\d:\d\d$/)).toBeVisible()
  })

  it('warns where trading is far behind the market', async () => {
    open({ traded_until: sample.MARKET - 600_000 })
    expect(await (await region()).findByText('Paper trading is behind the market')).toBeVisible()
  })

  it('refuses costs that no account may have, where they are', async () => {
    const backend = open(null)
    await userEvent.click(await (await region()).findByRole('button', { name: 'Start Paper Trading' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Start Paper Trading' }))
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Fee' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }))
    expect(await dialog.findByText('Must be 0% to 5%')).toBeVisible()
    expect(backend.of('POST /api/ensemble/paper')).toEqual([])
  })

  it('is not offered to Viewers', async () => {
    renderTrading({ canEdit: false })
    expect(await screen.findByRole('heading', { name: 'Strategy Management' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Paper Trading' })).toBeNull()
  })
})

describe('[PT-22] an order that was begun on the chart', () => {
  function openAt(order: string, part: Partial<PaperAccount> | null, last = 10_200) {
    const backend = createStrategyBackend()
    backend.data.paper = part === null ? null : account(part)
    renderTrading({ backend, prices: at(last), search: { order } })
    return backend
  }
  const byHand = { ...allocation(), strategy_id: null, name: 'BTC/USD by hand', position: null }
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'New Order' }))
  const type = async () => (await dialog()).getByRole('combobox', { name: 'Type' }).textContent

  it('is a limit to buy below the last price, a stop above it, and the other way round against a position', async () => {
    const found: unknown[] = []
    for (const [order, of] of [
      ['BTCUSD@9950.5', byHand],
      ['BTCUSD@10300', byHand],
      ['BTCUSD@9950.5', allocation()],
      ['BTCUSD@10300', allocation()],
    ] as const) {
      openAt(order, { allocations: [of] })
      const form = await dialog()
      const price = form.queryByRole('textbox', { name: 'Limit' }) ?? form.getByRole('textbox', { name: 'Stop' })
      found.push([
        await type(),
        (price as HTMLInputElement).value,
        form.getByRole('button', { pressed: true }).textContent,
      ])
      cleanup()
    }
    expect(found).toEqual([
      [expect.stringMatching(/^Limit/), '9,950.5', 'Buy'],
      [expect.stringMatching(/^Stop/), '10,300', 'Buy'],
      [expect.stringMatching(/^Stop/), '9,950.5', 'Sell'],
      [expect.stringMatching(/^Limit/), '10,300', 'Sell'],
    ])
  })

  it('first starts an account, and trading by hand on its pair', async () => {
    openAt('BTCUSD@9950', null)
    expect(await screen.findByRole('dialog', { name: 'Start Paper Trading' })).toBeVisible()
    cleanup()
    const backend = openAt('BTCUSD@9950', { allocations: [] })
    const giving = within(await screen.findByRole('dialog', { name: 'Trade on Paper' }))
    expect(giving.getByRole('combobox', { name: 'Strategy' })).toHaveTextContent('None: by hand')
    backend.on('POST /api/ensemble/paper/allocations', () => {
      backend.data.paper = account({ allocations: [byHand] })
      return json(200, { success: true, id: 'a-1' })
    })
    await userEvent.click(giving.getByRole('button', { name: 'Start' }))
    expect((await dialog()).getByRole('textbox', { name: 'Limit' })).toHaveValue('9,950')
  })

  it.each(['', 'BTCUSD', 'NOPE@1', 'BTCUSD@', 'BTCUSD@-1', 'BTCUSD@x'])('%j is none', (text) => {
    expect(parseOrder(text)).toBeUndefined()
  })
})

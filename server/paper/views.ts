import * as z from 'zod/mini'
import type { Allocation, LedgerRow, PaperAccount, PaperSettings } from '#contract/paper/account.ts'
import { tradeSchema } from '#contract/backtests/result.ts'
import type { AllocationState } from './allocation.ts'
import { standingOf } from './expectation.ts'
import { equityOf } from './account.ts'
import type { ledgerRows, marksOf, StoredAccount, StoredAllocation } from './store.ts'

/** What an order will do; a decision of the side that is held, or that may open nothing, does nothing. */
function orderOf({ order, position }: AllocationState, allowShort: boolean): Allocation['order'] {
  if (order === null) return null
  if (order.kind === 'close') return 'close'
  const { direction } = order
  if (position === null ? direction === -1 && !allowShort : position.direction === direction) return null
  return direction === 1 ? 'buy' : 'sell'
}

function positionOf({ position }: AllocationState): Allocation['position'] {
  if (position === null) return null
  const { direction, quantity, entry, entryFee, decidedAt, openedAt, stop, target } = position
  return {
    side: direction === 1 ? 'long' : 'short',
    quantity,
    entry_price: entry.price,
    entry_fee: entryFee,
    decided_at: decidedAt,
    opened_at: openedAt,
    stop,
    target,
  }
}

const feesOf = ({ fees, position }: AllocationState): number => fees + (position?.entryFee ?? 0)

const toAllocation =
  ({ allow_short: allowShort }: PaperSettings) =>
  ({ id, strategyId, name, pair, capital, state, expectation, ...row }: StoredAllocation): Allocation => {
    const { firstPrice, price } = state
    return {
      id,
      strategy_id: strategyId,
      name,
      pair,
      capital,
      max_drawdown_pct: row.maxDrawdownPct,
      max_daily_loss_pct: row.maxDailyLossPct,
      started_at: row.startedAt,
      ended_at: row.endedAt,
      end_reason: row.endReason,
      cash: state.cash,
      equity: state.equity,
      max_drawdown: state.maxDrawdown,
      trades: state.trades,
      fees: feesOf(state),
      holding: firstPrice === null || price === null ? null : price / firstPrice - 1,
      position: positionOf(state),
      order: orderOf(state, allowShort),
      orders: state.orders,
      expected: standingOf(expectation, state, capital),
      cool_until: state.coolUntil !== null && state.coolUntil > (state.until ?? 0) ? state.coolUntil : null,
    }
  }

/** An account in the API format. */
export function toAccountDto(account: StoredAccount, allocations: readonly StoredAllocation[]): PaperAccount {
  const { id, revision, settings, limits, marks, startedAt, halted } = account
  const active = allocations.filter(({ endedAt }) => endedAt === null)
  return {
    id,
    revision,
    settings,
    limits,
    started_at: startedAt,
    halted,
    free: freeOf(account, allocations),
    equity: equityOf(account, allocations),
    day_equity: marks.day === null ? null : marks.dayEquity,
    max_drawdown: marks.maxDrawdown,
    traded_until: marks.until,
    fees: allocations.reduce((sum, { state }) => sum + feesOf(state), 0),
    allocations: [...active, ...allocations.filter(({ endedAt }) => endedAt !== null)].map(toAllocation(settings)),
  }
}

/** The capital, and the profits of what has ended, less what is allocated. */
export const freeOf = ({ settings }: StoredAccount, allocations: readonly StoredAllocation[]): number =>
  allocations.reduce(
    (free, { capital, endedAt, state }) => free - capital + (endedAt === null ? 0 : state.equity),
    settings.capital,
  )

export const toLedgerRow = ({ row, pair }: Awaited<ReturnType<typeof ledgerRows>>[number]): LedgerRow => ({
  seq: row.seq,
  at: row.at,
  kind: row.kind,
  allocation_id: row.allocationId,
  pair,
  order_id: row.orderId,
  price: row.price,
  quantity: row.quantity,
  cash: row.cash,
  position: row.position,
  fee: row.fee,
  profit: row.profit,
  capital: row.capital,
  text: row.text,
  trade: row.trade === null ? null : z.parse(tradeSchema, row.trade),
})

/**
 * [PT-10] The equity of an account at each hour since a market time that any of its allocations has a mark for. One that has ended
 * counts with what it ended with from its last mark on.
 */
export function curveOf(
  { settings }: StoredAccount,
  marks: Awaited<ReturnType<typeof marksOf>>,
  allocations: readonly StoredAllocation[],
  since: number,
) {
  const capitals = new Map(allocations.map(({ id, capital }) => [id, capital]))
  const lastMarks = new Map(marks.map(({ allocationId, at }) => [allocationId, at]))
  const ended = allocations.filter(({ endedAt }) => endedAt !== null)
  const profits = new Map<string, number>()
  return marks.flatMap(({ allocationId: own, at, equity }, index) => {
    profits.set(own, equity - (capitals.get(own) ?? equity))
    if (at < since || marks[index + 1]?.at === at) return []
    for (const { id, state, capital } of ended)
      if ((lastMarks.get(id) ?? -Infinity) < at) profits.set(id, state.equity - capital)
    return [{ at, equity: [...profits.values()].reduce((sum, each) => sum + each, settings.capital) }]
  })
}

import type { MarketKind } from '#contract/provenance.ts'
import { closeAtEnd } from '#server/backtests/trading/account.ts'
import { termsOf } from '#server/backtests/trading/terms.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { withoutOrders, type AllocationState } from './allocation.ts'
import { note, postingOf, type PaperEvent } from './ledger.ts'
import {
  addOrders,
  addRows,
  allocationsOf,
  lockAccountsOn,
  saveAllocations,
  type EndedOrder,
  type NewRow,
  type StoredAccount,
  type StoredAllocation,
} from './store.ts'

const MINUTE_MS = 60_000

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Capital plus the profits of all that traded. */
export const equityOf = (
  { settings }: Pick<StoredAccount, 'settings'>,
  allocations: readonly StoredAllocation[],
): number => settings.capital + sum(allocations.map(({ capital, state }) => state.equity - capital))

export const isOpen = ({ endedAt, state }: StoredAllocation): boolean => endedAt === null && state.position !== null

/** What is in the position, at the price of its entry. */
export const atEntry = ({ position }: AllocationState): number =>
  position ? position.quantity * position.entry.price : 0

/** What a step changed: written together. */
export interface Changes {
  readonly allocations: readonly StoredAllocation[]
  readonly rows: readonly NewRow[]
  readonly orders: readonly EndedOrder[]
}

/** Writes what steps changed. */
export async function saveChanges(tx: Queries, changes: readonly Changes[]): Promise<void> {
  await saveAllocations(
    tx,
    changes.flatMap(({ allocations }) => allocations),
  )
  await addRows(
    tx,
    changes.flatMap(({ rows }) => rows),
  )
  await addOrders(
    tx,
    changes.flatMap(({ orders }) => orders),
  )
}

/** [PT-5] Ends an allocation at the last known price, as a backtest ends. */
export function endNow(
  { settings }: Pick<StoredAccount, 'settings'>,
  allocation: StoredAllocation,
  { at, reason }: { readonly at: number; readonly reason: string },
): Changes {
  const { state, capital, accountId, id, pair } = allocation
  const { position, price, until } = state
  const terms = termsOf({ ...settings, capital, pair, data_set: '', from: 0, to: 0 }, {})
  const last = price ?? position?.entry.price ?? 0
  const minute = {
    timestamp: ((until ?? MINUTE_MS) - MINUTE_MS) / 1000,
    open: last,
    high: last,
    low: last,
    close: last,
    volume: 0,
  }
  const { account, trade } = closeAtEnd({ capital: state.cash, position: position ?? undefined }, minute, terms)
  const events: PaperEvent[] = trade ? [{ kind: 'closed', trade, entryFee: position?.entryFee ?? 0, text: reason }] : []
  const cash = account.capital
  const marketAt = minute.timestamp * 1000
  const { state: left, ended } = withoutOrders(state, () => true, marketAt, reason)
  return {
    allocations: [
      {
        ...allocation,
        endedAt: at,
        endReason: reason,
        state: {
          ...left,
          cash,
          equity: cash,
          position: null,
          order: null,
          trades: state.trades + events.length,
          fees: state.fees + (trade?.fees ?? 0),
        },
      },
    ],
    rows: [...events.map(postingOf), note(`Ended: ${reason}`)].map((posting) => ({
      ...posting,
      accountId,
      allocationId: id,
      at: marketAt,
      nth: -1,
    })),
    orders: ended.map((order) => ({ allocationId: id, order })),
  }
}

/** [PT-7] A recording begins again with the server: what traded on it ends, as its prices do not go on. */
export const endRecordings = (database: Database, market: MarketKind, at: number): Promise<void> =>
  database.transaction(async (tx) => {
    if (market !== 'replay') return
    for (const account of await lockAccountsOn(tx, market)) {
      const active = (await allocationsOf(tx, [account.id])).filter(
        (each) => each.endedAt === null && each.market === market,
      )
      await saveChanges(
        tx,
        active.map((each) => endNow(account, each, { at, reason: 'The recording began again.' })),
      )
    }
  })

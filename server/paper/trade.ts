import type { Candle } from '#contract/candles.ts'
import { PAPER } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { AssertLeads, Database, Queries } from '#server/database/database.ts'
import { closeAtEnd } from '#server/backtests/trading/account.ts'
import { termsOf } from '#server/backtests/trading/terms.ts'
import type { LiveDecision } from '#server/strategies/live/evaluator.ts'
import {
  tradeMinute,
  withClose,
  withDecision,
  withoutDecision,
  type AllocationState,
  type PaperEvent,
} from './allocation.ts'
import { note, postingsOf } from './ledger.ts'
import { hitLimit, markMinute } from './limits.ts'
import {
  addMarks,
  addRows,
  allocationsOf,
  lockAccountsOn,
  saveAccount,
  saveAllocations,
  type NewRow,
  type StoredAccount,
  type StoredAllocation,
} from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** What trading asks of the market. Times are unix ms of market time. */
export interface PaperMarket {
  readonly kind: MarketKind
  readonly now: () => number
  /** Closed minutes that opened from `from` and before `to`, oldest first, in parts. */
  readonly minutes: (pair: PairId, from: number, to: number) => AsyncIterable<readonly Candle[]>
}

/** A closed minute of a pair, or decisions between two; at most one of them empty. */
export interface PairStep {
  readonly pair: PairId
  readonly at: number
  readonly candle: Candle | undefined
  readonly decisions: readonly LiveDecision[]
}

/** Writes an audit entry of the server about a user's account, the last statement of a transaction. */
export type PaperAudit = (tx: Queries, entry: { userId: string; accountId: string; reason: string }) => Promise<void>

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Capital plus the profits of all that traded. */
export const equityOf = (
  { settings }: Pick<StoredAccount, 'settings'>,
  allocations: readonly StoredAllocation[],
): number => settings.capital + sum(allocations.map(({ capital, state }) => state.equity - capital))

const isOpen = ({ endedAt, state }: StoredAllocation): boolean => endedAt === null && state.position !== null

/** [PT-5] Ends an allocation at the last known price, as a backtest ends. */
export function endNow(
  { settings }: Pick<StoredAccount, 'settings'>,
  allocation: StoredAllocation,
  { at, reason }: { readonly at: number; readonly reason: string },
): { readonly allocation: StoredAllocation; readonly rows: readonly NewRow[] } {
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
  const events: PaperEvent[] = trade ? [{ kind: 'closed', trade, text: reason }] : []
  const postings = [...postingsOf(events, position?.entryFee ?? 0), note(`Ended: ${reason}`)]
  const cash = account.capital
  return {
    allocation: {
      ...allocation,
      endedAt: at,
      endReason: reason,
      state: {
        ...state,
        cash,
        equity: cash,
        position: null,
        order: null,
        trades: state.trades + events.length,
        fees: state.fees + (trade?.fees ?? 0),
      },
    },
    rows: postings.map((posting) => ({ ...posting, accountId, allocationId: id, at: minute.timestamp * 1000 })),
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
      const ended = active.map((each) => endNow(account, each, { at, reason: 'The recording began again.' }))
      await saveAllocations(
        tx,
        ended.map(({ allocation }) => allocation),
      )
      await addRows(
        tx,
        ended.flatMap(({ rows }) => rows),
      )
    }
  })

/** [PT-4] Why a decision is too old to trade on; only a live market has a clock that goes on without it. */
function lateness({ kind, now }: PaperMarket, decidedAt: number): string | undefined {
  const late = now() - decidedAt
  if (kind === 'replay' || late <= PAPER.lateMs) return undefined
  return `it was decided ${Math.round(late / 1000)} s ago, while the feed was behind`
}

/** Trades the minutes of a pair for all accounts, each step in one transaction. */
export function createTrader(deps: {
  readonly database: Database
  readonly market: PaperMarket
  readonly audit: PaperAudit
  readonly assertLeads: AssertLeads
  readonly now: () => number
}): (step: PairStep) => Promise<void> {
  const { database, market, audit, assertLeads, now } = deps

  /** The minutes that passed since an allocation last traded, if any can matter to it. */
  async function missed({ pair, state }: StoredAllocation, candle: Candle): Promise<readonly Candle[]> {
    const { until, position, order } = state
    const opened = candle.timestamp * 1000
    if (until === null || until >= opened || (position === null && order === null)) return []
    const candles: Candle[] = []
    for await (const part of market.minutes(pair, until, opened)) candles.push(...part)
    return candles
  }

  /** [PT-4] Catches up with what was missed, then trades the minute. */
  async function tradeCandle(
    { settings, halted, limits }: StoredAccount,
    allocation: StoredAllocation,
    candle: Candle,
    openPositions: () => number,
  ): Promise<{ readonly state: AllocationState; readonly rows: readonly NewRow[] }> {
    const { accountId, id, capital } = allocation
    let { state } = allocation
    const rows: NewRow[] = []
    const late = (each: Candle) =>
      lateness(market, each.timestamp * 1000 + MINUTE_MS) === undefined ? undefined : 'its minute came late.'
    const refusal = (each: Candle) => {
      if (halted !== null) return 'paper trading is stopped.'
      if (limits.max_positions !== null && openPositions() >= limits.max_positions)
        return `${limits.max_positions} of ${limits.max_positions} positions are open.`
      return late(each)
    }
    for (const each of [...(await missed(allocation, candle)), candle]) {
      const entryFee = state.position?.entryFee ?? 0
      const traded = tradeMinute(state, { candle: each, refusal: refusal(each) }, settings, capital)
      const at = each.timestamp * 1000
      rows.push(
        ...postingsOf(traded.events, entryFee).map((posting) => ({ ...posting, accountId, allocationId: id, at })),
      )
      ;({ state } = traded)
    }
    return { state, rows }
  }

  async function tradeAccount(tx: Queries, account: StoredAccount, all: readonly StoredAllocation[], step: PairStep) {
    const { pair, at, candle, decisions } = step
    const before = equityOf(account, all)
    const current = new Map(all.map((each) => [each.id, each]))
    const changed = new Set<string>()
    const rows: NewRow[] = []
    const put = (allocation: StoredAllocation): void => {
      current.set(allocation.id, allocation)
      changed.add(allocation.id)
    }
    const openPositions = () => [...current.values()].filter(isOpen).length

    const here = all.filter((each) => each.endedAt === null && each.pair === pair && each.market === market.kind)
    for (const allocation of here) {
      let { state } = allocation
      if (candle) {
        const traded = await tradeCandle(account, allocation, candle, openPositions)
        const isIdle = state.position === null && state.order === null && traded.rows.length === 0
        if (!isIdle || state.until === null || at % HOUR_MS === 0) changed.add(allocation.id)
        ;({ state } = traded)
        rows.push(...traded.rows)
      }
      for (const { side, decidedAt, risk } of decisions.filter(
        ({ strategyId }) => strategyId === allocation.strategyId,
      )) {
        const late = lateness(market, decidedAt)
        if (late === undefined) state = withDecision(state, side, decidedAt, risk)
        else
          rows.push({ ...note(`${side} not traded: ${late}.`), accountId: account.id, allocationId: allocation.id, at })
        changed.add(allocation.id)
      }
      current.set(allocation.id, { ...allocation, state })
      if (state.ending !== null && state.position === null) {
        put({ ...allocation, state: { ...state, order: null }, endedAt: now(), endReason: state.ending })
        rows.push({ ...note(`Ended: ${state.ending}`), accountId: account.id, allocationId: allocation.id, at })
      }
    }

    const equity = equityOf(account, [...current.values()])
    const marks = candle ? markMinute(account.marks, equity, before, at) : account.marks
    const reason = account.halted === null ? hitLimit(account.limits, marks, equity) : undefined
    if (reason !== undefined) {
      rows.push({ ...note(`Paper trading was stopped. ${reason}`), accountId: account.id, allocationId: null, at })
      for (const each of [...current.values()].filter(({ endedAt }) => endedAt === null))
        put({
          ...each,
          state:
            account.limits.on_hit === 'close' ? withClose(each.state, 'limit', reason) : withoutDecision(each.state),
        })
    }
    await saveAccount(tx, account.id, { marks, ...(reason !== undefined && { halted: { at: now(), reason } }) })
    return { rows, changed: [...changed].flatMap((id) => current.get(id) ?? []), traded: here, current, reason }
  }

  return (step) =>
    database.transaction(async (tx) => {
      await assertLeads(tx)
      const accounts = await lockAccountsOn(tx, market.kind, step.pair)
      const all = await allocationsOf(
        tx,
        accounts.map(({ id }) => id),
      )
      const results = []
      for (const account of accounts)
        results.push({
          account,
          ...(await tradeAccount(
            tx,
            account,
            all.filter(({ accountId }) => accountId === account.id),
            step,
          )),
        })
      await saveAllocations(
        tx,
        results.flatMap(({ changed }) => changed),
      )
      await addRows(
        tx,
        results.flatMap(({ rows }) => rows),
      )
      if (step.candle && step.at % HOUR_MS === 0) {
        const traded = results.flatMap((result) => result.traded.flatMap(({ id }) => result.current.get(id) ?? []))
        await addMarks(tx, step.at, traded)
      }
      for (const { account, reason } of results)
        if (reason !== undefined) await audit(tx, { userId: account.userId, accountId: account.id, reason })
    })
}

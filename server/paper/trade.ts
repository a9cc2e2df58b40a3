import type { Candle } from '#contract/candles.ts'
import { PAPER } from '#contract/limits.ts'
import type { PaperLimits } from '#contract/paper/account.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { AssertLeads, Database, Queries } from '#server/database/database.ts'
import type { LiveDecision } from '#server/strategies/live/evaluator.ts'
import { atEntry, equityOf, isOpen, saveChanges, sum, type Changes } from './account.ts'
import {
  tradeMinute,
  withClose,
  withDecision,
  withoutDecision,
  withoutOrders,
  type AllocationState,
} from './allocation.ts'
import { note, postingOf, type PaperEvent } from './ledger.ts'
import { dayOf, hitDailyLoss, hitDrawdown, hitLimit, markMinute } from './limits.ts'
import {
  addMarks,
  addRows,
  allocationsOf,
  lockAccountsOn,
  saveAccount,
  saveAllocations,
  unknownDecisions,
  type EndedOrder,
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

/** [PT-4] Why a decision is too old to trade on; only a live market has a clock that goes on without it. */
function lateness({ kind, now }: PaperMarket, decidedAt: number): string | undefined {
  const late = now() - decidedAt
  if (kind === 'replay' || late <= PAPER.lateMs) return undefined
  return `it was decided ${Math.round(late / 1000)} s ago, while the feed was behind`
}

/** The state with the equity at the start of a UTC day, unix ms. */
const onDay = (state: AllocationState, at: number): AllocationState =>
  state.day?.at === at ? state : { ...state, day: { at, equity: state.equity } }

/** [PT-15] After too many losing trades in a row nothing is opened for a while; what says so is added to the events. */
function cooled(
  state: AllocationState,
  events: readonly PaperEvent[],
  rule: PaperLimits['cool_down'],
  until: number,
): { readonly state: AllocationState; readonly events: readonly PaperEvent[] } {
  if (rule === null || state.losses < rule.losses) return { state, events }
  const coolUntil = until + rule.minutes * MINUTE_MS
  const losses = state.losses === 1 ? '1 loss' : `${state.losses} losses`
  const text = `${losses} in a row: nothing is opened until ${new Date(coolUntil).toISOString()}.`
  return { state: { ...state, losses: 0, coolUntil }, events: [...events, { kind: 'note', text }] }
}

/** Trades the minutes of a pair for all accounts, each step in one transaction. Resolves with the users whose accounts changed. */
export function createTrader(deps: {
  readonly database: Database
  readonly market: PaperMarket
  readonly audit: PaperAudit
  readonly assertLeads: AssertLeads
  readonly now: () => number
}): (step: PairStep) => Promise<readonly string[]> {
  const { database, market, audit, assertLeads, now } = deps

  /** The minutes that passed since an allocation last traded, if any can matter to it. */
  async function missed({ pair, state }: StoredAllocation, candle: Candle): Promise<readonly Candle[]> {
    const { until, position, order, orders } = state
    const opened = candle.timestamp * 1000
    if (until === null || until >= opened) return []
    if (position === null && order === null && orders.length === 0) return []
    const candles: Candle[] = []
    for await (const part of market.minutes(pair, until, opened)) candles.push(...part)
    return candles
  }

  /** [PT-4] Catches up with what was missed, then trades the minute. */
  async function tradeCandle(
    { settings, halted, limits, equity }: StoredAccount & { readonly equity: number },
    allocation: StoredAllocation,
    candle: Candle,
    others: readonly StoredAllocation[],
  ): Promise<{ readonly state: AllocationState } & Pick<Changes, 'rows' | 'orders'>> {
    const { accountId, id, capital } = allocation
    let { state } = allocation
    const rows: NewRow[] = []
    const orders: EndedOrder[] = []
    const openPositions = others.filter(isOpen).length
    const exposure = sum(others.map(({ state: other }) => atEntry(other)))

    function refuse(each: Candle, value: number): string | undefined {
      const { max_positions: positions, max_exposure_pct: share } = limits
      if (halted !== null) return 'paper trading is stopped.'
      if (state.coolUntil !== null && each.timestamp * 1000 < state.coolUntil) return 'it waits after losses.'
      if (positions !== null && openPositions >= positions) return `${positions} of ${positions} positions are open.`
      if (share !== null && exposure + value > (equity * share) / 100)
        return `the exposure would be more than ${share}% of the equity.`
      return lateness(market, each.timestamp * 1000 + MINUTE_MS) && 'its minute came late.'
    }
    for (const each of [...(await missed(allocation, candle)), candle]) {
      const at = each.timestamp * 1000
      const minute = { candle: each, refuse: (value: number) => refuse(each, value) }
      const traded = tradeMinute(onDay(state, dayOf(at + MINUTE_MS)), minute, settings, capital)
      const { state: after, events } = cooled(traded.state, traded.events, limits.cool_down, at + MINUTE_MS)
      rows.push(...events.map((event, nth) => ({ ...postingOf(event), accountId, allocationId: id, at, nth })))
      orders.push(...traded.ended.map((order) => ({ allocationId: id, order })))
      state = after
    }
    return { state, rows, orders }
  }

  async function tradeAccount(tx: Queries, account: StoredAccount, all: readonly StoredAllocation[], step: PairStep) {
    const { pair, at, candle, decisions } = step
    const before = equityOf(account, all)
    const current = new Map(all.map((each) => [each.id, each]))
    const changed = new Set<string>()
    const rows: NewRow[] = []
    const orders: EndedOrder[] = []
    const put = (allocation: StoredAllocation): void => {
      current.set(allocation.id, allocation)
      changed.add(allocation.id)
    }
    const tell = (allocationId: string | null, text: string): void =>
      void rows.push({ ...note(text), accountId: account.id, allocationId, at })

    /** Without the orders that `which` picks. */
    function cancel(allocation: StoredAllocation, which: 'all' | 'opening', reason: string): AllocationState {
      const picks = ({ closes }: { readonly closes: boolean }) => which === 'all' || !closes
      const { state, ended } = withoutOrders(allocation.state, picks, at, reason)
      orders.push(...ended.map((order) => ({ allocationId: allocation.id, order })))
      return state
    }

    const here = all.filter((each) => each.endedAt === null && each.pair === pair && each.market === market.kind)
    for (const allocation of here) {
      let { state } = allocation
      if (candle) {
        const others = [...current.values()].filter(({ id }) => id !== allocation.id)
        const traded = await tradeCandle({ ...account, equity: before }, allocation, candle, others)
        const isIdle =
          state.position === null && state.order === null && state.orders.length === 0 && traded.rows.length === 0
        if (!isIdle || state.until === null || at % HOUR_MS === 0) changed.add(allocation.id)
        ;({ state } = traded)
        rows.push(...traded.rows)
        orders.push(...traded.orders)
      }
      for (const { side, decidedAt, risk } of decisions.filter(
        ({ strategyId }) => strategyId === allocation.strategyId,
      )) {
        const late = lateness(market, decidedAt)
        state = late === undefined ? withDecision(state, side, decidedAt, risk) : { ...state, decidedAt }
        if (late !== undefined) tell(allocation.id, `${side} not traded: ${late}.`)
        changed.add(allocation.id)
      }
      const fallen = state.ending === null ? hitDrawdown(allocation.maxDrawdownPct, state) : undefined
      if (fallen !== undefined) {
        state = { ...withClose(cancel({ ...allocation, state }, 'all', fallen), 'limit', fallen), ending: fallen }
        tell(allocation.id, `${allocation.name} is taken off. ${fallen}`)
        changed.add(allocation.id)
      }
      const until = state.ending === null ? hitDailyLoss(allocation.maxDailyLossPct, state) : undefined
      if (until !== undefined) {
        const text = `It has lost more than ${allocation.maxDailyLossPct}% today.`
        state = { ...withClose(cancel({ ...allocation, state }, 'opening', text), 'limit', text), coolUntil: until }
        tell(allocation.id, `${text} Nothing is opened until ${new Date(until).toISOString()}.`)
        changed.add(allocation.id)
      }
      current.set(allocation.id, { ...allocation, state })
      if (state.ending !== null && state.position === null) {
        const left = cancel({ ...allocation, state }, 'all', state.ending)
        put({ ...allocation, state: { ...left, order: null }, endedAt: now(), endReason: state.ending })
        tell(allocation.id, `Ended: ${state.ending}`)
      }
    }

    const equity = equityOf(account, [...current.values()])
    const marks = candle ? markMinute(account.marks, equity, before, at) : account.marks
    const reason = account.halted === null ? hitLimit(account.limits, marks, equity) : undefined
    if (reason !== undefined) {
      tell(null, `Paper trading was stopped. ${reason}`)
      const closes = account.limits.on_hit === 'close'
      for (const each of [...current.values()].filter(({ endedAt }) => endedAt === null)) {
        const left = cancel(each, closes ? 'all' : 'opening', reason)
        put({ ...each, state: closes ? withClose(left, 'limit', reason) : withoutDecision(left) })
      }
    }
    await saveAccount(tx, account.id, { marks, ...(reason !== undefined && { halted: { at: now(), reason } }) })
    const allocations = [...changed].flatMap((id) => current.get(id) ?? [])
    return { changes: { rows, orders, allocations }, traded: here.flatMap(({ id }) => current.get(id) ?? []), reason }
  }

  /** Pairs whose decisions all come to this process, since its first step on them. */
  const followed = new Set<PairId>()

  /** [PT-19] Says which decisions were stored, by a process that ended, and never came to be traded. */
  async function noteUntraded(
    tx: Queries,
    allocations: readonly StoredAllocation[],
    { pair, at, decisions }: PairStep,
  ): Promise<readonly StoredAllocation[]> {
    if (followed.has(pair)) return allocations
    const here = allocations.filter(
      (each) => each.endedAt === null && each.pair === pair && each.market === market.kind,
    )
    const stored = await unknownDecisions(tx, here, { market: market.kind, pair, before: at })
    const isLost = ({ strategyId, decidedAt }: (typeof stored)[number], of: StoredAllocation) =>
      strategyId === of.strategyId &&
      decidedAt > (of.state.decidedAt ?? of.startedAt) &&
      !decisions.some((each) => each.strategyId === strategyId && each.decidedAt === decidedAt)
    const rows: NewRow[] = []
    const noted = allocations.map((allocation) => {
      const lost = here.includes(allocation) ? stored.filter((each) => isLost(each, allocation)) : []
      for (const { type, decidedAt } of lost)
        rows.push({
          ...note(`${type} not traded: the server stopped before it could be.`),
          accountId: allocation.accountId,
          allocationId: allocation.id,
          at: decidedAt,
        })
      const decidedAt = lost.at(-1)?.decidedAt ?? allocation.state.decidedAt
      return { ...allocation, state: { ...allocation.state, decidedAt } }
    })
    await addRows(tx, rows)
    await saveAllocations(
      tx,
      noted.filter(({ state }, index) => state.decidedAt !== allocations[index]?.state.decidedAt),
    )
    return noted
  }

  const trade = (step: PairStep): Promise<readonly string[]> =>
    database.transaction(async (tx) => {
      await assertLeads(tx)
      const accounts = await lockAccountsOn(tx, market.kind, step.pair)
      const stored = await allocationsOf(
        tx,
        accounts.map(({ id }) => id),
      )
      const all = await noteUntraded(tx, stored, step)
      const results = []
      for (const account of accounts) {
        const own = all.filter(({ accountId }) => accountId === account.id)
        results.push({ account, ...(await tradeAccount(tx, account, own, step)) })
      }
      await saveChanges(
        tx,
        results.map(({ changes }) => changes),
      )
      if (step.candle && step.at % HOUR_MS === 0)
        await addMarks(
          tx,
          step.at,
          results.flatMap(({ traded }) => traded),
        )
      for (const { account, reason } of results)
        if (reason !== undefined) await audit(tx, { userId: account.userId, accountId: account.id, reason })
      return results
        .filter(({ changes }) => step.candle !== undefined || changes.allocations.length > 0)
        .map(({ account }) => account.userId)
    })
  return async (step) => {
    try {
      const changed = await trade(step)
      followed.add(step.pair)
      return changed
    } catch (error) {
      // Another process may have led the pair meanwhile.
      followed.delete(step.pair)
      throw error
    }
  }
}

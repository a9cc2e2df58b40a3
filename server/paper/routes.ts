import { randomUUID } from 'node:crypto'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import { PAPER } from '#contract/limits.ts'
import type { ListedOrder, PaperOrder } from '#contract/paper/orders.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { paperAccounts, paperAllocations } from '#server/database/schema/paper.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { actorOf } from '#server/strategies/routes/common.ts'
import type { Actor } from '#server/strategies/ports.ts'
import { lockTrader } from '#server/strategies/store/owners.ts'
import { lockOwn } from '#server/strategies/store/rows.ts'
import { newAllocation, withClose, withoutDecision, withoutOrders, type AllocationState } from './allocation.ts'
import { deposit, note } from './ledger.ts'
import { newMarks, resumeMarks } from './limits.ts'
import { newOrders } from './orders.ts'
import {
  addRows,
  addOrders,
  allocationsOf,
  endedOrders,
  findAccount,
  ledgerRows,
  lockAccount,
  marksOf,
  saveAccount,
  saveAllocations,
  type NewRow,
  type StoredAccount,
  type StoredAllocation,
} from './store.ts'
import { endNow, equityOf, saveChanges, type PaperMarket } from './trade.ts'
import { curveOf, freeOf, toAccountDto, toLedgerRow } from './views.ts'

export interface PaperRoutesDeps {
  readonly database: Database
  readonly market: Pick<PaperMarket, 'kind' | 'now'>
  /** Writes an audit entry, the last statement of a transaction. */
  readonly audit: (
    tx: Queries,
    actor: Actor,
    action: PaperAction,
    details: Readonly<Record<string, unknown>>,
  ) => Promise<void>
  /** Wall time, unix ms. */
  readonly now: () => number
}
export type PaperAction =
  | 'paper.started'
  | 'paper.limits_changed'
  | 'paper.halted'
  | 'paper.resumed'
  | 'paper.allocated'
  | 'paper.ended'
  | 'paper.closed'
  | 'paper.protected'
  | 'paper.ordered'
  | 'paper.cancelled'

const changed = (id: string) => ({ success: true as const, id })
const MINUTE_MS = 60_000
const SIDES = {
  [1]: { stop: 'must be below', target: 'must be above' },
  [-1]: { stop: 'must be above', target: 'must be below' },
}

/** An account that is locked, and what it trades. */
interface Locked {
  readonly tx: Queries
  readonly account: StoredAccount
  readonly allocations: readonly StoredAllocation[]
  /** Adds a row at the present market time. */
  readonly tell: (text: string, allocationId?: string) => NewRow
}

/** Paper trading of the user's own account. */
export const paperRoutes =
  ({ database, market, audit, now }: PaperRoutesDeps): Service =>
  async (app) => {
    const { db } = database
    const minute = () => Math.floor(market.now() / MINUTE_MS) * MINUTE_MS

    /** Changes the user's account; what a row says of it goes to the ledger, and the action to the audit log. */
    const change = (
      actor: Actor,
      work: (
        locked: Locked,
      ) => Promise<{ action: PaperAction; id: string; details?: object; rows?: readonly NewRow[] }>,
    ) =>
      database.transaction(async (tx) => {
        await lockTrader(tx, actor.userId)
        const account = await lockAccount(tx, actor.userId)
        if (!account) throw new RequestError(409, 'There is no paper account. Start one first.')
        const allocations = await allocationsOf(tx, [account.id])
        const tell = (text: string, allocationId?: string): NewRow => ({
          ...note(text),
          accountId: account.id,
          allocationId: allocationId ?? null,
          at: minute(),
        })
        const { action, id, details = {}, rows = [] } = await work({ tx, account, allocations, tell })
        await addRows(tx, rows)
        await audit(tx, actor, action, { target: id, ...details })
        return changed(id)
      })

    function findIn(allocations: readonly StoredAllocation[], id: string): StoredAllocation {
      const found = allocations.find((each) => each.id === id)
      if (!found) throw new RequestError(404, 'Allocation not found')
      if (found.endedAt !== null) throw new RequestError(409, 'It has ended.')
      return found
    }

    const save = (tx: Queries, allocation: StoredAllocation, state: AllocationState) =>
      saveAllocations(tx, [{ ...allocation, state }])

    /** The state without the orders that `which` picks, which are written as cancelled. */
    async function cancel(
      tx: Queries,
      { id, state }: Pick<StoredAllocation, 'id' | 'state'>,
      which: (order: PaperOrder) => boolean,
      reason: string,
    ): Promise<AllocationState> {
      const { state: left, ended } = withoutOrders(state, which, market.now(), reason)
      await addOrders(
        tx,
        ended.map((order) => ({ allocationId: id, order })),
      )
      return left
    }

    serve(app, PAPER_API, {
      async account(request) {
        const account = await findAccount(db, principalOf(request).userId)
        return { account: account ? toAccountDto(account, await allocationsOf(db, [account.id])) : null }
      },

      start: (request) =>
        database.transaction(async (tx) => {
          const actor = actorOf(request)
          const { settings, limits } = request.body
          await lockTrader(tx, actor.userId)
          const previous = await lockAccount(tx, actor.userId)
          const at = now()
          if (previous) {
            const open = (await allocationsOf(tx, [previous.id])).filter(({ endedAt }) => endedAt === null)
            await saveChanges(
              tx,
              open.map((each) => endNow(previous, each, { at, reason: 'A new account was started.' })),
            )
            await saveAccount(tx, previous.id, { endedAt: at })
          }
          const [row] = await tx
            .insert(paperAccounts)
            .values({
              userId: actor.userId,
              settings,
              limits,
              marks: newMarks(settings.capital),
              startedAt: new Date(at),
            })
            .returning({ id: paperAccounts.id })
          if (!row) throw new Error('The paper account was not returned')
          await addRows(tx, [{ ...deposit(settings.capital), accountId: row.id, allocationId: null, at: minute() }])
          await audit(tx, actor, 'paper.started', { target: row.id, capital: settings.capital })
          return changed(row.id)
        }),

      limits: (request) =>
        change(actorOf(request), async ({ tx, account, tell }) => {
          await saveAccount(tx, account.id, { limits: request.body })
          return {
            action: 'paper.limits_changed',
            id: account.id,
            details: request.body,
            rows: [tell('Limits were changed.')],
          }
        }),

      halt: (request) =>
        change(actorOf(request), async ({ tx, account, allocations, tell }) => {
          const { close } = request.body
          for (const each of allocations.filter(({ endedAt }) => endedAt === null)) {
            const left = await cancel(tx, each, ({ closes }) => close || !closes, 'everything was stopped.')
            await save(tx, each, close ? withClose(left, 'manual', 'Everything was stopped') : withoutDecision(left))
          }
          if (account.halted === null)
            await saveAccount(tx, account.id, { halted: { at: now(), reason: 'You stopped it.' } })
          return {
            action: 'paper.halted',
            id: account.id,
            details: request.body,
            rows: [tell('Paper trading was stopped.')],
          }
        }),

      resume: (request) =>
        change(actorOf(request), async ({ tx, account, allocations, tell }) => {
          if (account.halted === null) throw new RequestError(409, 'Paper trading is not stopped.')
          const equity = equityOf(account, allocations)
          await saveAccount(tx, account.id, { halted: null, marks: resumeMarks(account.marks, equity) })
          return { action: 'paper.resumed', id: account.id, rows: [tell('Paper trading goes on.')] }
        }),

      allocate: (request) =>
        change(actorOf(request), async ({ tx, account, allocations, tell }) => {
          const { strategy_id: strategyId, pair, capital } = request.body
          const definition =
            strategyId === null ? undefined : (await lockOwn(tx, account.userId, strategyId)).definition
          if (definition?.symbols.includes(pair) === false)
            throw new RequestError(400, 'pair: is not traded by the strategy')
          const name = definition?.name ?? `${PAIRS[pair].label} by hand`
          const active = allocations.filter(({ endedAt }) => endedAt === null)
          if (active.some((each) => each.strategyId === strategyId && each.pair === pair))
            throw new RequestError(
              409,
              definition ? 'The strategy trades this pair on paper already.' : 'You trade this pair by hand already.',
            )
          if (active.length >= PAPER.maxAllocations)
            throw new RequestError(409, `At most ${PAPER.maxAllocations} strategies trade on paper at the same time.`)
          const free = freeOf(account, allocations)
          if (capital > free) throw new RequestError(409, `Only ${free.toFixed(2)} of the capital is free.`)
          const [row] = await tx
            .insert(paperAllocations)
            .values({
              accountId: account.id,
              strategyId,
              name,
              market: market.kind,
              pair,
              capital,
              state: newAllocation(capital),
              startedAt: new Date(now()),
            })
            .returning({ id: paperAllocations.id })
          if (!row) throw new Error('The allocation was not returned')
          return {
            action: 'paper.allocated',
            id: row.id,
            details: { strategy: strategyId, pair, capital },
            rows: [tell(`${name} began with ${capital}.`, row.id)],
          }
        }),

      end: (request) =>
        change(actorOf(request), async ({ tx, allocations, tell }) => {
          const found = findIn(allocations, request.params.id)
          const reason = request.body.reason || 'Taken off by its owner'
          const { state, id } = found
          const left = await cancel(tx, found, () => true, reason)
          if (state.position) await save(tx, found, { ...withClose(left, 'manual', reason), ending: reason })
          else
            await saveAllocations(tx, [
              { ...found, state: { ...left, order: null }, endedAt: now(), endReason: reason },
            ])
          const text = state.position ? `Ends with the next minute: ${reason}` : `Ended: ${reason}`
          return { action: 'paper.ended', id, details: { reason }, rows: [tell(text, id)] }
        }),

      close: (request) =>
        change(actorOf(request), async ({ tx, allocations }) => {
          const found = findIn(allocations, request.params.id)
          if (!found.state.position) throw new RequestError(409, 'It has no open position.')
          const { share_pct: share } = request.body
          const reason = request.body.reason || 'Closed by its owner'
          await save(tx, found, withClose(found.state, 'manual', reason, share / 100))
          return { action: 'paper.closed', id: found.id, details: { reason, share } }
        }),

      protect: (request) =>
        change(actorOf(request), async ({ tx, allocations, tell }) => {
          const found = findIn(allocations, request.params.id)
          const { position, price } = found.state
          if (!position) throw new RequestError(409, 'It has no open position.')
          const { stop, target } = request.body
          const last = price ?? position.entry.price
          const isBeyond = (level: number | null, sign: number) =>
            level !== null && sign * position.direction * (level - last) <= 0
          if (isBeyond(stop, -1)) throw new RequestError(400, `stop: ${SIDES[position.direction].stop} the last price`)
          if (isBeyond(target, 1))
            throw new RequestError(400, `target: ${SIDES[position.direction].target} the last price`)
          await save(tx, found, { ...found.state, position: { ...position, stop, target } })
          const text = `Stop ${stop ?? 'off'} and target ${target ?? 'off'} by hand.`
          return { action: 'paper.protected', id: found.id, details: { stop, target }, rows: [tell(text, found.id)] }
        }),

      placeOrder: (request) =>
        change(actorOf(request), async ({ tx, account, allocations }) => {
          const found = findIn(allocations, request.params.id)
          const { state, strategyId } = found
          const { body } = request
          const { position, price } = state
          if (price === null) throw new RequestError(409, 'It has no price yet: wait for the next minute.')
          if (state.orders.length + body.legs.length > PAPER.maxOrders)
            throw new RequestError(409, `At most ${PAPER.maxOrders} orders wait at the same time.`)
          const closes = position !== null && (position.direction === 1) === (body.side === 'SELL')
          if (strategyId !== null && !closes) throw new RequestError(409, 'Only its strategy opens positions here.')
          if (account.halted !== null && !closes) throw new RequestError(409, 'Paper trading is stopped.')
          if (body.legs.length > 1 && body.legs.some(({ type }) => type === 'market'))
            throw new RequestError(400, 'legs: a market order fills at once and needs no other')
          const orders = newOrders(body, { at: market.now(), price, closes, newId: randomUUID })
          await save(tx, found, { ...state, orders: [...state.orders, ...orders] })
          const id = orders[0]?.id ?? found.id
          return {
            action: 'paper.ordered',
            id,
            details: { allocation: found.id, side: body.side, quantity: body.quantity },
          }
        }),

      cancelOrder: (request) =>
        change(actorOf(request), async ({ tx, allocations }) => {
          const { id } = request.params
          const found = allocations.find(({ state }) => state.orders.some((order) => order.id === id))
          if (!found) throw new RequestError(404, 'Order not found')
          await save(tx, found, await cancel(tx, found, (order) => order.id === id, 'You cancelled it.'))
          return { action: 'paper.cancelled', id, details: { allocation: found.id } }
        }),

      async orders(request) {
        const account = await findAccount(db, principalOf(request).userId)
        if (!account) return { orders: [] }
        const allocations = new Map((await allocationsOf(db, [account.id])).map((each) => [each.id, each]))
        const listed = (allocationId: string, order: PaperOrder): readonly ListedOrder[] => {
          const found = allocations.get(allocationId)
          return found ? [{ ...order, allocation_id: allocationId, name: found.name, pair: found.pair }] : []
        }
        const waiting = [...allocations.values()].flatMap(({ id, state }) =>
          state.orders.flatMap((each) => listed(id, each)),
        )
        const ended = await endedOrders(db, account.id, request.query.limit)
        return {
          orders: [
            ...waiting.toSorted((a, b) => b.placed_at - a.placed_at),
            ...ended.flatMap(({ allocationId, order }) => listed(allocationId, order)),
          ],
        }
      },

      async ledger(request) {
        const account = await findAccount(db, principalOf(request).userId)
        return { rows: account ? (await ledgerRows(db, account.id, request.query)).map(toLedgerRow) : [] }
      },

      async curve(request) {
        const account = await findAccount(db, principalOf(request).userId)
        if (!account) return { points: [] }
        const capitals = new Map((await allocationsOf(db, [account.id])).map(({ id, capital }) => [id, capital]))
        return { points: curveOf(account, await marksOf(db, account.id), capitals) }
      },
    })
  }

import { randomUUID } from 'node:crypto'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import { PAPER } from '#contract/limits.ts'
import type { ListedOrder, PaperOrder } from '#contract/paper/orders.ts'
import { PAIRS } from '#contract/pairs.ts'
import { createBacktestStore } from '#server/backtests/jobs/store.ts'
import type { Database } from '#server/database/database.ts'
import { paperAccounts, paperAllocations } from '#server/database/schema/paper.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { actorOf } from '#server/strategies/routes/common.ts'
import { lockTrader } from '#server/strategies/store/owners.ts'
import { lockOwn } from '#server/strategies/store/rows.ts'
import { newAllocation, withClose, withoutDecision } from './allocation.ts'
import { changed, createChanges, findIn, minuteAt, save, type AuditChange } from './changes.ts'
import { deposit } from './ledger.ts'
import { expectationOf, returnsOf, type Expectation } from './expectation.ts'
import { newMarks, resumeMarks } from './limits.ts'
import { newOrders } from './orders.ts'
import {
  addRows,
  allocationsOf,
  endedOrders,
  findAccount,
  ledgerRows,
  lockAccount,
  marksOf,
  saveAccount,
  saveAllocations,
  type StoredAllocation,
} from './store.ts'
import { endNow, equityOf, saveChanges } from './account.ts'
import type { PaperMarket } from './trade.ts'
import { curveOf, freeOf, toAccountDto, toLedgerRow } from './views.ts'

export interface PaperRoutesDeps {
  readonly database: Database
  readonly market: Pick<PaperMarket, 'kind' | 'now'>
  readonly audit: AuditChange
  /** Called with the users whose accounts have changed. */
  readonly announce: (userIds: readonly string[]) => void
  /** Wall time, unix ms. */
  readonly now: () => number
}

const HOUR_MS = 3_600_000
const SIDES = {
  [1]: { stop: 'must be below', target: 'must be above' },
  [-1]: { stop: 'must be above', target: 'must be below' },
}

/** Paper trading of the user's own account. */
export const paperRoutes =
  ({ database, market, audit, announce, now }: PaperRoutesDeps): Service =>
  async (app) => {
    const { db } = database
    const backtests = createBacktestStore(database, now)
    const { change, cancel } = createChanges({ database, audit, announce, now: market.now })

    /** [PT-17] Null if the backtest has too few trades; throws if it is of something else. */
    async function expectationFrom(
      userId: string,
      id: string,
      { strategyId, pair }: Pick<StoredAllocation, 'strategyId' | 'pair'>,
    ): Promise<Expectation | null> {
      const { subject, settings, result } = await backtests.find(userId, id)
      if (subject.strategy_id === undefined || subject.strategy_id !== strategyId || settings.pair !== pair)
        throw new RequestError(400, 'backtest_id: is not of this strategy and pair')
      if (result === null) throw new RequestError(409, 'The backtest has no result.')
      return expectationOf(id, await returnsOf(result, settings.capital)) ?? null
    }

    serve(app, PAPER_API, {
      async account(request) {
        const account = await findAccount(db, principalOf(request).userId)
        return { account: account ? toAccountDto(account, await allocationsOf(db, [account.id])) : null }
      },

      async start(request) {
        const actor = actorOf(request)
        const answer = await database.transaction(async (tx) => {
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
              revision: (previous?.revision ?? 0) + 1,
            })
            .returning({ id: paperAccounts.id })
          if (!row) throw new Error('The paper account was not returned')
          await addRows(tx, [
            { ...deposit(settings.capital), accountId: row.id, allocationId: null, at: minuteAt(market.now()) },
          ])
          await audit(tx, actor, 'paper.started', { target: row.id, capital: settings.capital })
          return changed(row.id)
        })
        announce([actor.userId])
        return answer
      },

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

      async allocate(request) {
        const actor = actorOf(request)
        const { strategy_id: strategyId, pair, capital, backtest_id: backtestId } = request.body
        const expectation =
          backtestId === undefined ? null : await expectationFrom(actor.userId, backtestId, { strategyId, pair })
        return change(actor, async ({ tx, account, allocations, tell }) => {
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
              maxDrawdownPct: request.body.max_drawdown_pct,
              maxDailyLossPct: request.body.max_daily_loss_pct,
              state: newAllocation(capital),
              expectation,
              startedAt: new Date(now()),
            })
            .returning({ id: paperAllocations.id })
          if (!row) throw new Error('The allocation was not returned')
          return {
            action: 'paper.allocated',
            id: row.id,
            details: { strategy: strategyId, pair, capital },
            rows: [tell(`${name} began with $${capital.toLocaleString('en-US')}.`, row.id)],
          }
        })
      },

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

      addNote: (request) =>
        change(actorOf(request), async ({ account, tell }) => ({
          action: 'paper.noted',
          id: account.id,
          rows: [{ ...tell(request.body.text), kind: 'journal' }],
        })),

      async ledger(request) {
        const account = await findAccount(db, principalOf(request).userId)
        return { rows: account ? (await ledgerRows(db, account.id, request.query)).map(toLedgerRow) : [] }
      },

      async curve(request) {
        const account = await findAccount(db, principalOf(request).userId)
        if (!account) return { points: [] }
        const since = market.now() - PAPER.curvePoints * HOUR_MS
        const marks = await marksOf(db, account.id, since)
        return { points: curveOf(account, marks, await allocationsOf(db, [account.id]), since) }
      },
    })
  }

import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { decisionsResponseSchema } from '#contract/strategies/decisions.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import { strategiesResponseSchema } from '#contract/strategies/responses.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import type { OnAccountChange } from '#server/identity/admin/queries.ts'
import { changeRole, changeStatus, deleteUser } from '#server/identity/admin/user-actions.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { at, strategyBody } from '#test/support/server/strategies.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService()
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const idOf = (name: string) => harness.ids.get(name) ?? ''
/** As the server wires identity and strategies. */
const accountChanged: OnAccountChange = (tx, userId, { actorId, ipAddress }) =>
  harness.strategies.accountChanged(tx, userId, { userId: actorId, ipAddress })
const deps = () => ({ database: harness.database, onAccountChange: accountChanged })
const act = () => ({ actorId: idOf('admin'), ipAddress: '203.0.113.7', now: harness.clock.now })
const deactivate = () => changeStatus(deps(), idOf('trader'), false, act())

const pass = (minute: number) => harness.pass(minuteOf(at(minute), 1, { m5: 1 }))
/** Minutes at which the strategy decided. */
async function decided(id: string, as = 'trader'): Promise<number[]> {
  const { body } = await harness.call(as, 'GET', `${LIST}/${id}/decisions`)
  return z.parse(decisionsResponseSchema, body).decisions.map(({ timestamp }) => (timestamp - at(0)) / 60_000)
}
async function standing(as = 'trader') {
  const { body } = await harness.call(as, 'GET', LIST)
  const { strategies } = z.parse(strategiesResponseSchema, body)
  return new Map(strategies.map(({ id, status, paused_because: because }) => [id, [status, because]]))
}
const resume = (id: string) => harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=active`)
async function audited() {
  const rows = await harness.database.db.select().from(auditEntries).orderBy(asc(auditEntries.seq))
  return rows.map(({ action, userId, ipAddress, details }) => ({ action, userId, ipAddress, details }))
}

describe('strategies of an owner who may no longer trade', () => {
  it('[SG-68] are paused with the account, with a reason, and no longer decide; others continue', async () => {
    const mine = await harness.created()
    const theirs = await harness.created({}, 'other')
    await pass(1)
    await deactivate()
    await pass(2)

    expect([await decided(mine), await decided(theirs, 'other')]).toEqual([[1], [2, 1]])
    expect([await standing(), await standing('other')]).toEqual([
      new Map([[mine, ['paused', 'account']]]),
      new Map([[theirs, ['active', undefined]]]),
    ])
    expect((await harness.call('trader', 'GET', `${LIST}/${mine}`)).body).toMatchObject({
      strategy: { status: 'paused', paused_because: 'account', updated_at: harness.clock.now },
    })
  })

  it('[SG-68] are not changed if they were not active', async () => {
    const statuses: readonly StrategyStatus[] = ['paused', 'stopped', 'testing']
    const ids = await Promise.all(statuses.map((status) => harness.created({ status })))
    await deactivate()

    expect(await standing()).toEqual(new Map(ids.map((id, n) => [id, [statuses[n], undefined]])))
    expect((await audited()).map(({ action }) => action)).not.toContain('strategy.paused')
  })

  it('[SG-68] do not resume with the account but only by their owner, which clears the reason', async () => {
    const id = await harness.created()
    await deactivate()
    expect(await resume(id)).toEqual({ status: 403, body: { detail: 'Your account may no longer trade.' } })
    await changeStatus(deps(), idOf('trader'), true, act())
    await pass(1)
    expect([await decided(id), await standing()]).toEqual([[], new Map([[id, ['paused', 'account']]])])
    expect((await resume(id)).status).toBe(200)
    await pass(2)

    expect([await decided(id), await standing()]).toEqual([[2], new Map([[id, ['active', undefined]]])])
  })

  it('[SG-68] are paused when the account is deleted', async () => {
    const id = await harness.created()
    await deleteUser(deps(), idOf('trader'), undefined, act())
    await pass(1)

    expect([await decided(id), await standing()]).toEqual([[], new Map([[id, ['paused', 'account']]])])
  })

  it('[SG-68] of an account changed elsewhere are paused at the next start', async () => {
    const [mine, theirs] = [await harness.created(), await harness.created({}, 'other')]
    await harness.database.db
      .update(users)
      .set({ role: 'Viewer' })
      .where(eq(users.id, idOf('other')))
    await harness.restart()
    await pass(1)

    expect([await decided(mine), await decided(theirs, 'other')]).toEqual([[1], []])
    expect(await standing('other')).toEqual(new Map([[theirs, ['paused', 'role']]]))
    expect((await audited()).at(-1)).toEqual({
      action: 'strategy.paused',
      userId: null,
      ipAddress: null,
      details: { target: idOf('other'), reason: 'role', strategies: [theirs] },
    })
  })

  it('[SG-68] continue under another role that may trade', async () => {
    const id = await harness.created()
    await changeRole(deps(), idOf('trader'), 'Admin', act())
    await pass(1)

    expect([await decided(id), await standing()]).toEqual([[1], new Map([[id, ['active', undefined]]])])
  })

  it('[SG-68] continue when the account change fails', async () => {
    const id = await harness.created()
    const failing: OnAccountChange = async (...change) => {
      await accountChanged(...change)
      throw new Error('the disk is full')
    }
    const change = changeStatus({ database: harness.database, onAccountChange: failing }, idOf('trader'), false, act())
    await expect(change).rejects.toThrow('the disk is full')
    await pass(1)

    expect([await decided(id), await standing()]).toEqual([[1], new Map([[id, ['active', undefined]]])])
  })

  it('[SG-68] cannot be created by a request authorised just before', async () => {
    await deactivate()

    expect(await harness.call('trader', 'POST', `${LIST}/custom`, strategyBody())).toEqual({
      status: 403,
      body: { detail: 'Your account may no longer trade.' },
    })
    expect(await standing()).toEqual(new Map())
  })
})

describe('the audit log', () => {
  it('[SG-69] contains each creation, status change, rename, deletion and pause once, in one chain', async () => {
    const by = { userId: idOf('trader'), ipAddress: '127.0.0.1' }
    const create = () => harness.call('trader', 'POST', `${LIST}/custom`, strategyBody({ name: 'Mine' }))
    const { strategy_id: id } = (await create()).body as { strategy_id: string }
    await create()
    await harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=paused`)
    await harness.call('trader', 'PATCH', `${LIST}/${id}/status?status=paused`)
    await resume(id)
    await deactivate()
    for (const name of ['Yours', 'Yours', 'Mine']) await harness.call('trader', 'PATCH', `${LIST}/${id}`, { name })
    await harness.call('trader', 'DELETE', `${LIST}/${id}`)

    const what = { target: id, name: 'Mine' }
    const admin = { userId: idOf('admin'), ipAddress: '203.0.113.7' }
    expect(await audited()).toEqual([
      { action: 'strategy.created', ...by, details: { ...what, status: 'active' } },
      { action: 'strategy.status_changed', ...by, details: { ...what, from: 'active', to: 'paused' } },
      { action: 'strategy.status_changed', ...by, details: { ...what, from: 'paused', to: 'active' } },
      {
        action: 'strategy.paused',
        ...admin,
        details: { target: idOf('trader'), reason: 'account', strategies: [id] },
      },
      expect.objectContaining({ action: 'user.deactivated', ...admin }),
      { action: 'strategy.renamed', ...by, details: { target: id, from: 'Mine', to: 'Yours' } },
      { action: 'strategy.renamed', ...by, details: { target: id, from: 'Yours', to: 'Mine' } },
      { action: 'strategy.deleted', ...by, details: { ...what, status: 'paused' } },
    ])
    expect(await verifyAudit(harness.database.db)).toMatchObject({ ok: true, entries: 8 })
  })

  it('[SG-69] contains no rejected requests', async () => {
    const id = await harness.created({ status: 'stopped' })
    await resume(id)
    await harness.call('other', 'DELETE', `${LIST}/${id}`)
    await harness.call('trader', 'POST', `${LIST}/custom`, {})

    expect((await audited()).map(({ action }) => action)).toEqual(['strategy.created'])
  })
})

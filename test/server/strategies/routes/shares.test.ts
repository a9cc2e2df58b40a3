import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { strategiesResponseSchema } from '#contract/strategies/responses.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import { at, strategyBody } from '#test/support/server/strategies.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

let harness: TestStrategyService
beforeAll(async () => {
  harness = await startTestStrategyService()
})
afterAll(() => harness.close())
beforeEach(() => harness.reset())

const OTHER = 'other@pairbot.test'
const TO_OTHER = { email: OTHER }
const TO_VIEWERS = { audience: 'viewers' }
const idOf = (name: string) => harness.ids.get(name) ?? ''
const share = (id: string, body: object, as = 'trader') => harness.call(as, 'POST', `${LIST}/${id}/shares`, body)
const revoke = (id: string, audience: string, as = 'trader') =>
  harness.call(as, 'DELETE', `${LIST}/${id}/shares/${audience}`)
const status = async (as: string, id: string, rest = '') =>
  (await harness.call(as, 'GET', `${LIST}/${id}${rest}`)).status
async function listed(as: string) {
  const { strategies } = z.parse(strategiesResponseSchema, (await harness.call(as, 'GET', LIST)).body)
  return strategies.map(({ id, shared_by, is_shared }) => [id, shared_by, is_shared])
}
const setUser = (name: string, change: Partial<typeof users.$inferInsert>) =>
  harness.database.db
    .update(users)
    .set(change)
    .where(eq(users.id, idOf(name)))

const READS = ['', '/performance', '/decision', '/decisions', '/signals', '/versions', '/versions/1']

describe('[SG-95] a shared strategy', () => {
  it('is listed and read by the Trader whom its owner names, and by no other user', async () => {
    const [id, own] = [await harness.created(), await harness.created({}, 'other')]
    await harness.pass(minuteOf(at(1), 1, { m5: 1 }))
    const reads = [...READS, `/decisions/BTCUSD-${at(1)}/why`]
    const all = (as: string) => Promise.all(reads.map((rest) => status(as, id, rest)))
    expect(new Set(await all('other'))).toEqual(new Set([404]))
    expect(await share(id, { email: ` ${OTHER.toUpperCase()} ` })).toEqual({
      status: 200,
      body: {
        shares: {
          viewers: false,
          people: [{ user_id: idOf('other'), email: OTHER, username: 'other', shared_at: harness.clock.now }],
        },
      },
    })

    expect(new Set(await all('other'))).toEqual(new Set([200]))
    for (const as of ['viewer', 'admin']) expect(new Set(await all(as))).toEqual(new Set([404]))
    expect(await listed('other')).toEqual([
      [own, undefined, undefined],
      [id, 'trader', undefined],
    ])
    expect(await listed('trader')).toEqual([[id, undefined, true]])
    expect((await harness.call('other', 'GET', `${LIST}/${id}`)).body).toMatchObject({
      strategy: { shared_by: 'trader' },
    })
  })

  it('with all Viewers is read by those who are Viewers at the time', async () => {
    const id = await harness.created()
    await share(id, TO_VIEWERS)
    expect(await Promise.all(READS.map((rest) => status('viewer', id, rest)))).toEqual(READS.map(() => 200))
    expect(await listed('viewer')).toEqual([[id, 'trader', undefined]])
    expect([await status('other', id), await status('admin', id)]).toEqual([404, 404])
  })

  it.each([
    ['GET', '/export'],
    ['GET', '/shares'],
    ['POST', '/shares', TO_VIEWERS],
    ['DELETE', '/shares/viewers'],
    ['POST', '/evaluate'],
    ['POST', '/versions', { based_on: 1, definition: strategyBody() }],
    ['PATCH', '/status?status=paused'],
    ['PATCH', '/archive', { archived: true }],
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', ''],
  ] as const)('gives its readers no control: %s …%s', async (method, rest, payload?: object) => {
    const id = await harness.created()
    await share(id, TO_OTHER)
    await share(id, TO_VIEWERS)
    expect((await harness.call('other', method, `${LIST}/${id}${rest}`, payload)).status).toBe(404)
    expect([403, 404]).toContain((await harness.call('viewer', method, `${LIST}/${id}${rest}`, payload)).status)
    expect((await harness.call('trader', 'GET', `${LIST}/${id}`)).body).toMatchObject({
      strategy: { name: 'Two indicators', status: 'active', version_number: 1 },
    })
  })

  it('does not say why the server paused it: that is about the account of its owner', async () => {
    const id = await harness.created()
    await share(id, TO_OTHER)
    await setUser('trader', { role: 'Viewer' })
    await harness.restart()
    expect((await harness.call('trader', 'GET', `${LIST}/${id}`)).body).toHaveProperty('strategy.paused_because')
    expect((await harness.call('other', 'GET', `${LIST}/${id}`)).body).not.toHaveProperty('strategy.paused_because')
  })
})

describe('[SG-96] a share', () => {
  it('that is revoked ends with the next request', async () => {
    const id = await harness.created()
    await share(id, TO_OTHER)
    await share(id, TO_VIEWERS)
    expect((await revoke(id, idOf('other'))).body).toEqual({ shares: { viewers: true, people: [] } })
    expect([await status('other', id), await listed('other'), await status('viewer', id)]).toEqual([404, [], 200])
    expect((await revoke(id, 'viewers')).body).toEqual({ shares: { viewers: false, people: [] } })
    expect([await status('viewer', id), await listed('viewer')]).toEqual([404, []])
    expect(await listed('trader')).toEqual([[id, undefined, undefined]])
  })

  it.each([{ isActive: false }, { deletedAt: new Date(0) }])(
    'ends with the account of its owner: %j',
    async (change) => {
      const id = await harness.created()
      await share(id, TO_OTHER)
      await setUser('trader', change)
      expect([await status('other', id), await listed('other')]).toEqual([404, []])
    },
  )

  it.each([
    ['nobody@pairbot.test', 404],
    ['viewer@pairbot.test', 404],
    ['trader@pairbot.test', 400],
    ['x', 400],
    ['%', 400],
  ])('is not made with %s: %i', async (email, expected) => {
    const id = await harness.created()
    expect((await share(id, { email })).status).toBe(expected)
    expect((await share(id, {})).status).toBe(400)
  })

  it('is made by the owner alone, and counted', async () => {
    const id = await harness.created()
    expect((await share(id, TO_OTHER, 'other')).status).toBe(404)
    expect((await share(id, TO_OTHER, 'viewer')).status).toBe(403)
    expect((await revoke(randomUUID(), 'viewers')).status).toBe(404)
    expect((await revoke(id, 'no such audience')).status).toBe(200)
  })

  it('[SG-69] is audited once, and so is its end', async () => {
    const id = await harness.created({ name: 'Mine' })
    for (const audience of [TO_OTHER, TO_OTHER, TO_VIEWERS, TO_VIEWERS]) await share(id, audience)
    for (const audience of [idOf('other'), idOf('other'), 'viewers', 'viewers']) await revoke(id, audience)
    const rows = await harness.database.db.select().from(auditEntries).orderBy(asc(auditEntries.seq))
    const what = { target: id, name: 'Mine' }
    expect(rows.slice(1).map(({ action, details }) => [action, details])).toEqual([
      ['strategy.shared', { ...what, with: idOf('other') }],
      ['strategy.shared', { ...what, with: 'viewers' }],
      ['strategy.unshared', { ...what, with: idOf('other') }],
      ['strategy.unshared', { ...what, with: 'viewers' }],
    ])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminOverviewSchema } from '#contract/admin.ts'
import { backtests } from '#server/database/schema/backtests.ts'
import { raiseAlert } from '#server/identity/alerts/alerts.ts'
import { enrolTotp } from '#test/support/data/factors.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addSignedInUser, dataOf, signInUser } from '#test/support/data/people.ts'

const HOUR_MS = 3_600_000
const seen = {
  trouble: ['market data: none for BTC/USD for 151 s'],
  last_backup: '2026-01-05T08:00:00.000Z',
  failed_jobs: { imports: 2, past_months: 1, models: 0 },
}

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness({}, { seenElsewhere: async () => seen })
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const read = async () => dataOf(adminOverviewSchema, await (await signInUser(harness)).call('GET', '/admin/overview'))
const raise = (subject: string, severity: 'high' | 'critical') =>
  harness.database.transaction((tx) =>
    raiseAlert(tx, {
      detector: 'many-failures-on-account',
      subject,
      title: 'Many failures',
      description: '10 failed sign-ins within 15 minutes.',
      severity,
      evidence: {},
      at: harness.clock.now,
    }),
  )

describe('[PE-38] what an Admin looks after', () => {
  it('is nothing at first but the second factors', async () => {
    expect(await read()).toEqual({
      open_alerts: { low: 0, medium: 0, high: 0, critical: 0 },
      accounts_without_factor: { admins: 1, others: 0 },
      failed_sign_ins: Array.from({ length: 24 }, () => 0),
      ...seen,
      failed_jobs: { backtests: 0, ...seen.failed_jobs },
    })
  })

  it('counts open alerts, and active accounts without a second factor', async () => {
    await raise('one', 'critical')
    await raise('two', 'high')
    await raise('three', 'high')
    const admin = await signInUser(harness)
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await enrolTotp(harness, grace)
    await addSignedInUser(harness, 'ada@pairbot.test', 'Viewer')
    const left = await addSignedInUser(harness, 'left@pairbot.test', 'Trader')
    await admin.call('PATCH', `/admin/users/${left.id}/status`, { is_active: false })
    expect(await read()).toMatchObject({
      open_alerts: { low: 0, medium: 0, high: 2, critical: 1 },
      accounts_without_factor: { admins: 1, others: 1 },
    })
  })

  it('counts failed sign-ins by hour, the last one at the end', async () => {
    const fail = () => harness.signIn({ password: 'wrong' })
    await fail()
    harness.clock.advance(23 * HOUR_MS + 1)
    await fail()
    await fail()
    const { failed_sign_ins: counts } = await read()
    expect(counts).toEqual([1, ...Array.from({ length: 22 }, () => 0), 2])
    harness.clock.advance(HOUR_MS + 1)
    expect((await read()).failed_sign_ins).toEqual([...Array.from({ length: 22 }, () => 0), 2, 0])
  })

  it('counts backtests of anyone that failed within 24 hours', async () => {
    const { id: userId } = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const end = (status: 'failed' | 'done', finishedAt: Date) =>
      harness.database.db.insert(backtests).values({
        userId,
        name: status,
        subject: {},
        definition: {},
        settings: {},
        status,
        createdAt: finishedAt,
        finishedAt,
      })
    const before = (ms: number) => new Date(harness.clock.now - ms)
    await end('failed', before(0))
    await end('failed', before(24 * HOUR_MS))
    await end('failed', before(24 * HOUR_MS + 1))
    await end('done', before(0))
    expect((await read()).failed_jobs).toEqual({ backtests: 2, ...seen.failed_jobs })
  })

  it('is for Admins', async () => {
    const trader = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    expect((await trader.call('GET', '/admin/overview')).status).toBe(403)
  })
})

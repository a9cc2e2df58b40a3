import { randomUUID } from 'node:crypto'
import { securityAlertsSchema, type SecurityAlert } from '#contract/admin.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inArray } from 'drizzle-orm'
import { ADMIN_AREA, SESSION } from '#contract/limits.ts'
import { auditEntries, signInAttempts } from '#server/database/schema/identity.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import {
  createDetectors,
  ACCOUNT_FAILURES,
  ADDRESS_ACCOUNTS,
  siteNetworkOf,
} from '#server/identity/alerts/detectors.ts'
import { MIN_BULK_ACTIONS } from '#server/identity/alerts/role-change-then-bulk.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { dataOf, addSignedInUser, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WRONG = 'Wrong-horse-7'

let harness: IdentityHarness
let admin: SignedInUser
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(async () => {
  await harness.reset()
  admin = await signInUser(harness)
})
afterAll(() => harness.close())

async function alerts(): Promise<readonly SecurityAlert[]> {
  await harness.identity.settled()
  return dataOf(securityAlertsSchema, await admin.call('GET', '/admin/security-alerts')).alerts
}
const titles = async () => (await alerts()).map(({ title }) => title)
const attemptsOf = (alert: SecurityAlert) =>
  harness.database.db
    .select()
    .from(signInAttempts)
    .where(inArray(signInAttempts.id, alert.evidence?.login_attempts ?? []))
const entriesOf = (alert: SecurityAlert) =>
  harness.database.db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.id, alert.evidence?.audit_entries ?? []))
const fail = (email: string, ip: string) => harness.signIn({ email, password: WRONG, ip })

describe('many failures on one account', () => {
  const attack = async (failures: number) => {
    for (let n = 0; n < failures; n += 1) await fail(ADMIN.email, `198.51.100.${n}`)
  }

  it('[PE-70] raises one alert with its rows for ten within 15 minutes from different addresses', async () => {
    await attack(ACCOUNT_FAILURES)
    const [alert, ...others] = await alerts()

    expect(others).toEqual([])
    expect(alert).toEqual({
      id: expect.any(String),
      title: 'Many failed sign-ins on one account',
      description: `10 failed sign-ins as ${ADMIN.email} within 15 minutes, from 10 addresses.`,
      severity: 'high',
      ip_address: null,
      affected_user_email: ADMIN.email,
      created_at: new Date(harness.clock.now).toISOString(),
      resolved: false,
      evidence: { login_attempts: expect.any(Array), audit_entries: [] },
      evidence_counts: { login_attempts: 10, audit_entries: 0 },
    })
    const rows = await attemptsOf(alert!)
    expect(rows.map(({ email, success }) => [email, success])).toEqual(
      Array.from({ length: 10 }, () => [ADMIN.email, false]),
    )
  })

  it('[PE-70] ignores nine, ten over more than 15 minutes, and ten on an unknown account', async () => {
    await attack(ACCOUNT_FAILURES - 1)
    expect(await titles()).toEqual([])
    harness.clock.advance(15 * MINUTE_MS)
    await attack(1)
    for (let n = 0; n < ACCOUNT_FAILURES; n += 1) await fail('nobody@pairbot.test', `192.0.2.${n}`)
    expect(await titles()).toEqual([])
  })
})

describe('one address over many accounts', () => {
  const attack = async (accounts: number) => {
    for (let n = 0; n < accounts; n += 1) await fail(`user-${n}@pairbot.test`, `2001:db8:0:7::${n + 1}`)
  }

  it('[PE-71] raises one alert for eight accounts within 15 minutes from one IPv6 network', async () => {
    await attack(ADDRESS_ACCOUNTS)
    const [alert, ...others] = await alerts()

    expect(others).toEqual([])
    expect(alert).toMatchObject({
      title: 'One address tries many accounts',
      description: '8 failed sign-ins from 2001:db8:0:7::/64 on 8 accounts within 15 minutes.',
      severity: 'high',
      ip_address: '2001:db8:0:7::8',
      affected_user_email: null,
    })
    expect(await attemptsOf(alert!)).toHaveLength(8)
  })

  it('[PE-71] ignores seven accounts, an eighth from another address, and an eighth that succeeds', async () => {
    await attack(ADDRESS_ACCOUNTS - 1)
    await fail('user-8@pairbot.test', '2001:db8:0:8::1')
    await harness.signIn({ ip: '2001:db8:0:7::9' })

    expect(await titles()).not.toContain('One address tries many accounts')
  })
})

describe('a refresh token used again', () => {
  it('[PE-72] S2 raises an alert with the audit entry after the grace period', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Viewer')
    await harness.refresh(grace.cookie)
    harness.clock.advance(SESSION.refreshGraceMs + 1)
    expect((await harness.refresh(grace.cookie)).status).toBe(401)
    const [alert, ...others] = await alerts()

    expect(others).toEqual([])
    expect(alert).toMatchObject({
      title: 'Refresh token used twice',
      severity: 'critical',
      affected_user_email: grace.email,
      ip_address: '127.0.0.1',
    })
    expect((await entriesOf(alert!)).map(({ action, userId }) => [action, userId])).toEqual([
      ['session.reused', grace.id],
    ])
  })

  it('[PE-72] is ignored within the grace period', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Viewer')
    await harness.refresh(grace.cookie)
    harness.clock.advance(SESSION.refreshGraceMs)
    expect((await harness.refresh(grace.cookie)).status).toBe(200)

    expect(await titles()).toEqual([])
  })
})

describe('a role change followed by bulk action', () => {
  const promoted = async () => {
    const { id, email } = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await admin.call('PATCH', `/admin/users/${id}/role`, { role: 'Admin' })
    harness.clock.advance(MINUTE_MS)
    return signInUser(harness, email)
  }
  const act = async (person: SignedInUser, acts: number) => {
    for (let n = 0; n < acts; n += 1) {
      await person.call('POST', '/admin/invitations', { email: `${randomUUID()}@pairbot.test` })
    }
  }

  it('[PE-73] raises one alert with all rows for five changes by an administrator of the last hour', async () => {
    const grace = await promoted()
    await act(grace, MIN_BULK_ACTIONS)
    const [alert, ...others] = await alerts()

    expect(others).toEqual([])
    expect(alert).toMatchObject({
      title: 'Role change followed by bulk actions',
      severity: 'high',
      affected_user_email: grace.email,
      ip_address: '203.0.113.7',
    })
    expect((await entriesOf(alert!)).map(({ action }) => action).toSorted()).toEqual([
      ...Array.from({ length: MIN_BULK_ACTIONS }, () => 'invitation.created'),
      'user.role_changed',
    ])
  })

  it('[PE-73] ignores four, five by an earlier administrator, and five an hour after the change', async () => {
    const grace = await promoted()
    await act(grace, MIN_BULK_ACTIONS - 1)
    await act(admin, MIN_BULK_ACTIONS)
    expect(await titles()).toEqual([])
    harness.clock.advance(HOUR_MS)
    admin = await signInUser(harness)
    await act(await signInUser(harness, grace.email), MIN_BULK_ACTIONS)
    expect(await titles()).toEqual([])
  })
})

describe('the first sign-in from a new network', () => {
  it('[PE-74] raises an alert with the attempt', async () => {
    harness.clock.advance(1)
    await harness.signIn({ ip: '198.51.100.4' })
    const [alert, ...others] = await alerts()

    expect(others).toEqual([])
    expect(alert).toMatchObject({
      title: 'First sign-in from a new network',
      severity: 'medium',
      ip_address: '198.51.100.4',
      affected_user_email: ADMIN.email,
    })
    expect((await attemptsOf(alert!)).map(({ ipAddress, success }) => [ipAddress, success])).toEqual([
      ['198.51.100.4', true],
    ])
  })

  it('[PE-74] ignores the very first sign-in, another address of the same network, and a failure', async () => {
    await addSignedInUser(harness, 'grace@pairbot.test', 'Viewer')
    harness.clock.advance(1)
    await harness.signIn({ ip: '203.0.113.200' })
    await fail(ADMIN.email, '198.51.100.4')

    expect(await titles()).toEqual([])
    expect([
      siteNetworkOf('203.0.113.7'),
      siteNetworkOf('::ffff:203.0.113.7'),
      siteNetworkOf('2001:db8:1:2::3'),
    ]).toEqual(['203.0.113.0/24', '203.0.113.0/24', '2001:db8:1::/48'])
  })
})

describe('alerts', () => {
  const attack = async () => {
    for (let n = 0; n < ACCOUNT_FAILURES; n += 1) await fail(ADMIN.email, `198.51.100.${n}`)
  }

  it('[ID-4] S6 are detected after the response is sent', async () => {
    const transaction = vi.spyOn(harness.database, 'transaction')
    const errors: unknown[] = []
    const detectors = createDetectors({ database: harness.database, report: (error) => errors.push(error) })
    detectors.observe({ kind: 'sign-in-failed', email: ADMIN.email, ipAddress: '203.0.113.7', at: harness.clock.now })
    // A response takes fewer microtasks than these.
    for (let task = 0; task < 1_000; task += 1) await Promise.resolve()
    const before = transaction.mock.calls.length
    await detectors.settled()
    const after = transaction.mock.calls.length
    transaction.mockRestore()
    expect([before, after, errors]).toEqual([0, 1, []])
  })

  it('[PE-75] merge further events into the open alert and do not count resolved ones again', async () => {
    await attack()
    await fail(ADMIN.email, '198.51.100.99')
    const [open, ...others] = await alerts()
    expect([others, open?.evidence?.login_attempts.length]).toEqual([[], 11])

    expect(await admin.call('POST', `/admin/security-alerts/${open!.id}/resolve`)).toEqual(
      ok({ alert: { ...open, resolved: true } }),
    )
    harness.clock.advance(1)
    await fail(ADMIN.email, '198.51.100.98')
    expect((await alerts()).map(({ resolved }) => resolved)).toEqual([true])
    await attack()
    expect((await alerts()).map(({ resolved }) => resolved)).toEqual([false, true])
  })

  it('[PE-76] are resolved and audited once, and must exist', async () => {
    await attack()
    const [{ id, title }] = (await alerts()) as [SecurityAlert]
    for (let n = 0; n < 2; n += 1) {
      expect((await admin.call('POST', `/admin/security-alerts/${id}/resolve`)).status).toBe(200)
    }
    const entries = (await harness.database.db.select().from(auditEntries)).filter(({ action }) =>
      action.startsWith('alert'),
    )

    expect(entries.map(({ userId, details }) => [userId, details])).toEqual([[admin.id, { alert: id, title }]])
    expect(await admin.call('POST', `/admin/security-alerts/${randomUUID()}/resolve`)).toEqual(
      refused(404, 'Alert not found'),
    )
    expect(await admin.call('POST', '/admin/security-alerts/7/resolve')).toEqual(refused(400, 'id: must be a UUID'))
  })

  it('[PE-77] are listed with open ones first, limited in size and with totals', async () => {
    const ids = Array.from({ length: 200 }, () => randomUUID())
    const stored = Array.from({ length: ADMIN_AREA.maxAlerts + 2 }, (_, n) => ({
      detector: 'many-failures-on-account',
      subject: `user-${n}`,
      title: `Alert ${n}`,
      description: '-',
      severity: 'high' as const,
      evidence: { login_attempts: ids, audit_entries: n === 0 ? [] : ids },
      createdAt: new Date(harness.clock.now - n),
      resolvedAt: n % 2 === 0 ? new Date(harness.clock.now) : null,
    }))
    await harness.database.db.insert(securityAlerts).values(stored)
    const answer = await admin.call('GET', '/admin/security-alerts')
    const { alerts: listed, total } = dataOf(securityAlertsSchema, answer)

    const order = [...stored.filter(({ resolvedAt }) => !resolvedAt), ...stored.filter(({ resolvedAt }) => resolvedAt)]
    expect(listed.map(({ title }) => title)).toEqual(order.slice(0, ADMIN_AREA.maxAlerts).map(({ title }) => title))
    expect(total).toBe(ADMIN_AREA.maxAlerts + 2)
    const first = ids.slice(0, ADMIN_AREA.maxEvidenceIds)
    expect(listed[0]).toMatchObject({
      evidence: { login_attempts: first, audit_entries: first },
      evidence_counts: { login_attempts: 200, audit_entries: 200 },
    })
    expect(listed.find(({ title }) => title === 'Alert 0')?.evidence_counts).toEqual({
      login_attempts: 200,
      audit_entries: 0,
    })
    expect(JSON.stringify(answer.body).length).toBeLessThan(400_000)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLogSchema, loginAttemptsSchema, securityAlertsSchema } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { dataOf, addSignedInUser, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'
import { ACCOUNT_FAILURES } from '#server/identity/alerts/detectors.ts'

const HOUR_MS = 3_600_000

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

const attempts = async (query = '') =>
  dataOf(loginAttemptsSchema, await admin.call('GET', `/admin/login-attempts${query}`))
const audit = async (query = '') => dataOf(auditLogSchema, await admin.call('GET', `/admin/audit-log${query}`))

describe('the sign-in log', () => {
  it('[PE-50] returns the fields of an attempt, newest first, and the total', async () => {
    harness.clock.advance(1)
    await harness.signIn({ email: 'Nobody@pairbot.test', ip: '198.51.100.4' })

    expect(await admin.call('GET', '/admin/login-attempts')).toEqual(
      ok({
        attempts: [
          {
            id: expect.any(String),
            email: 'nobody@pairbot.test',
            ip_address: '198.51.100.4',
            success: false,
            failure_reason: 'unknown account',
            attempted_at: new Date(harness.clock.now).toISOString(),
          },
          {
            id: expect.any(String),
            email: ADMIN.email,
            ip_address: '203.0.113.7',
            success: true,
            failure_reason: null,
            attempted_at: new Date(harness.clock.now - 1).toISOString(),
          },
        ],
        total: 2,
      }),
    )
  })

  it('[PE-56] returns attempts of the same millisecond in a stable order', async () => {
    const attemptedAt = new Date(harness.clock.now)
    const email = 'eve@pairbot.test'
    await harness.database.db.insert(signInAttempts).values(
      Array.from({ length: 20 }, (_, index) => ({
        email,
        ipAddress: `198.51.100.${index}`,
        network: `198.51.100.${index}`,
        success: false,
        failureReason: 'unknown account',
        attemptedAt,
      })),
    )
    const ids = (await attempts(`?email=${email}`)).attempts.map(({ id }) => id)
    expect([ids.length, ids]).toEqual([20, ids.toSorted().toReversed()])
  })

  it('[PE-51] filters by address, email, outcome and time, 24 hours by default', async () => {
    await harness.signIn({ email: 'nobody@pairbot.test', ip: '198.51.100.4' })
    const emails = async (query: string) => (await attempts(query)).attempts.map(({ email }) => email)

    expect(await emails('?ip_address=198.51')).toEqual(['nobody@pairbot.test'])
    expect(await emails('?email=ADMIN')).toEqual([ADMIN.email])
    expect(await emails('?success=false')).toEqual(['nobody@pairbot.test'])
    expect(await emails('?success=true&ip_address=198.51')).toEqual([])
    harness.clock.advance(24 * HOUR_MS - 1)
    expect((await harness.signIn()).status).toBe(200)
    admin = await signInUser(harness)
    expect((await attempts('?success=false')).total).toBe(1)
    harness.clock.advance(2)
    expect((await attempts('?success=false')).total).toBe(0)
    expect((await attempts('?success=false&hours_back=72')).total).toBe(1)
  })

  it('[PE-52] returns the newest 1,000 of a long log and the true total', async () => {
    const row = { email: 'many@pairbot.test', ipAddress: '198.51.100.4', network: '198.51.100.4', success: false }
    const at = (n: number) => new Date(harness.clock.now - n)
    await harness.database.db
      .insert(signInAttempts)
      .values(Array.from({ length: ADMIN_AREA.maxRows + 5 }, (_, n) => ({ ...row, attemptedAt: at(n) })))
    const log = await attempts('?email=many')

    expect([log.attempts.length, log.total]).toEqual([ADMIN_AREA.maxRows, ADMIN_AREA.maxRows + 5])
    expect(log.attempts[0]?.attempted_at).toBe(at(0).toISOString())
  })
})

describe('the audit log', () => {
  it('[PE-53] records the actor, action, target, address and time', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await admin.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Admin' }, '198.51.100.4')

    expect((await audit()).entries[0]).toEqual({
      id: expect.any(String),
      user_id: admin.id,
      user_email: ADMIN.email,
      user_name: expect.any(String),
      action: 'user.role_changed',
      ip_address: '198.51.100.4',
      details: { target: grace.id, target_email: grace.email, from: 'Trader', to: 'Admin', sessions_ended: 1 },
      created_at: new Date(harness.clock.now).toISOString(),
      target_email: grace.email,
    })
  })

  it('[PE-56] returns entries of the same millisecond in chain order, newest first', async () => {
    const addresses = Array.from({ length: 9 }, (_, index) => `198.51.100.${index}`)
    for (const ipAddress of addresses)
      await harness.database.transaction((tx) =>
        writeAudit(tx, { action: 'session.ended', ipAddress, at: harness.clock.now + 1 }),
      )
    const { entries } = await audit('?action=session.ended')
    expect(entries.map((entry) => entry.ip_address)).toEqual(addresses.toReversed())
  })

  it('[PE-54] filters by user, action and time', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await admin.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Admin' })
    const actions = async (query: string) => (await audit(query)).entries.map(({ action }) => action)

    expect(await actions(`?user_id=${grace.id}`)).toEqual(['session.started'])
    expect(await actions('?action=ROLE')).toEqual(['user.role_changed'])
    expect(await actions(`?user_id=${grace.id}&action=role`)).toEqual([])
    harness.clock.advance(HOUR_MS + 1)
    admin = await signInUser(harness)
    expect(await actions('?hours_back=1')).toEqual(['session.started'])
    expect((await audit('?hours_back=6')).total).toBe(5)
  })

  it.each([
    ['/admin/login-attempts?hours_back=0', 'hours_back: must be a whole number from 1 to 2160'],
    ['/admin/login-attempts?success=maybe', 'success: must be true or false'],
    ['/admin/audit-log?hours_back=1.5', 'hours_back: must be a whole number from 1 to 2160'],
    ['/admin/audit-log?user_id=grace', 'user_id: must be a UUID'],
  ])('[PE-55] rejects %s with the name of the filter', async (path, error) => {
    expect(await admin.call('GET', path)).toEqual(refused(400, error))
  })
})

describe('[PE-54] the rows behind an alert', () => {
  const openAlert = async () => {
    for (let n = 0; n < ACCOUNT_FAILURES; n += 1) {
      await harness.signIn({ email: 'eve@pairbot.test', password: 'Wrong-horse-7', ip: `198.51.100.${n}` })
    }
    await harness.identity.settled()
    const { alerts } = dataOf(securityAlertsSchema, await admin.call('GET', '/admin/security-alerts'))
    return alerts[0]!
  }

  it('are returned regardless of their age and of other filters', async () => {
    await harness.addUser('eve@pairbot.test', 'Trader')
    const alert = await openAlert()
    harness.clock.advance(80 * 24 * HOUR_MS)
    admin = await signInUser(harness)
    const { attempts: found, total } = await attempts(`?alert_id=${alert.id}&success=true&hours_back=1`)

    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(alert.evidence?.login_attempts))
    expect([found.length, total]).toEqual([ACCOUNT_FAILURES, ACCOUNT_FAILURES])
    expect(await audit(`?alert_id=${alert.id}`)).toEqual({ entries: [], total: 0 })
  })

  it('include those of the audit log', async () => {
    const [entry] = (await audit()).entries
    await harness.database.db.insert(securityAlerts).values({
      detector: 'refresh-token-reused',
      subject: 'x',
      title: 'A refresh token was used again',
      description: '-',
      severity: 'critical',
      evidence: { login_attempts: [], audit_entries: [entry!.id] },
      createdAt: new Date(harness.clock.now),
    })
    const { alerts } = dataOf(securityAlertsSchema, await admin.call('GET', '/admin/security-alerts'))

    expect(await audit(`?alert_id=${alerts[0]?.id}`)).toEqual({ entries: [entry], total: 1 })
    expect(await attempts(`?alert_id=${alerts[0]?.id}`)).toEqual({ attempts: [], total: 0 })
  })

  it('are rejected for unknown alerts and malformed ids', async () => {
    const absent = '00000000-0000-4000-8000-000000000000'
    for (const path of ['/admin/login-attempts', '/admin/audit-log']) {
      expect(await admin.call('GET', `${path}?alert_id=${absent}`)).toEqual(refused(404, 'Alert not found'))
      expect((await admin.call('GET', `${path}?alert_id=7`)).status).toBe(400)
    }
  })
})

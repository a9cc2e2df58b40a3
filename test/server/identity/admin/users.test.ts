import { randomUUID } from 'node:crypto'
import { adminUsersSchema, type AdminUser } from '#contract/admin.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { passkeySetupSchema } from '#contract/factors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { desc, eq, sql } from 'drizzle-orm'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { createPasskey } from '#test/support/data/authenticator.ts'
import { enrolTotp } from '#test/support/data/factors.ts'
import {
  dataOf,
  addSignedInUser,
  ok,
  refused,
  signInUser,
  type ApiResponse,
  type SignedInUser,
} from '#test/support/data/people.ts'

const ENDED_BY_ROLE = 'The access token is not valid.'

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

const usersOf = (answer: ApiResponse) => dataOf(adminUsersSchema, answer).users.map(({ email }) => email)
const list = (query = '') => admin.call('GET', `/admin/users${query}`)
const lastAudit = async () => {
  const [entry] = await harness.database.db.select().from(auditEntries).orderBy(desc(auditEntries.seq)).limit(1)
  return entry && { action: entry.action, userId: entry.userId, ip: entry.ipAddress, details: entry.details }
}
const shown = (person: { id: string; email: string }, given: Partial<AdminUser>): AdminUser => ({
  id: person.id,
  email: person.email,
  username: person.email,
  role: 'Trader',
  is_active: true,
  created_at: new Date(harness.clock.now).toISOString(),
  last_login: new Date(harness.clock.now).toISOString(),
  has_totp: false,
  passkeys: 0,
  recovery_codes_left: 0,
  ...given,
})

describe('second factors of users', () => {
  it('[PE-37] are listed, filtered and exported, and gone after a reset', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const ada = await addSignedInUser(harness, 'ada@pairbot.test', 'Trader')
    await enrolTotp(harness, grace)
    // Begun, but no first code has proven it.
    await ada.call('POST', ACCOUNT.setUpTotp.path)
    const setup = dataOf(passkeySetupSchema, await grace.call('POST', ACCOUNT.setUpPasskey.path))
    await grace.call('POST', ACCOUNT.addPasskey.path, { name: 'Laptop', credential: createPasskey().make(setup) })

    expect(usersOf(await list('?has_factor=true'))).toEqual([grace.email])
    expect(usersOf(await list('?has_factor=false&role=Trader'))).toEqual([ada.email])
    expect(dataOf(adminUsersSchema, await list('?has_factor=true')).users[0]).toMatchObject({
      has_totp: true,
      passkeys: 1,
      recovery_codes_left: 10,
    })
    const file = await admin.call('GET', '/admin/users/export?format=csv&has_factor=true')
    expect(String(file.body).trim().split('\r\n').at(-1)).toMatch(/,true,1,10$/)
    const { body } = await admin.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Viewer' })
    expect(body).toMatchObject({ data: { user: { role: 'Viewer', has_totp: true, passkeys: 1 } } })
    await admin.call('DELETE', `/admin/users/${grace.id}/factors`)
    expect(usersOf(await list('?has_factor=true'))).toEqual([])
  })
})

describe('listing users', () => {
  it('[PE-20] returns the fields of a user and the total', async () => {
    const id = await harness.addUser('never@pairbot.test', 'Viewer')
    const one = await list('?search=never')

    expect(one).toEqual(
      ok({
        users: [shown({ id, email: 'never@pairbot.test' }, { role: 'Viewer', last_login: null })],
        total: 1,
      }),
    )
    expect(await admin.call('GET', `/admin/users/${id}`)).toEqual(ok({ user: dataOf(adminUsersSchema, one).users[0] }))
  })

  it('[PE-21] returns pages of 20, newest first, without duplicates or omissions', async () => {
    for (let n = 0; n < 44; n += 1) {
      if (n % 4 === 0) harness.clock.advance(1_000)
      await harness.addUser(`user-${n}@pairbot.test`, 'Viewer')
    }
    const pages = await Promise.all(['', '?page=2', '?page=3', '?page=4'].map(list))
    const emails = pages.map(usersOf)

    expect(emails.map(({ length }) => length)).toEqual([20, 20, 5, 0])
    expect(new Set(emails.flat()).size).toBe(45)
    expect(emails[2]?.at(-1)).toBe(ADMIN.email)
    expect(dataOf(adminUsersSchema, pages[3]!).total).toBe(45)
    expect(usersOf(await list('?page=1&page_size=1'))).toHaveLength(1)
  })

  it('[PE-22] combines filters by email or user name, role and status', async () => {
    await harness.addUser('grace_hopper@pairbot.test', 'Trader')
    await harness.addUser('gracexhopper@pairbot.test', 'Viewer')
    const off = await addSignedInUser(harness, 'grace-off@pairbot.test', 'Trader')
    await admin.call('PATCH', `/admin/users/${off.id}/status`, { is_active: false })

    expect(usersOf(await list('?search=GRACE_')).toSorted()).toEqual(['grace_hopper@pairbot.test'])
    expect(usersOf(await list('?search=%25'))).toEqual([])
    expect(usersOf(await list('?search=grace&role=Trader')).toSorted()).toEqual([
      'grace-off@pairbot.test',
      'grace_hopper@pairbot.test',
    ])
    expect(usersOf(await list('?search=grace&role=Trader&is_active=false'))).toEqual(['grace-off@pairbot.test'])
    expect(usersOf(await list('?is_active=true&role=Admin'))).toEqual([ADMIN.email])
  })

  it.each([
    ['page=0', 'page: must be a whole number from 1 to 1000000'],
    ['page=x', 'page: must be a whole number from 1 to 1000000'],
    ['page_size=101', 'page_size: must be a whole number from 1 to 100'],
    ['is_active=yes', 'is_active: must be true or false'],
  ])('[PE-23] rejects ?%s with the name of the filter', async (query, error) => {
    expect(await list(`?${query}`)).toEqual(refused(400, error))
  })
})

describe('changing users', () => {
  it('[PE-30] a role change is audited, and ends and publishes the sessions of the user', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Viewer')
    const answer = await admin.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Admin' })

    expect(answer).toEqual(ok({ user: shown(grace, { role: 'Admin' }) }))
    expect(harness.ended).toEqual([{ sessionId: expect.any(String), userId: grace.id, reason: 'role' }])
    expect(await grace.call('GET', '/auth/me')).toEqual(refused(401, ENDED_BY_ROLE))
    expect(await harness.refresh(grace.cookie)).toMatchObject({ status: 401, body: { reason: 'role' } })
    expect(await lastAudit()).toEqual({
      action: 'user.role_changed',
      userId: admin.id,
      ip: '203.0.113.7',
      details: { target: grace.id, target_email: grace.email, from: 'Viewer', to: 'Admin', sessions_ended: 1 },
    })
    const again = await signInUser(harness, grace.email)
    expect(await again.call('GET', '/auth/me')).toEqual(
      ok({ email: grace.email, role: 'Admin', username: grace.email }),
    )
  })

  it('[PE-30] a demoted Admin gets 403 in the admin area, and 401 elsewhere until signed in again', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Admin')
    await admin.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Trader' })
    expect(await grace.call('GET', '/admin/users')).toMatchObject({
      status: 403,
      body: { error: 'Access denied. Admin role required.' },
    })
    expect((await grace.call('GET', '/auth/me')).status).toBe(401)
  })

  it.each([
    ['role', { role: 'Admin' }, 'role', 'Viewer', 'Admin'],
    ['status', { is_active: false }, 'isActive', true, false],
  ] as const)(
    '[PE-53] BC-26 a change of %s is rolled back when it cannot be audited',
    async (part, change, field, before, after) => {
      const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Viewer')
      const { db } = harness.database
      const entriesBefore = await db.select().from(auditEntries).orderBy(auditEntries.seq)
      const currentValue = async () => (await db.select().from(users).where(eq(users.id, grace.id)))[0]?.[field]
      const action = () => admin.call('PATCH', `/admin/users/${grace.id}/${part}`, change)
      await db.execute(sql`alter table ${auditEntries} add constraint rejects check (seq < 0) not valid`)
      try {
        expect(await action()).toEqual(refused(500, 'Internal server error'))
      } finally {
        await db.execute(sql`alter table ${auditEntries} drop constraint rejects`)
      }

      expect([
        await currentValue(),
        await db.select().from(auditEntries).orderBy(auditEntries.seq),
        harness.ended,
      ]).toEqual([before, entriesBefore, []])
      expect(await verifyAudit(db)).toMatchObject({ ok: true })
      expect((await grace.call('GET', '/auth/me')).status).toBe(200)
      expect([(await action()).status, await currentValue()]).toEqual([200, after])
    },
  )

  it('[PE-31] setting the current role changes nothing', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const before = await lastAudit()

    expect((await admin.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Trader' })).status).toBe(200)
    expect((await grace.call('GET', '/auth/me')).status).toBe(200)
    expect([await lastAudit(), harness.ended]).toEqual([before, []])
  })

  it('[PE-32] deactivation ends sessions and blocks sign-in until activation', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const path = `/admin/users/${grace.id}/status`

    expect(await admin.call('PATCH', path, { is_active: false })).toEqual(
      ok({ user: shown(grace, { is_active: false }) }),
    )
    expect(harness.ended).toEqual([{ sessionId: expect.any(String), userId: grace.id, reason: 'account' }])
    expect((await grace.call('GET', '/auth/me')).status).toBe(401)
    expect(await harness.refresh(grace.cookie)).toMatchObject({ status: 401, body: { reason: 'account' } })
    expect((await harness.signIn({ email: grace.email })).status).toBe(401)
    expect(await lastAudit()).toMatchObject({ action: 'user.deactivated' })
    expect((await admin.call('PATCH', path, { is_active: true })).status).toBe(200)
    expect((await harness.signIn({ email: grace.email })).status).toBe(200)
    const actions = await harness.database.db.select({ action: auditEntries.action }).from(auditEntries)
    expect(actions.map(({ action }) => action)).toContain('user.activated')
  })

  it.each([[{ reason: 'left the team' }], [{ reason: null }], [undefined]])(
    '[PE-33] deletion with %j retains the row, ends the sessions and audits the reason',
    async (payload) => {
      const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')

      expect(await admin.call('DELETE', `/admin/users/${grace.id}`, payload)).toEqual(ok({}))
      expect((await grace.call('GET', '/auth/me')).status).toBe(401)
      expect(harness.ended).toEqual([{ sessionId: expect.any(String), userId: grace.id, reason: 'account' }])
      const [row] = await harness.database.db.select().from(users).where(eq(users.id, grace.id))
      expect(row).toMatchObject({ isActive: false, deletedAt: new Date(harness.clock.now) })
      expect(usersOf(await list('?search=grace'))).toEqual([])
      expect(await admin.call('GET', `/admin/users/${grace.id}`)).toEqual(refused(404, 'User not found'))
      expect(await admin.call('DELETE', `/admin/users/${grace.id}`)).toEqual(refused(404, 'User not found'))
      expect(await lastAudit()).toMatchObject({
        action: 'user.deleted',
        details: { target: grace.id, target_email: grace.email, reason: payload?.reason ?? null, sessions_ended: 1 },
      })
    },
  )

  it('[PE-34] AB-43 administrators cannot change their own role, deactivate or delete themselves', async () => {
    const before = await lastAudit()
    const path = `/admin/users/${admin.id}`

    expect(await admin.call('PATCH', `${path}/role`, { role: 'Trader' })).toEqual(
      refused(409, 'You cannot change your own role'),
    )
    expect(await admin.call('PATCH', `${path}/status`, { is_active: false })).toEqual(
      refused(409, 'You cannot deactivate your own account'),
    )
    expect(await admin.call('DELETE', path)).toEqual(refused(409, 'You cannot delete your own account'))
    expect([await lastAudit(), harness.ended]).toEqual([before, []])
    expect((await admin.call('GET', '/auth/me')).status).toBe(200)
  })

  it('[PE-35] AB-43 only one of two administrators who action on each other concurrently succeeds', async () => {
    const other = await addSignedInUser(harness, 'other@pairbot.test', 'Admin')
    const answers = await Promise.all([
      admin.call('PATCH', `/admin/users/${other.id}/role`, { role: 'Trader' }),
      other.call('DELETE', `/admin/users/${admin.id}`),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await harness.database.db.select().from(users).where(eq(users.role, 'Admin'))
    expect(left.filter(({ isActive, deletedAt }) => isActive && !deletedAt)).toHaveLength(1)
  })

  it('[PE-36] responds 404 for unknown users and 400 for malformed input, changing nothing', async () => {
    const unknownId = randomUUID()
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const before = await lastAudit()

    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['PATCH', '/role', { role: 'Trader' }],
      ['PATCH', '/status', { is_active: true }],
      ['DELETE', '', undefined],
      ['GET', '/sessions', undefined],
      ['DELETE', '/sessions', undefined],
    ] as const) {
      const call = (id: string, body: object | undefined) => admin.call(method, `/admin/users/${id}${path}`, body)
      expect(await call(unknownId, payload)).toEqual(refused(404, 'User not found'))
      expect(await call('7', payload)).toEqual(refused(400, 'id: must be a UUID'))
    }
    for (const [path, payload] of [
      ['/role', { role: 'viewer' }],
      ['/role', { role: 'admin' }],
      ['/role', {}],
      ['/status', { is_active: 'false' }],
      ['/status', undefined],
    ] as const) {
      expect((await admin.call('PATCH', `/admin/users/${grace.id}${path}`, payload)).status).toBe(400)
    }
    expect((await admin.call('DELETE', `/admin/users/${grace.id}`, { reason: 'x'.repeat(501) })).status).toBe(400)
    expect(await lastAudit()).toEqual(before)
  })
})

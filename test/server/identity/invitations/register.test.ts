import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createdInvitationSchema, type Invitation } from '#contract/invitations.ts'
import { asc, eq } from 'drizzle-orm'
import { auditEntries, sessions, users } from '#server/database/schema/identity.ts'
import { invitations } from '#server/database/schema/people.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { accessTokenOf, ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { callWith, dataOf, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const EMAIL = 'grace@pairbot.test'
const PASSWORD = 'Nine-lives-9'

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

const invite = async (email = EMAIL, role = 'Trader'): Promise<Invitation> =>
  dataOf(createdInvitationSchema, await admin.call('POST', '/admin/invitations', { email, role })).invitation
const register = (given: { code: string; email?: string; password?: string; ip?: string }) =>
  harness.call({
    method: 'POST',
    url: '/api/identity/auth/register',
    payload: { invitation_code: given.code, email: given.email ?? EMAIL, password: given.password ?? PASSWORD },
    remoteAddress: given.ip ?? '203.0.113.9',
  })
const usernames = async () =>
  (await harness.database.db.select().from(users).orderBy(asc(users.createdAt))).map(({ username }) => username)

describe('registering', () => {
  it('[PE-10] creates the account, signs it in, uses the invitation and audits both', async () => {
    const { code, id } = await invite(EMAIL, 'Admin')
    const reply = await register({ code, email: 'Grace@Pairbot.TEST ' })

    expect({ status: reply.status, body: reply.body }).toEqual(
      ok({
        access_token: expect.any(String),
        expires_in: 900,
        user: { email: EMAIL, role: 'Admin', username: 'grace' },
      }),
    )
    expect(reply.cookie).toMatch(/^rt=/)
    expect((await harness.refresh(reply.cookie!)).status).toBe(200)
    const me = await callWith(harness, accessTokenOf(reply))('GET', '/auth/me')
    expect(me).toEqual(ok({ email: EMAIL, role: 'Admin', username: 'grace' }))
    const [user] = await harness.database.db.select().from(users).where(eq(users.email, EMAIL))
    expect(user).toMatchObject({ username: 'grace', role: 'Admin', isActive: true, deletedAt: null })
    const [row] = await harness.database.db.select().from(invitations)
    expect(row).toMatchObject({ id, usedAt: new Date(harness.clock.now), usedBy: user?.id })
    const audited = await harness.database.db.select().from(auditEntries).where(eq(auditEntries.userId, user!.id))
    expect(audited.map(({ action, details }) => [action, details])).toEqual([
      ['user.created', { by: 'invitation', invitation: id, target: user?.id, role: 'Admin' }],
      ['session.started', { session: expect.any(String), remembered: false }],
    ])
    expect((await harness.signIn({ email: EMAIL, password: PASSWORD })).status).toBe(200)
  })

  it('[PE-11] HA-19 creates one account from 50 concurrent uses of a code and rejects the others as invalid', async () => {
    const { code, id } = await invite()
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => register({ code, ip: `203.0.113.${n}` })))

    const others = replies.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }))
    expect(others).toEqual(Array(49).fill(refused(404, 'Invalid or expired invitation code')))
    const made = await harness.database.db.select().from(users).where(eq(users.email, EMAIL))
    expect(made).toHaveLength(1)
    expect(await harness.database.db.select().from(sessions).where(eq(sessions.userId, made[0]!.id))).toHaveLength(1)
    const used = await harness.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.created'))
    expect(used.map(({ details }) => details)).toContainEqual({
      by: 'invitation',
      invitation: id,
      target: made[0]?.id,
      role: 'Trader',
    })
    expect(used.filter(({ userId }) => userId === made[0]?.id)).toHaveLength(1)
    expect(await verifyAudit(harness.database.db)).toMatchObject({ ok: true })
  })

  it('[PE-12] rejects another email like an invalid code, without using the invitation', async () => {
    const { code } = await invite()
    const { status, body } = await register({ code, email: 'mallory@pairbot.test' })

    expect({ status, body }).toEqual(refused(404, 'Invalid or expired invitation code'))
    expect((await register({ code })).status).toBe(200)
  })

  it.each([
    ['', 'Password is required'],
    ['Short-1', 'Password must be at least 8 characters'],
    ['lower-case-1', 'Password must contain at least one uppercase letter'],
    ['UPPER-CASE-1', 'Password must contain at least one lowercase letter'],
    ['Password1', 'Password is too common. Please choose another one.'],
    ['No-digit-here', 'Password must contain at least one number'],
    [`Aa1${'x'.repeat(1_022)}`, 'Password must be at most 1024 characters'],
  ])('[PE-13] rejects the password %.20j: %s', async (password, error) => {
    const { code } = await invite()
    const { status, body } = await register({ code, password })

    expect({ status, body }).toEqual(refused(400, error))
    expect(await usernames()).toEqual(['admin'])
  })

  it('[PE-14] uses the local part as user name, numbered when it is taken', async () => {
    for (const email of ['grace@a.test', 'grace@b.test', 'grace@c.test']) {
      harness.clock.advance(1)
      expect((await register({ code: (await invite(email)).code, email })).status).toBe(200)
    }

    expect(await usernames()).toEqual(['admin', 'grace', 'grace2', 'grace3'])
  })

  it('[PE-15] creates a new account for a deleted user who is invited again', async () => {
    const first = await invite()
    await register({ code: first.code })
    const [user] = await harness.database.db.select().from(users).where(eq(users.email, EMAIL))
    await admin.call('DELETE', `/admin/users/${user!.id}`)
    expect((await harness.signIn({ email: EMAIL, password: PASSWORD })).status).toBe(401)
    const second = await invite()

    expect((await register({ code: second.code, password: ADMIN.password })).status).toBe(200)
    expect((await harness.signIn({ email: EMAIL, password: PASSWORD })).status).toBe(401)
    expect((await harness.signIn({ email: EMAIL, password: ADMIN.password })).status).toBe(200)
  })

  it('[PE-16] rejects an account created in the meantime with 409; the code stays unused', async () => {
    const { code } = await invite()
    await harness.addUser(EMAIL, 'Viewer')
    const { status, body } = await register({ code })

    expect({ status, body }).toEqual(refused(409, 'A user with this email already exists'))
    expect((await harness.database.db.select().from(invitations))[0]).toMatchObject({ usedAt: null })
  })
})

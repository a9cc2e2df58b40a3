import { randomUUID } from 'node:crypto'
import { adminSessionsSchema } from '#contract/admin.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { auditEntries, refreshTokens, sessions } from '#server/database/schema/identity.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { dataOf, addSignedInUser, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const DAY_MS = 86_400_000
const EMAIL = 'grace@pairbot.test'

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

const list = async (query = '') => dataOf(adminSessionsSchema, await admin.call('GET', `/admin/sessions${query}`))
const sessionOf = async (person: SignedInUser) => (await list(`?user_id=${person.id}`)).sessions[0]!
const auditOf = (action: string) =>
  harness.database.db.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(auditEntries.seq)

describe('sessions of all users', () => {
  it('[PE-40] are listed with user, address, device and times, by last activity', async () => {
    // The request itself is activity: at the same time, the newer session comes first.
    harness.clock.advance(1)
    const grace = await addSignedInUser(harness, EMAIL, 'Trader')
    harness.clock.advance(120_000)
    await grace.call('GET', '/auth/me')

    expect((await list()).sessions.map(({ user_email: email }) => email)).toEqual([EMAIL, admin.email])
    expect(await list(`?user_id=${grace.id}`)).toEqual({
      sessions: [
        {
          id: expect.any(String),
          user_id: grace.id,
          user_email: EMAIL,
          ip_address: '203.0.113.7',
          created_at: new Date(harness.clock.now - 120_000).toISOString(),
          last_activity_at: new Date(harness.clock.now).toISOString(),
          expires_at: new Date(harness.clock.now + 3_600_000).toISOString(),
          is_revoked: false,
          user_agent: 'lightMyRequest',
          is_current: false,
        },
      ],
      total: 1,
    })
    expect(await admin.call('GET', `/admin/users/${grace.id}/sessions`)).toEqual(ok(await list(`?user_id=${grace.id}`)))
  })

  it('[PE-45] the requesting session is marked', async () => {
    const other = await signInUser(harness)
    const marked = async (query: string) =>
      (await list(query)).sessions.filter(({ is_current: isCurrent }) => isCurrent === true).map(({ id }) => id)
    const before = await marked('')
    expect(before).toHaveLength(1)
    expect(await marked(`?user_id=${admin.id}`)).toEqual(before)
    admin = other
    expect(await marked('')).not.toEqual(before)
  })

  it('[PE-41] are active when neither revoked nor expired, and can be searched by email and address', async () => {
    const grace = await addSignedInUser(harness, EMAIL, 'Trader')
    await admin.call('DELETE', `/admin/sessions/${(await sessionOf(grace)).id}`)
    harness.clock.advance(DAY_MS)
    admin = await signInUser(harness, undefined, '198.51.100.4')

    expect((await list('?is_active=true')).sessions.map(({ ip_address: ip }) => ip)).toEqual(['198.51.100.4'])
    expect((await list('?is_active=false')).total).toBe(2)
    expect((await list('?search=GRACE')).total).toBe(1)
    expect((await list('?search=198.51')).total).toBe(1)
    expect(await admin.call('GET', '/admin/sessions?user_id=7')).toEqual(refused(400, 'user_id: must be a UUID'))
  })

  it('[PE-42] S10 are rejected at once after a revocation, published, given the reason at refresh, and audited once', async () => {
    const grace = await addSignedInUser(harness, EMAIL, 'Trader')
    const { id } = await sessionOf(grace)

    expect(await admin.call('DELETE', `/admin/sessions/${id}`)).toEqual(ok({}))
    expect(harness.ended).toEqual([{ sessionId: id, userId: grace.id, reason: 'revoked' }])
    expect(await grace.call('GET', '/auth/me')).toEqual(refused(401, 'The access token is not valid.'))
    expect(await harness.refresh(grace.cookie)).toMatchObject({ status: 401, body: { reason: 'revoked' } })
    expect(await admin.call('DELETE', `/admin/sessions/${id}`)).toEqual(ok({}))
    expect(harness.ended).toHaveLength(1)
    expect((await auditOf('session.revoked')).map(({ userId, details }) => [userId, details])).toEqual([
      [admin.id, { session: id, target: grace.id, target_email: EMAIL }],
    ])
    expect(await admin.call('DELETE', `/admin/sessions/${randomUUID()}`)).toEqual(refused(404, 'Session not found'))
    expect(await admin.call('DELETE', '/admin/sessions/7')).toEqual(refused(400, 'id: must be a UUID'))
  })

  it('[PE-43] force logout ends all sessions of one user only', async () => {
    const grace = await addSignedInUser(harness, EMAIL, 'Trader')
    const elsewhere = await signInUser(harness, EMAIL, '198.51.100.4')

    expect(await admin.call('DELETE', `/admin/users/${grace.id}/sessions`)).toEqual(ok({ sessions_revoked: 2 }))
    expect(harness.ended.map(({ userId, reason }) => [userId, reason])).toEqual([
      [grace.id, 'revoked'],
      [grace.id, 'revoked'],
    ])
    for (const person of [grace, elsewhere]) expect((await person.call('GET', '/auth/me')).status).toBe(401)
    expect((await admin.call('GET', '/auth/me')).status).toBe(200)
    expect(await admin.call('DELETE', `/admin/users/${grace.id}/sessions`)).toEqual(ok({ sessions_revoked: 0 }))
    expect((await auditOf('session.force_logout')).map(({ details }) => details)).toEqual([
      { target: grace.id, target_email: EMAIL, sessions_ended: 2 },
    ])
  })

  it('[PE-43] force logout counts the API tokens that it revokes apart from the sessions', async () => {
    const grace = await addSignedInUser(harness, EMAIL, 'Trader')
    await grace.call('POST', '/auth/tokens', { name: 'Report', scopes: ['market:read'], days: 7 })

    expect(await admin.call('DELETE', `/admin/users/${grace.id}/sessions`)).toEqual(ok({ sessions_revoked: 1 }))
    expect(harness.ended).toHaveLength(2)
    expect((await auditOf('session.force_logout')).map(({ details }) => details)).toEqual([
      { target: grace.id, target_email: EMAIL, sessions_ended: 1, tokens_revoked: 1 },
    ])
  })

  it('[PE-44] the clean-up deletes sessions revoked more than 7 days ago, with their tokens', async () => {
    const grace = await addSignedInUser(harness, EMAIL, 'Trader')
    const old = await sessionOf(grace)
    await admin.call('DELETE', `/admin/sessions/${old.id}`)
    harness.clock.advance(7 * DAY_MS)
    admin = await signInUser(harness)
    expect(await admin.call('DELETE', '/admin/sessions/cleanup')).toEqual(ok({ deleted_count: 0 }))
    harness.clock.advance(1)

    expect(await admin.call('DELETE', '/admin/sessions/cleanup')).toEqual(ok({ deleted_count: 1 }))
    expect(await harness.database.db.select().from(sessions).where(eq(sessions.id, old.id))).toEqual([])
    expect(await harness.database.db.select().from(refreshTokens).where(eq(refreshTokens.sessionId, old.id))).toEqual(
      [],
    )
    expect((await auditOf('session.cleaned_up')).map(({ details }) => details)).toEqual([
      { deleted: 0 },
      { deleted: 1 },
    ])
  })
})

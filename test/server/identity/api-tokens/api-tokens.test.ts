import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiTokensSchema, createdApiTokenSchema } from '#contract/api-tokens.ts'
import { API_TOKEN } from '#contract/limits.ts'
import { apiTokens } from '#server/database/schema/api-tokens.ts'
import { auditEntries } from '#server/database/schema/identity.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addSignedInUser, dataOf, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const DAY_MS = 86_400_000

let harness: IdentityHarness
let grace: SignedInUser
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(async () => {
  await harness.reset()
  grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
})
afterAll(() => harness.close())

const wanted = (more: object = {}) => ({ name: ' Nightly report ', scopes: ['market:read'], days: 30, ...more })
const create = async (more: object = {}, owner = grace) =>
  dataOf(createdApiTokenSchema, await owner.call('POST', '/auth/tokens', wanted(more)))
const list = async (owner = grace) => dataOf(apiTokensSchema, await owner.call('GET', '/auth/tokens')).tokens
const verify = (secret: string) => harness.identity.access.verify(secret)
const refusalOf = async (secret: string) => {
  const result = await verify(secret)
  return result.ok ? undefined : result.refusal
}

describe('creating', () => {
  it('[TK-1] shows the token once, stores its hash only, and is audited without it', async () => {
    const { token, secret } = await create()
    expect(secret).toMatch(/^pairbot_[\w-]{43}$/)
    expect(token).toEqual({
      id: token.id,
      name: 'Nightly report',
      scopes: ['market:read'],
      created_at: '2026-01-05T08:00:00.000Z',
      expires_at: '2026-02-04T08:00:00.000Z',
      last_used_at: null,
    })
    expect(await list()).toEqual([token])
    const stored = await harness.database.db.select().from(apiTokens)
    const [entry] = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'token.created'))
    expect(entry?.details).toMatchObject({ name: 'Nightly report', scopes: ['market:read'] })
    expect(`${JSON.stringify(stored)} ${Buffer.from(stored[0]!.hash).toString()}`).not.toContain(secret.slice(8))
    expect(JSON.stringify(entry)).not.toContain(secret.slice(8))
  })

  it.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(API_TOKEN.maxName + 1) }],
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['no end', { days: 0 }],
    ['a distant end', { days: 366 }],
    ['half a day', { days: 0.5 }],
  ])('[TK-1] refuses %s', async (_, more) => {
    expect((await grace.call('POST', '/auth/tokens', wanted(more))).status).toBe(400)
    expect(await list()).toEqual([])
  })

  it('[TK-2] stops at twenty tokens that can be used, also when they are asked for at once', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: API_TOKEN.maxPerUser + 2 },
        async () => (await grace.call('POST', '/auth/tokens', wanted())).status,
      ),
    )
    expect(statuses.filter((status) => status === 409)).toHaveLength(2)
    const [first] = await list()
    await grace.call('DELETE', `/auth/tokens/${first!.id}`)
    expect((await grace.call('POST', '/auth/tokens', wanted())).status).toBe(200)
  })
})

describe('using', () => {
  it("[TK-3] is the user's access with the scopes of the token, and ends with it", async () => {
    const { token, secret } = await create({ scopes: ['market:read', 'market:read', 'models:read'], days: 1 })
    expect(await verify(secret)).toEqual({
      ok: true,
      principal: {
        userId: grace.id,
        sessionId: token.id,
        email: grace.email,
        role: 'Trader',
        scopes: ['market:read', 'models:read'],
      },
      expiresAt: harness.clock.now + DAY_MS,
    })
    harness.clock.advance(DAY_MS)
    expect(await refusalOf(secret)).toBe('expired')
    expect(await refusalOf(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe('invalid')
  })

  it('[TK-5] the last use is written at most every quarter of an hour', async () => {
    const { secret } = await create()
    const start = harness.clock.now
    const used = async () => {
      await Promise.all([verify(secret), verify(secret)])
      return Date.parse((await harness.database.db.select().from(apiTokens))[0]!.lastUsedAt!.toISOString()) - start
    }
    expect(await used()).toBe(0)
    harness.clock.advance(API_TOKEN.lastUsedEveryMs - 1)
    expect(await used()).toBe(0)
    harness.clock.advance(1)
    expect(await used()).toBe(API_TOKEN.lastUsedEveryMs)
  })

  it('[TK-5] works while the database accepts no writes', async () => {
    const { secret } = await create()
    harness.setReadOnly(true)
    expect((await verify(secret)).ok).toBe(true)
  })
})

describe('ending', () => {
  it('[TK-7] a revoked token is refused at once, its sockets are closed, and it is audited once', async () => {
    const { token, secret } = await create()
    expect(await grace.call('DELETE', `/auth/tokens/${token.id}`)).toEqual(ok({}))
    expect(await grace.call('DELETE', `/auth/tokens/${token.id}`)).toEqual(ok({}))
    expect(await refusalOf(secret)).toBe('invalid')
    expect(harness.ended).toEqual([{ sessionId: token.id, userId: grace.id, reason: 'revoked' }])
    expect(await list()).toEqual([])
    const entries = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'token.revoked'))
    expect(entries).toHaveLength(1)
  })

  it('[TK-8] tokens of other users do not exist', async () => {
    const { token, secret } = await create()
    const admin = await signInUser(harness)
    expect(await list(admin)).toEqual([])
    expect(await admin.call('DELETE', `/auth/tokens/${token.id}`)).toEqual(refused(404, 'API token not found'))
    expect((await verify(secret)).ok).toBe(true)
  })

  it.each([
    ['PATCH', 'role', { role: 'Admin' }],
    ['PATCH', 'status', { is_active: false }],
    ['DELETE', 'sessions', undefined],
    ['DELETE', '', undefined],
  ] as const)(
    '[TK-9] an Admin’s %s %s revokes the tokens of the user, a password change does not',
    async (method, what, body) => {
      const { token, secret } = await create()
      const change = { current_password: 'Correct-horse-7', new_password: 'Another-horse-8' }
      expect((await grace.call('POST', '/auth/password', change)).status).toBe(200)
      expect((await verify(secret)).ok).toBe(true)
      const admin = await signInUser(harness)
      expect((await admin.call(method, `/admin/users/${grace.id}${what && `/${what}`}`, body)).status).toBe(200)
      expect(await refusalOf(secret)).toBe('invalid')
      expect(harness.ended.map(({ sessionId }) => sessionId)).toContain(token.id)
    },
  )
})

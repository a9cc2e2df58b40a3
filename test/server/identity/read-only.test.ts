import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries, sessions } from '#server/database/schema/identity.ts'
import { accessTokenOf, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const verify = (token: string) => harness.identity.access.verify(token)
const signOut = (cookie: string) =>
  harness.call({ method: 'POST', url: '/api/identity/auth/logout', headers: { cookie } })
const rows = () => harness.database.db.select().from(sessions)

/** Refreshes every 50 minutes for so long; the last access token. */
async function use(cookie: string, ms: number): Promise<string> {
  let token = ''
  for (let passed = 0; passed < ms; passed += 50 * MINUTE_MS) {
    harness.clock.advance(50 * MINUTE_MS)
    token = accessTokenOf(await harness.refresh(cookie))
    expect(await verify(token)).toMatchObject({ ok: true })
  }
  return token
}

describe('sessions while the database accepts no writes', () => {
  it('[ID-18] HA-49 in use for three hours go on, and still do when it accepts writes again', async () => {
    const { cookie = '' } = await harness.signIn()
    harness.setReadOnly(true)
    const token = await use(cookie, 3 * HOUR_MS)
    harness.setReadOnly(false)
    expect((await verify(token)).ok).toBe(true)
    const [row] = await rows()
    expect(row?.expiresAt.getTime()).toBe(harness.clock.now + HOUR_MS)
    const refreshed = await harness.refresh(cookie)
    expect(refreshed.status).toBe(200)
    expect(refreshed.cookie).not.toBe(cookie)
  })

  it('[ID-18] HA-49 a call alone moves their end, and so does a refresh alone', async () => {
    const [calling, refreshing] = [await harness.signIn(), await harness.signIn()]
    harness.setReadOnly(true)
    harness.clock.advance(14 * MINUTE_MS)
    expect((await verify(accessTokenOf(calling))).ok).toBe(true)
    expect((await harness.refresh(refreshing.cookie!)).status).toBe(200)
    harness.clock.advance(59 * MINUTE_MS)
    expect((await harness.refresh(calling.cookie!)).status).toBe(200)
    expect((await harness.refresh(refreshing.cookie!)).status).toBe(200)
  })

  it('[ID-18] HA-49 a refresh that comes first once it accepts writes finds the session alive', async () => {
    const { cookie = '' } = await harness.signIn()
    harness.setReadOnly(true)
    await use(cookie, 2 * HOUR_MS)
    harness.setReadOnly(false)
    expect((await harness.refresh(cookie)).status).toBe(200)
  })

  it('[ID-18] HA-49 never outlive 24 hours, and end after an hour without use', async () => {
    const { cookie = '' } = await harness.signIn()
    const idle = await harness.signIn()
    harness.setReadOnly(true)
    await use(cookie, 23 * HOUR_MS)
    expect((await harness.refresh(idle.cookie!)).status).toBe(401)
    // It has lasted 23 h 20 min.
    harness.clock.advance(40 * MINUTE_MS - 1)
    expect((await harness.refresh(cookie)).status).toBe(200)
    harness.clock.advance(1)
    expect((await harness.refresh(cookie)).status).toBe(401)
  })

  it('[ID-18] HA-50 are published as expired when they are, those in use later', async () => {
    const used = await harness.signIn()
    const [usedId] = (await rows()).map(({ id }) => id)
    const idle = await harness.signIn()
    const ids = [usedId, ...(await rows()).map(({ id }) => id).filter((id) => id !== usedId)]
    const published = () => ids.map((id) => harness.ended.filter((each) => each.sessionId === id).length)
    harness.setReadOnly(true)
    await use(used.cookie!, HOUR_MS)
    harness.sweep()
    await expect.poll(published).toEqual([0, 1])
    expect((await verify(accessTokenOf(idle))).ok).toBe(false)
    harness.clock.advance(HOUR_MS)
    harness.sweep()
    await expect.poll(published).toEqual([1, 1])
    expect(new Set(harness.ended.map(({ reason }) => reason))).toEqual(new Set(['expired']))
  })

  it('[ID-19] HA-51 end when their user signs out, at once, and for good once it accepts writes', async () => {
    const { cookie = '', ...reply } = await harness.signIn({ remember_me: true })
    const token = accessTokenOf({ ...reply, cookie })
    harness.setReadOnly(true)
    const out = await signOut(cookie)
    expect(out.status).toBe(200)
    expect(out.headers['set-cookie']).toMatch(/^rt=; Max-Age=0; /)
    expect(harness.ended).toMatchObject([{ reason: 'signed_out' }])
    expect(await verify(token)).toEqual({ ok: false, refusal: 'session-ended' })
    expect((await harness.refresh(cookie)).status).toBe(401)

    harness.setReadOnly(false)
    expect((await harness.refresh(cookie)).status).toBe(401)
    harness.sweep()
    await expect.poll(async () => (await rows())[0]?.revokedReason).toBe('signed_out')
    const entries = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'session.ended'))
    expect(entries).toHaveLength(1)
    expect(await verify(token)).toEqual({ ok: false, refusal: 'session-ended' })
  })

  it('[ID-12] HA-52 the token just replaced yields its successor for 30 s, although its answer was lost', async () => {
    const { cookie = '' } = await harness.signIn()
    const successor = await harness.refresh(cookie)
    harness.setReadOnly(true)
    harness.clock.advance(30_000)
    const again = await harness.refresh(cookie)
    expect([again.status, again.cookie]).toEqual([200, successor.cookie])
    harness.clock.advance(1)
    expect((await harness.refresh(cookie)).status).toBe(401)
    expect((await harness.refresh(successor.cookie!)).status).toBe(200)
    expect(harness.ended).toEqual([])
  })
})

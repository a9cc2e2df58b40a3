import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries, refreshTokens, sessions, users } from '#server/database/schema/identity.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { hashOf } from '#server/identity/secrets.ts'
import { dropOldRefreshTokens } from '#server/identity/refresh-tokens.ts'
import { expiredSessions } from '#server/identity/sessions.ts'
import {
  accessTokenOf,
  createIdentityHarness,
  type IdentityHarness,
  type TestResponse,
} from '#test/support/server/identity.ts'

const ENDED = { success: false, error: 'The session has ended. Please sign in again.' }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Set PAIRBOT_ROUNDS=100 for the long run. */
const ROUNDS = Number(process.env['PAIRBOT_ROUNDS'] ?? 2)

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const cookieOf = async (remember_me = false): Promise<string> => (await harness.signIn({ remember_me })).cookie!
const held = (reply: TestResponse) => ({ cookie: reply.cookie ?? '', token: accessTokenOf(reply) })
const sessionRows = () => harness.database.db.select().from(sessions)

describe('refreshing', () => {
  it('[ID-10] S1 returns a new token and cookie each time and stores neither', async () => {
    const first = await cookieOf()
    const second = await harness.refresh(first)
    const third = await harness.refresh(second.cookie!)

    expect(second.status).toBe(200)
    expect(second.body).toEqual({ success: true, data: { access_token: expect.any(String), expires_in: 900 } })
    expect(new Set([first, second.cookie, third.cookie]).size).toBe(3)
    const stored = await harness.database.db.select().from(refreshTokens).orderBy(refreshTokens.generation)
    expect(stored.map(({ generation, hash }) => [generation, Buffer.from(hash)])).toEqual(
      [first, second.cookie!, third.cookie!].map((cookie, index) => [
        index,
        Buffer.from(hashOf(cookie.replace('rt=', ''))),
      ]),
    )
    const everything = JSON.stringify(stored.map((row) => Buffer.from(row.sealedSuccessor ?? []).toString('latin1')))
    expect(everything).not.toContain(second.cookie!.replace('rt=', ''))
  })

  it(
    `[ID-11] S3 HA-09 rotates once for 200 concurrent refreshes, which all get the same successor, ${ROUNDS} times in a row`,
    { timeout: 1_800_000 },
    async () => {
      let cookie = await cookieOf()
      for (let round = 1; round <= ROUNDS; round += 1) {
        const held = cookie
        const replies = await Promise.all(Array.from({ length: 200 }, () => harness.refresh(held)))

        expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
        expect(new Set(replies.map((reply) => reply.cookie)).size).toBe(1)
        expect(await harness.database.db.select().from(refreshTokens)).toHaveLength(round + 1)
        expect(await sessionRows()).toMatchObject([{ generation: round, revokedAt: null }])
        cookie = replies[0]!.cookie!
      }
      expect(harness.ended).toEqual([])
    },
  )

  it('[ID-12] S2 returns the same successor for a token replaced within 30 s', async () => {
    const cookie = await cookieOf()
    const lost = await harness.refresh(cookie)
    harness.clock.advance(30_000)
    const again = await harness.refresh(cookie)

    expect([again.status, again.cookie]).toEqual([200, lost.cookie])
    expect((await harness.refresh(again.cookie!)).status).toBe(200)
  })

  it('[ID-12] S2 ends, audits and publishes the session after 30 s', async () => {
    const cookie = await cookieOf()
    const current = await harness.refresh(cookie)
    harness.clock.advance(30_001)
    const reused = await harness.refresh(cookie)
    const [session] = await sessionRows()

    expect([reused.status, reused.body]).toEqual([401, { ...ENDED, reason: 'reuse' }])
    expect(reused.headers['set-cookie']).toMatch(/^rt=; .*Expires=Thu, 01 Jan 1970/)
    expect(session).toMatchObject({ revokedAt: new Date(harness.clock.now), revokedReason: 'reuse' })
    expect(harness.ended).toEqual([{ sessionId: session?.id, userId: session?.userId, reason: 'reuse' }])
    expect(
      await harness.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'session.reused')),
    ).toEqual([
      expect.objectContaining({
        userId: session?.userId,
        ipAddress: '127.0.0.1',
        details: { session: session?.id, generationsBehind: 1 },
      }),
    ])
    const alerts = await harness.database.db.select().from(securityAlerts)
    expect(alerts).toEqual([
      expect.objectContaining({
        detector: 'refresh-token-reused',
        subject: session?.id,
        title: 'Refresh token used twice',
        description: expect.stringMatching(
          /^A refresh token of admin@pairbot\.test .* again from 127\.0\.0\.1: .* was ended\.$/,
        ),
        severity: 'critical',
        evidence: expect.objectContaining({ audit_entries: [expect.anything()] }),
      }),
    ])
    expect((await harness.refresh(current.cookie!)).status).toBe(401)
    expect(await harness.identity.access.verify(accessTokenOf(current))).toEqual({
      ok: false,
      refusal: 'session-ended',
    })
    expect(harness.ended).toHaveLength(1)
  })

  it('[ID-12] S2 AB-44 ends the session at once for a token older than the previous', async () => {
    const first = await cookieOf()
    const second = await harness.refresh(first)
    const third = await harness.refresh(second.cookie!)

    expect((await harness.refresh(first)).status).toBe(401)
    expect((await harness.refresh(third.cookie!)).status).toBe(401)
    expect(harness.ended.map(({ reason }) => reason)).toEqual(['reuse'])
    const [entry] = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'session.reused'))
    expect(entry?.details).toMatchObject({ generationsBehind: 2 })
  })

  it('[ID-12] deletes the successor after the grace period, and not before', async () => {
    await harness.refresh(await cookieOf())
    const successors = async (ms: number) => {
      harness.clock.advance(ms)
      await harness.database.transaction((tx) => dropOldRefreshTokens(tx, harness.clock.now))
      const stored = await harness.database.db.select().from(refreshTokens)
      return stored.filter(({ sealedSuccessor }) => sealedSuccessor !== null).length
    }
    expect(await successors(30_000)).toBe(1)
    expect(await successors(1)).toBe(0)
  })

  it('[ID-13] a token expires after 7 days although its session is in use, and never later than the session', async () => {
    const reply = await harness.signIn({ remember_me: true })
    const [token] = await harness.database.db.select().from(refreshTokens)
    expect(token?.expiresAt.getTime()).toBe(harness.clock.now + 7 * DAY_MS)
    await harness.database.db.update(sessions).set({ expiresAt: new Date(harness.clock.now + 20 * DAY_MS) })
    harness.clock.advance(7 * DAY_MS)
    expect((await harness.refresh(reply.cookie!)).status).toBe(401)

    await harness.reset()
    await harness.signIn()
    const [short] = await harness.database.db.select().from(refreshTokens)
    expect(short?.expiresAt.getTime()).toBe(harness.clock.now + DAY_MS)
  })

  it('[ID-14] an unknown token is refused, and ends nothing', async () => {
    await cookieOf()
    const reply = await harness.refresh(`rt=${'A'.repeat(43)}`)
    expect([reply.status, harness.ended]).toEqual([401, []])
  })

  it('[ID-13] S1 ends after 7 idle days, and after 30 days regardless of activity', async () => {
    const idle = await cookieOf(true)
    harness.clock.advance(7 * DAY_MS)
    expect((await harness.refresh(idle)).status).toBe(401)

    let cookie = await cookieOf(true)
    for (let day = 6; day < 30; day += 6) {
      harness.clock.advance(6 * DAY_MS)
      cookie = (await harness.refresh(cookie)).cookie!
    }
    harness.clock.advance(6 * DAY_MS - 1_000)
    const last = await harness.refresh(cookie)
    expect(last.body).toEqual({ success: true, data: { access_token: expect.any(String), expires_in: 1 } })
    harness.clock.advance(1_000)
    expect((await harness.refresh(last.cookie!)).status).toBe(401)
  })

  it('[ID-17] HA-48 an hour without a request ends the session, and its sockets, for good', async () => {
    const idle = await harness.signIn()
    harness.clock.advance(HOUR_MS - 1)
    expect(harness.ended).toEqual([])
    harness.clock.advance(1)

    expect((await harness.refresh(idle.cookie!)).body).toEqual({ ...ENDED, reason: 'expired' })
    expect((await harness.refresh(idle.cookie!)).status).toBe(401)
    expect(await expiredSessions(harness.database.db, harness.clock.now - 1, harness.clock.now)).toHaveLength(1)
  })

  it('[ID-17] HA-48 refreshes and calls keep the session, for 24 hours', async () => {
    let { cookie, token } = held(await harness.signIn())
    for (let minutes = 50; minutes < 24 * 60; minutes += 50) {
      harness.clock.advance(40 * MINUTE_MS)
      const refreshed = await harness.refresh(cookie)
      ;({ cookie, token } = held(refreshed))
      harness.clock.advance(10 * MINUTE_MS)
      expect(await harness.identity.access.verify(token)).toMatchObject({ ok: true })
    }
    harness.clock.advance(40 * MINUTE_MS - 1_000)
    const last = await harness.refresh(cookie)
    expect(last.body).toEqual({ success: true, data: { access_token: expect.any(String), expires_in: 1 } })
    harness.clock.advance(1_000)
    expect((await harness.refresh(last.cookie!)).body).toEqual({ ...ENDED, reason: 'expired' })
  })

  it('[ID-17] HA-48 a call counts: the hour starts anew with it', async () => {
    const { cookie, token } = held(await harness.signIn())
    harness.clock.advance(14 * MINUTE_MS)
    expect(await harness.identity.access.verify(token)).toMatchObject({ ok: true })
    harness.clock.advance(HOUR_MS - 1)
    const refreshed = await harness.refresh(cookie)
    expect(refreshed.body).toEqual({ success: true, data: { access_token: expect.any(String), expires_in: 900 } })
    harness.clock.advance(HOUR_MS)
    expect((await harness.refresh(refreshed.cookie!)).status).toBe(401)
  })

  it('[ID-17] a remembered session outlives an hour without requests, but not a week', async () => {
    const cookie = await cookieOf(true)
    harness.clock.advance(7 * DAY_MS - 1)
    const refreshed = await harness.refresh(cookie)
    expect(refreshed.status).toBe(200)
    const [session] = await harness.database.db.select().from(sessions)
    expect(session?.expiresAt).toEqual(new Date(harness.clock.now + 7 * DAY_MS))
    harness.clock.advance(7 * DAY_MS)
    expect((await harness.refresh(refreshed.cookie!)).status).toBe(401)
  })

  it('[ID-53] AB-60 of two refresh cookies neither is used, and neither session ends', async () => {
    const own = await cookieOf()
    const planted = await cookieOf()
    const both = await harness.refresh(`theme=dark; ${planted};${own}`)
    expect([both.status, both.body]).toEqual([401, ENDED])

    expect((await harness.refresh(`art=1; ${own}`)).status).toBe(200)
    expect((await harness.refresh(planted)).status).toBe(200)
    expect(harness.ended).toEqual([])
  })

  it.each([
    ['no cookie', ''],
    ['an unknown token', 'rt=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['rubbish', 'rt=%00%ff;;=;rt'],
  ])('[ID-14] rejects %s without affecting other sessions', async (_, cookie) => {
    const own = await cookieOf()
    const reply = await harness.refresh(cookie)

    expect([reply.status, reply.body]).toEqual([401, ENDED])
    expect((await harness.refresh(own)).status).toBe(200)
  })

  it('[ID-14] AZ-08 issues no token to an inactive account', async () => {
    const cookie = await cookieOf()
    await harness.database.db.update(users).set({ isActive: false })

    expect((await harness.refresh(cookie)).status).toBe(401)
  })
})

describe('signing out', () => {
  const signOut = (cookie?: string) =>
    harness.call({ method: 'POST', url: '/api/identity/auth/logout', headers: cookie ? { cookie } : {} })

  it('[ID-15] ends the session at once and clears cookie and cache', async () => {
    const reply = await harness.signIn()
    const [session] = await sessionRows()
    const out = await signOut(reply.cookie)

    expect([out.status, out.body]).toEqual([200, { success: true, data: {} }])
    expect(out.headers['set-cookie']).toMatch(
      /^rt=; Max-Age=0; Path=\/api\/identity\/auth; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
    )
    expect(out.headers['clear-site-data']).toBe('"cache"')
    expect(harness.ended).toEqual([{ sessionId: session?.id, userId: session?.userId, reason: 'signed_out' }])
    expect((await harness.refresh(reply.cookie!)).status).toBe(401)
    expect(await harness.identity.access.verify(accessTokenOf(reply))).toEqual({ ok: false, refusal: 'session-ended' })
  })

  it('[ID-15] succeeds twice, or without a cookie, and publishes nothing more', async () => {
    const reply = await harness.signIn()
    await signOut(reply.cookie)

    expect((await signOut(reply.cookie)).status).toBe(200)
    expect((await signOut()).status).toBe(200)
    expect(harness.ended).toHaveLength(1)
  })

  it('[ID-15] does not affect other sessions of the same user', async () => {
    const here = await harness.signIn()
    const there = await harness.signIn()
    await signOut(here.cookie)

    expect((await harness.refresh(there.cookie!)).status).toBe(200)
  })
})

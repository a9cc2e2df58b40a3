import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions, socketTickets, users } from '#server/database/schema/identity.ts'
import { createAccessTokens } from '#server/identity/access-tokens.ts'
import {
  ADMIN,
  accessTokenOf,
  createIdentityHarness,
  SIGNING_KEY,
  type IdentityHarness,
} from '#test/support/server/identity.ts'

let harness: IdentityHarness
let userId: string
beforeAll(async () => {
  harness = await createIdentityHarness()
  userId = await harness.addUser('trader@pairbot.test', 'Trader')
})
afterAll(() => harness.close())

const grant = () => harness.signIn({ email: 'trader@pairbot.test' })
const tokenOf = async () => accessTokenOf(await grant())
const verify = (token: string | undefined) => harness.identity.access.verify(token)
const me = (authorization?: string) =>
  harness.call({ url: '/api/identity/auth/me', headers: authorization ? { authorization } : {} })

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (header: object, claims: object, secret: string | Uint8Array = SIGNING_KEY.secret) => {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

describe('access tokens', () => {
  it('[ID-30] GET /auth/me returns the user', async () => {
    const reply = await me(`Bearer ${await tokenOf()}`)
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, data: { email: 'trader@pairbot.test', role: 'Trader', username: 'trader@pairbot.test' } },
    ])
  })

  it('[ID-30] responds 401 with WWW-Authenticate without a token', async () => {
    const reply = await me()
    expect([reply.status, reply.body, reply.headers['www-authenticate']]).toEqual([
      401,
      { success: false, error: 'Authentication required.' },
      'Bearer',
    ])
  })

  it('[ID-31] S4 AB-33 rejects forged tokens', async () => {
    const claims = decodeJwt(await tokenOf())
    const header = { alg: 'HS256', typ: 'at+jwt', kid: 'test' }
    const good = sign(header, claims)
    const forgeries = {
      'alg none': `${part({ ...header, alg: 'none' })}.${part(claims)}.`,
      'another algorithm': sign({ ...header, alg: 'HS384' }, claims),
      'another key': sign(header, claims, 'guess'),
      'key by path': sign({ ...header, kid: '../../dev/null' }, claims, ''),
      'no kid': sign({ alg: 'HS256', typ: 'at+jwt' }, claims),
      'key in the header': sign({ ...header, kid: 'mine', jwk: { kty: 'oct', k: 'AAAA' } }, claims, Buffer.alloc(3)),
      'another type': sign({ ...header, typ: 'JWT' }, claims),
      'another audience': sign(header, { ...claims, aud: 'others' }),
      'another issuer': sign(header, { ...claims, iss: 'others' }),
      'not yet valid': sign(header, { ...claims, nbf: Number(claims.exp) }),
      'no expiry': sign(header, { ...claims, exp: undefined }),
      'no session': sign(header, { ...claims, sid: undefined }),
      'session of another type': sign(header, { ...claims, sid: ['x'] }),
      'another user': sign(header, { ...claims, sub: '00000000-0000-4000-8000-000000000000' }),
      'trimmed signature': good.slice(0, -1),
      'no token': 'x.y.z',
    }

    expect(await verify(good)).toMatchObject({ ok: true })
    for (const [what, token] of Object.entries(forgeries)) {
      expect([what, await verify(token)]).toEqual([what, { ok: false, refusal: 'invalid' }])
    }
  })

  it('[ID-32] S4 CS-07 expires after 900 s with 30 s of tolerance', async () => {
    const token = await tokenOf()
    harness.clock.advance(929_000)
    expect(await verify(token)).toMatchObject({ ok: true })
    harness.clock.advance(1_000)
    expect(await verify(token)).toEqual({ ok: false, refusal: 'expired' })
  })

  it.each([
    [0, 855],
    [0.5, 900],
    [1, 945],
  ])('[ID-32] adds jitter of 5 %% to both sides: %d gives %d s', async (share, lifeS) => {
    const tokens = createAccessTokens({ keys: [SIGNING_KEY], now: () => 0, random: () => share })
    expect((await tokens.issue({ userId, sessionId: userId, role: 'Viewer' }, 1e12)).expiresInS).toBe(lifeS)
  })

  it('[ID-33] S4 BC-32 accepts old tokens after a key rotation and signs new ones with the new key', async () => {
    const now = () => harness.clock.now
    const random = () => 0.5
    const newer = { kid: 'newer', secret: new Uint8Array(32).fill(9) }
    const claims = { userId, sessionId: userId, role: 'Viewer' } as const
    const before = createAccessTokens({ keys: [SIGNING_KEY], now, random })
    const after = createAccessTokens({ keys: [newer, SIGNING_KEY], now, random })
    const old = await before.issue(claims, 1e15)
    const fresh = await after.issue(claims, 1e15)

    const read = { ...claims, issuedAt: harness.clock.now, expiresAt: harness.clock.now + 930_000 }
    expect(await after.verify(old.token)).toEqual(read)
    expect(await after.verify(fresh.token)).toEqual(read)
    expect(await before.verify(fresh.token)).toBe('invalid')
  })

  it('[ID-34] reads role and account from the database each time, not from the token', async () => {
    const token = await tokenOf()
    await harness.database.db.update(users).set({ role: 'Viewer' }).where(eq(users.id, userId))
    expect(await verify(token)).toMatchObject({ ok: true, principal: { role: 'Viewer' } })
    await harness.database.db.update(users).set({ isActive: false }).where(eq(users.id, userId))
    expect(await verify(token)).toEqual({ ok: false, refusal: 'account-inactive' })
    await harness.database.db.update(users).set({ isActive: true, role: 'Trader' }).where(eq(users.id, userId))
  })

  it('[ID-17] CS-20 a clock set back by an hour, and forward again, ends no session in use', async () => {
    const HOUR_MS = 3_600_000
    let { cookie = '', ...reply } = await grant()
    const token = accessTokenOf({ ...reply, cookie })
    harness.clock.advance(-HOUR_MS)
    expect((await verify(token)).ok).toBe(true)
    ;({ cookie = '', ...reply } = await harness.refresh(cookie))
    expect((await verify(accessTokenOf({ ...reply, cookie }))).ok).toBe(true)
    harness.clock.advance(HOUR_MS)
    expect((await verify(token)).ok).toBe(true)
    expect((await harness.refresh(cookie)).status).toBe(200)
    expect(harness.ended).toEqual([])
  })

  it('[ID-35] records activity once a minute', async () => {
    const token = await tokenOf()
    const { sid } = decodeJwt(token)
    const activity = async () => {
      const rows = await harness.database.db
        .select()
        .from(sessions)
        .where(eq(sessions.id, String(sid)))
      return rows[0]?.lastActivityAt.getTime()
    }
    const began = harness.clock.now
    harness.clock.advance(59_999)
    await verify(token)
    expect(await activity()).toBe(began)
    harness.clock.advance(1)
    await verify(token)
    expect(await activity()).toBe(began + 60_000)
  })
})

describe('socket tickets', () => {
  const ORIGIN = 'https://pairbot.test'
  const at = { path: '/ws/tdp', origin: ORIGIN }

  async function ticket(payload?: object, origin: string | undefined = ORIGIN): Promise<string> {
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/ws-ticket',
      headers: { authorization: `Bearer ${await tokenOf()}`, ...(origin && { origin }) },
      ...(payload && { payload }),
    })
    expect(reply.body).toEqual({
      success: true,
      data: { ticket: expect.stringMatching(/^[\w-]{43}$/), expires_in: 30 },
    })
    return (reply.body as { data: { ticket: string } }).data.ticket
  }
  const open = (token: string | undefined, request: { path: string; origin: string | undefined } = at) =>
    harness.identity.access.verifySocket(token, request)
  const REJECTED = { ok: false, refusal: 'invalid' }

  it('[ID-40] opens one socket, once', async () => {
    const issued = await ticket({ path: '/ws/tdp' })
    expect(await open(issued)).toMatchObject({ ok: true, principal: { email: 'trader@pairbot.test', role: 'Trader' } })
    expect(await open(issued)).toEqual(REJECTED)
  })

  it('[ID-40] AB-36 opens one socket when used 20 times concurrently', async () => {
    const issued = await ticket()
    const results = await Promise.all(Array.from({ length: 20 }, () => open(issued)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('[ID-41] AB-36 is rejected from another origin, for another path or after 30 s, and is used up by trying', async () => {
    const stolen = await ticket()
    expect(await open(stolen, { ...at, origin: 'https://evil.test' })).toEqual(REJECTED)
    expect(await open(stolen)).toEqual(REJECTED)
    expect(await open(await ticket(), { ...at, origin: undefined })).toEqual(REJECTED)
    const forTdp = await ticket({ path: '/ws/tdp' })
    expect(await open(forTdp, { ...at, path: '/ws/analytics' })).toEqual(REJECTED)
    const late = await ticket()
    harness.clock.advance(30_000)
    expect(await open(late)).toEqual({ ok: false, refusal: 'expired' })
  })

  it('[ID-41] opens either socket without a path', async () => {
    expect(await open(await ticket(), { ...at, path: '/ws/analytics' })).toMatchObject({ ok: true })
  })

  it('[ID-42] is not required with a plain access token; nothing or garbage is rejected', async () => {
    expect(await open(await tokenOf())).toMatchObject({ ok: true })
    expect(await open(undefined)).toEqual({ ok: false, refusal: 'missing' })
    expect(await open('garbage')).toEqual(REJECTED)
  })

  it('[ID-44] limits its socket to the lifetime of the requesting access token, like the token itself', async () => {
    const token = await tokenOf()
    const end = harness.clock.now + 930_000
    harness.clock.advance(600_000)
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/ws-ticket',
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
    })
    harness.clock.advance(20_000)

    expect(await open((reply.body as { data: { ticket: string } }).data.ticket)).toMatchObject({ expiresAt: end })
    expect(await open(token)).toMatchObject({ expiresAt: end })
  })

  it('[ID-43] is stored as a hash and ends with its session', async () => {
    const issued = await ticket()
    const [stored] = await harness.database.db.select().from(socketTickets)
    expect(Buffer.from(stored!.hash).toString('base64url')).not.toBe(issued)
    await harness.database.db
      .update(sessions)
      .set({ revokedAt: new Date(harness.clock.now) })
      .where(eq(sessions.id, stored!.sessionId))
    expect(await open(issued)).toEqual({ ok: false, refusal: 'session-ended' })
  })

  it('[ID-34] AZ-20 opens a socket with the role, account and session of that moment, not of its purchase', async () => {
    const [demoted, inactive] = [await ticket(), await ticket()]
    await harness.database.db.update(users).set({ role: 'Viewer' }).where(eq(users.id, userId))
    expect(await open(demoted)).toMatchObject({ ok: true, principal: { role: 'Viewer' } })
    await harness.database.db.update(users).set({ isActive: false }).where(eq(users.id, userId))
    expect(await open(inactive)).toEqual({ ok: false, refusal: 'account-inactive' })
    await harness.database.db.update(users).set({ isActive: true, role: 'Trader' }).where(eq(users.id, userId))

    const { cookie = '', ...reply } = await grant()
    const bought = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/ws-ticket',
      headers: { authorization: `Bearer ${accessTokenOf({ ...reply, cookie })}`, origin: ORIGIN },
    })
    await harness.call({ method: 'POST', url: '/api/identity/auth/logout', headers: { cookie } })
    expect(await open((bought.body as { data: { ticket: string } }).data.ticket)).toEqual({
      ok: false,
      refusal: 'session-ended',
    })
  })

  it('[ID-43] needs a signed-in user, and a path that exists', async () => {
    const anonymous = await harness.call({ method: 'POST', url: '/api/identity/auth/ws-ticket' })
    expect(anonymous.status).toBe(401)
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/ws-ticket',
      headers: { authorization: `Bearer ${await tokenOf()}` },
      payload: { path: '/ws/other' },
    })
    expect([reply.status, reply.body]).toEqual([
      400,
      { success: false, error: expect.stringContaining('path: must be one of') },
    ])
  })
})

describe('cookies', () => {
  it('[ID-50] uses a Secure cookie with the __Secure- prefix behind TLS', async () => {
    const secure = await createIdentityHarness({ secureCookies: true })
    try {
      const reply = await secure.signIn({ remember_me: true })
      expect(reply.headers['set-cookie']).toMatch(
        /^__Secure-rt=[\w-]{43}; Max-Age=2592000; Path=\/api\/identity\/auth; HttpOnly; Secure; SameSite=Strict$/,
      )
      expect((await secure.refresh(reply.cookie!)).status).toBe(200)
      expect((await secure.refresh(reply.cookie!.replace('__Secure-', ''))).status).toBe(401)
    } finally {
      await secure.close()
    }
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site', origin: 'https://x.localhost' }],
    ['a sub-domain that names no origin', { 'sec-fetch-site': 'same-site' }],
    ['a browser that states only the origin', { origin: 'https://evil.test' }],
    ['a look-alike', { origin: 'http://localhost:80.evil.test' }],
    ['an opaque origin', { origin: 'null' }],
  ])('[ID-51] rejects refresh, logout and login caused by %s', async (_, headers) => {
    const { cookie = '' } = await grant()
    for (const path of ['refresh', 'logout', 'login']) {
      const reply = await harness.call({
        method: 'POST',
        url: `/api/identity/auth/${path}`,
        headers: { cookie, ...headers },
        ...(path === 'login' && { payload: ADMIN }),
      })
      expect([path, reply.status, reply.body]).toEqual([
        path,
        403,
        { success: false, error: 'Requests from other sites are refused.' },
      ])
    }
    expect((await harness.refresh(cookie)).status).toBe(200)
  })

  it('[ID-51] accepts requests from our own page', async () => {
    const { cookie = '' } = await grant()
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/refresh',
      headers: { cookie, host: 'localhost:8080', origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' },
    })
    expect(reply.status).toBe(200)
  })

  it('[ID-52] rejects a self-signed token for a session that never existed', async () => {
    const token = await new SignJWT({ sid: '00000000-0000-4000-8000-000000000000', role: 'Admin' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })
      .setIssuer('pairbot')
      .setAudience('pairbot-services')
      .setSubject(userId)
      .setJti('1')
      .setIssuedAt(Math.floor(harness.clock.now / 1000))
      .setExpirationTime(Math.floor(harness.clock.now / 1000) + 60)
      .sign(SIGNING_KEY.secret)
    expect(await verify(token)).toEqual({ ok: false, refusal: 'session-ended' })
  })
})

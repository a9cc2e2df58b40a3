import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { auditEntries, sessions, signInAttempts, users } from '#server/database/schema/identity.ts'
import { createPasswords, type Passwords } from '#server/identity/passwords.ts'
import { signIn } from '#server/identity/sign-in.ts'
import {
  ADMIN,
  CHEAP_HASHING,
  accessTokenOf,
  createIdentityHarness,
  type IdentityHarness,
} from '#test/support/server/identity.ts'

const WRONG = { status: 401, body: { success: false, error: 'Invalid email or password' } }
const DAY_S = 86_400

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const sidOf = (reply: Parameters<typeof accessTokenOf>[0]) => decodeJwt(accessTokenOf(reply))['sid']
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

describe('signing in', () => {
  it('[ID-1] returns a token for 900 s and the user, and records session and attempt', async () => {
    const reply = await harness.signIn()
    const [user] = await harness.database.db.select().from(users)
    const [session] = await harness.database.db.select().from(sessions)

    expect(statusAndBody(reply)).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          access_token: expect.any(String),
          expires_in: 900,
          user: { email: ADMIN.email, role: 'Admin', username: expect.any(String) },
        },
      },
    })
    expect(decodeProtectedHeader(accessTokenOf(reply))).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })
    expect(decodeJwt(accessTokenOf(reply))).toEqual({
      iss: 'pairbot',
      aud: 'pairbot-services',
      sub: user?.id,
      sid: session?.id,
      jti: expect.any(String),
      role: 'Admin',
      iat: harness.clock.now / 1000,
      exp: harness.clock.now / 1000 + 900,
    })
    expect(session).toEqual({
      id: session?.id,
      userId: user?.id,
      createdAt: new Date(harness.clock.now),
      lastActivityAt: new Date(harness.clock.now),
      expiresAt: new Date(harness.clock.now + 3_600_000),
      ipAddress: '203.0.113.7',
      userAgent: 'lightMyRequest',
      remembered: false,
      generation: 0,
      tokensRenewedAt: null,
      provenAt: null,
      revokedAt: null,
      revokedReason: null,
    })
    expect(user?.lastLoginAt).toEqual(new Date(harness.clock.now))
    expect(await harness.database.db.select().from(signInAttempts)).toEqual([
      {
        id: expect.any(String),
        email: ADMIN.email,
        ipAddress: '203.0.113.7',
        network: '203.0.113.7',
        success: true,
        failureReason: null,
        attemptedAt: new Date(harness.clock.now),
      },
    ])
    const audit = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'session.started'))
    expect(audit).toEqual([
      {
        id: expect.any(String),
        seq: 2,
        hash: expect.any(Uint8Array),
        userId: user?.id,
        action: 'session.started',
        ipAddress: '203.0.113.7',
        details: { session: session?.id, remembered: false },
        createdAt: new Date(harness.clock.now),
      },
    ])
  })

  it('[ID-2] without remember-me, the cookie ends with the browser and the session after 24 h', async () => {
    const reply = await harness.signIn()

    expect(reply.headers['set-cookie']).toMatch(/^rt=[\w-]{43}; Path=\/api\/identity\/auth; HttpOnly; SameSite=Strict$/)
    harness.clock.advance(DAY_S * 1000)
    expect((await harness.refresh(reply.cookie!)).status).toBe(401)
  })

  it('[ID-2] with remember-me, the cookie lasts 30 days and the session 7 without use', async () => {
    const reply = await harness.signIn({ remember_me: true })

    expect(reply.headers['set-cookie']).toMatch(
      /^rt=[\w-]{43}; Max-Age=2592000; Path=\/api\/identity\/auth; HttpOnly; SameSite=Strict$/,
    )
    const [session] = await harness.database.db.select().from(sessions)
    expect(session?.expiresAt).toEqual(new Date(harness.clock.now + 7 * DAY_S * 1000))
  })

  it('[ID-16] ends the earlier session of the same user in this browser', async () => {
    const first = await harness.signIn()
    const second = await harness.signIn({ cookie: first.cookie! })

    expect([second.status, harness.ended]).toEqual([
      200,
      [{ sessionId: sidOf(first), userId: expect.any(String), reason: 'signed_out' }],
    ])
    expect((await harness.refresh(first.cookie!)).status).toBe(401)
    expect((await harness.refresh(second.cookie!)).status).toBe(200)
    const ended = await harness.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'session.ended'))
    expect(ended.map(({ details }) => details)).toEqual([{ session: sidOf(first) }])
  })

  it('[ID-16] forgets the earlier session if it is less than a minute old', async () => {
    const idsOf = async () => (await harness.database.db.select().from(sessions)).map(({ id }) => id)
    const first = await harness.signIn()
    harness.clock.advance(59_999)
    const second = await harness.signIn({ cookie: first.cookie! })
    expect(await idsOf()).toEqual([sidOf(second)])
    harness.clock.advance(60_000)
    const third = await harness.signIn({ cookie: second.cookie! })
    expect(new Set(await idsOf())).toEqual(new Set([sidOf(second), sidOf(third)]))
  })

  it('[ID-16] keeps sessions with another user’s cookie, an unknown cookie, or after a failed sign-in', async () => {
    await harness.addUser('grace@pairbot.test', 'Trader')
    const first = await harness.signIn()
    const grace = await harness.signIn({ email: 'grace@pairbot.test', cookie: first.cookie! })
    const unknown = await harness.signIn({ cookie: 'rt=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })
    const failed = await harness.signIn({ cookie: first.cookie!, password: 'Wrong-horse-7' })

    expect([grace, unknown, failed].map(({ status }) => status)).toEqual([200, 200, 401])
    expect(harness.ended).toEqual([])
    expect((await harness.refresh(first.cookie!)).status).toBe(200)
  })

  it('[ID-3] AB-05 treats spellings of an email address as one account', async () => {
    for (const email of ['ADMIN@Pairbot.TEST', '  admin@pairbot.test ', 'ａｄｍｉｎ@pairbot.test']) {
      expect((await harness.signIn({ email })).status).toBe(200)
    }
  })

  it('[ID-4] S6 AB-06 responds equally to unknown, wrong, empty, inactive and deleted', async () => {
    await harness.addUser('inactive@pairbot.test', 'Viewer')
    await harness.addUser('deleted@pairbot.test', 'Viewer')
    await harness.database.db.update(users).set({ isActive: false }).where(eq(users.email, 'inactive@pairbot.test'))
    await harness.database.db
      .update(users)
      .set({ deletedAt: new Date(harness.clock.now) })
      .where(eq(users.email, 'deleted@pairbot.test'))
    const replies = [
      await harness.signIn({ email: 'unknown@pairbot.test' }),
      await harness.signIn({ password: 'Wrong-horse-7' }),
      await harness.signIn({ password: '' }),
      await harness.signIn({ email: 'unknown@pairbot.test', password: '' }),
      await harness.signIn({ email: 'inactive@pairbot.test' }),
      await harness.signIn({ email: 'deleted@pairbot.test' }),
    ]

    expect(replies.map(statusAndBody)).toEqual(replies.map(() => WRONG))
    const names = replies.map(({ headers }) =>
      Object.keys(headers)
        .filter((name) => name !== 'date')
        .toSorted(),
    )
    expect(names).toEqual(names.map(() => names[0]))
    const attempts = await harness.database.db.select().from(signInAttempts)
    expect(attempts.map(({ failureReason }) => failureReason ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'inactive account',
      'inactive account',
      'unknown account',
      'unknown account',
      'wrong password',
      'wrong password',
    ])
  })

  it('[ID-67] verifies a password exactly as typed, up to its last character', async () => {
    const password = ` Aa1${'é'.repeat(1_019)} `
    await harness.database.db.update(users).set({ passwordHash: await CHEAP_HASHING.hash(password) })

    expect((await harness.signIn({ password })).status).toBe(200)
    const others = [password.trim(), password.toLowerCase(), `${password.slice(0, -1)}x`, password.normalize('NFD')]
    for (const other of others.filter(({ length }) => length <= 1_024))
      expect((await harness.signIn({ password: other })).status).toBe(401)
  })

  it('[ID-6] rejects an account that is deactivated while its password is verified', async () => {
    const passwords: Passwords = {
      ...createPasswords(),
      hash: () => Promise.reject(new Error('not asked for')),
      withSlot: (work) =>
        work(async () => {
          await harness.database.db.update(users).set({ isActive: false })
          return true
        }),
    }
    const deps = { database: harness.database, passwords, now: () => harness.clock.now, observe: () => undefined }
    const request = { ...ADMIN, ipAddress: '203.0.113.7', userAgent: '', remembered: false }

    await expect(signIn(deps, request)).rejects.toThrow('Invalid email or password')
    expect(await harness.database.db.select().from(sessions)).toEqual([])
    expect(await harness.database.db.select().from(signInAttempts)).toMatchObject([
      { success: false, failureReason: 'account changed during sign-in' },
    ])
  })

  it('[ID-4] S6 AB-07 does one verification and the same queries for every rejection', async () => {
    await harness.addUser('inactive@pairbot.test', 'Viewer')
    await harness.database.db.update(users).set({ isActive: false }).where(eq(users.email, 'inactive@pairbot.test'))
    const log: string[] = []
    const real = createPasswords()
    const passwords: Passwords = {
      ...real,
      withSlot: (work) =>
        real.withSlot((verify) =>
          work((password, hash) => {
            log.push('verify')
            return verify(password, hash)
          }),
        ),
    }
    const db = new Proxy(harness.database.db, {
      get(target, name, receiver) {
        if (name === 'select' || name === 'insert') log.push(name)
        return Reflect.get(target, name, receiver)
      },
    })
    const transaction: Database['transaction'] = (work) => {
      log.push('transaction')
      return harness.database.transaction(work)
    }
    const workOf = async (email: string, password: string, ipAddress = '203.0.113.7') => {
      log.length = 0
      const request = { email, password, ipAddress, userAgent: '', remembered: false }
      const database = { ...harness.database, db, transaction }
      const deps = { database, passwords, now: () => harness.clock.now, observe: () => undefined }
      await expect(signIn(deps, request)).rejects.toThrow('Invalid email or password')
      return [...log]
    }
    const expected = ['transaction', 'select', 'verify', 'transaction']

    expect(await workOf('unknown@pairbot.test', 'Wrong-horse-7')).toEqual(expected)
    expect(await workOf(ADMIN.email, 'Wrong-horse-7')).toEqual(expected)
    expect(await workOf(ADMIN.email, '')).toEqual(expected)
    expect(await workOf('inactive@pairbot.test', ADMIN.password)).toEqual(expected)
    for (let i = 0; i < 10; i += 1) await workOf(ADMIN.email, 'Wrong-horse-7', '198.51.100.4')
    expect(await workOf(ADMIN.email, ADMIN.password, '198.51.100.4')).toEqual(expected)
  })

  it.each([
    ['no body', undefined, 'The request must be an object'],
    ['an empty object', '{}', 'email: is missing; password: is missing'],
    ['a number for an e-mail', '{"email":1,"password":"x"}', 'email: must be text'],
    ['an empty e-mail', '{"email":"","password":"x"}', 'email: must not be empty'],
    ['remember_me as text', '{"email":"a","password":"x","remember_me":"yes"}', 'remember_me: must be true or false'],
    [
      'a password of 1,025 characters',
      `{"email":"a","password":"${'x'.repeat(1_025)}"}`,
      'password: must have at most 1,024 characters',
    ],
    ['malformed JSON', '{"email":', 'The body is not valid JSON.'],
    ['an array', '[]', 'The request must be an object'],
  ])('[ID-5] rejects %s with a message that names the field', async (_, payload, message) => {
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/login',
      headers: { 'content-type': 'application/json' },
      ...(payload !== undefined && { payload }),
    })

    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ success: false, error: expect.stringContaining(message) })
    expect(await harness.database.db.select().from(signInAttempts)).toEqual([])
  })

  it('[ID-5] ignores unknown fields: a role cannot be assigned by signing in', async () => {
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/login',
      payload: { ...ADMIN, role: 'Viewer', is_active: false, id: 'x' },
    })

    expect(reply.status).toBe(200)
    expect((await harness.database.db.select().from(users))[0]).toMatchObject({ role: 'Admin', isActive: true })
  })
})

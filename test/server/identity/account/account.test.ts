import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownSignInsSchema } from '#contract/account.ts'
import { auditLogSchema, ownSessionsSchema } from '#contract/admin.ts'
import { userSchema } from '#contract/auth.ts'
import { accountPreferencesSchema } from '#contract/preferences.ts'
import { eq } from 'drizzle-orm'
import { auditEntries, sessions } from '#server/database/schema/identity.ts'
import type { Hashing } from '#server/identity/passwords.ts'
import { ADMIN, CHEAP_HASHING, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { dataOf, addSignedInUser, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const EMAIL = 'grace@pairbot.test'
const NEXT = 'Another-horse-8'

let harness: IdentityHarness
let grace: SignedInUser
let duringVerification = async (): Promise<void> => undefined
beforeAll(async () => {
  const verify: Hashing['verify'] = async (...given) => {
    await duringVerification()
    return CHEAP_HASHING.verify(...given)
  }
  harness = await createIdentityHarness({}, { hashing: { ...CHEAP_HASHING, verify } })
})
beforeEach(async () => {
  await harness.reset()
  grace = await addSignedInUser(harness, EMAIL, 'Viewer')
})
afterAll(() => harness.close())

const own = async (person: SignedInUser) =>
  dataOf(ownSessionsSchema, await person.call('GET', '/auth/sessions')).sessions
const change = (current_password: string, new_password: string) =>
  grace.call('POST', '/auth/password', { current_password, new_password })

describe('own sessions', () => {
  it('[PE-60] are listed without ended and expired ones, with the requesting one marked', async () => {
    harness.clock.advance(1)
    const phone = await signInUser(harness, EMAIL, '198.51.100.4')

    expect((await own(grace)).map(({ ip_address: ip, is_current: current }) => [ip, current])).toEqual([
      ['198.51.100.4', false],
      ['203.0.113.7', true],
    ])
    const there = (await own(grace)).find(({ is_current: current }) => !current)!
    expect(await grace.call('DELETE', `/auth/sessions/${there.id}`)).toEqual(ok({}))
    expect(harness.ended).toEqual([{ sessionId: there.id, userId: grace.id, reason: 'revoked' }])
    expect((await phone.call('GET', '/auth/me')).status).toBe(401)
    expect(await own(grace)).toHaveLength(1)
  })

  it('[PE-61] do not include sessions of other users, which respond like missing ones and continue', async () => {
    const admin = await signInUser(harness)
    const [foreign] = await own(admin)

    expect(await grace.call('DELETE', `/auth/sessions/${foreign!.id}`)).toEqual(refused(404, 'Session not found'))
    expect((await admin.call('GET', '/auth/me')).status).toBe(200)
    expect(harness.ended).toEqual([])
  })
})

describe('[PE-91] own preferences', () => {
  const stored = async (person = grace) =>
    dataOf(accountPreferencesSchema, await person.call('GET', '/auth/me/preferences'))
  const choose = (choices: object, person = grace) => person.call('PATCH', '/auth/me/preferences', choices)

  it('are the same in each session of the user, and of no other; those not named stay', async () => {
    const phone = await signInUser(harness, EMAIL, '198.51.100.4')
    const other = await addSignedInUser(harness, 'other@pairbot.test', 'Trader')
    expect(await stored()).toEqual({})
    expect(await choose({ overlays: ['ema'], chartLines: { BTCUSD: [91_000] } })).toEqual(ok({}))
    expect(await choose({ overlays: ['rsi'] }, phone)).toEqual(ok({}))
    expect(await choose({ zones: 'off', theme: 'dark' }, other)).toEqual(ok({}))
    expect(await stored()).toEqual({ overlays: ['rsi'], chartLines: { BTCUSD: [91_000] } })
    expect(await stored(other)).toEqual({ zones: 'off' })
  })

  it('are refused where they fit no schema or are too long, and stay as they were', async () => {
    await choose({ zones: 'off' })
    for (const choices of [{ zones: 'loud' }, { timeZone: 'Mars/Olympus' }, { doneSteps: ['x'.repeat(50_000)] }])
      expect((await choose(choices)).status).toBe(400)
    expect(await stored()).toEqual({ zones: 'off' })
  })
})

describe('own name', () => {
  const rename = (username: unknown, person = grace) => person.call('PATCH', '/auth/me', { username })
  const nameOf = async (person: SignedInUser) => dataOf(userSchema, await person.call('GET', '/auth/me')).username
  const entries = () => harness.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.renamed'))

  it('[PE-78] is changed, trimmed and normalized, in every session of the user, and audited once', async () => {
    const phone = await signInUser(harness, EMAIL, '198.51.100.4')
    expect(await nameOf(phone)).toBe(EMAIL)
    expect(await rename('  Grace Ｈopper ')).toEqual(ok({}))
    expect(await rename('Grace Hopper')).toEqual(ok({}))
    expect([await nameOf(grace), await nameOf(phone)]).toEqual(['Grace Hopper', 'Grace Hopper'])
    expect(await entries()).toMatchObject([
      { userId: grace.id, ipAddress: '203.0.113.7', details: { from: EMAIL, to: 'Grace Hopper' } },
    ])
    const { body } = await harness.signIn({ email: EMAIL })
    expect(body).toMatchObject({ data: { user: { email: EMAIL, role: 'Viewer', username: 'Grace Hopper' } } })
    const admin = await signInUser(harness)
    const { entries: log } = dataOf(auditLogSchema, await admin.call('GET', '/admin/audit-log?action=user.renamed'))
    expect(log.map(({ user_email: email, user_name: name }) => [email, name])).toEqual([[EMAIL, 'Grace Hopper']])
  })

  it('[PE-78] of another user is refused, in any case, with nothing changed', async () => {
    const admin = await signInUser(harness)
    const taken = await nameOf(admin)
    expect(await rename(taken.toUpperCase())).toEqual(refused(409, 'Another user has this name'))
    expect([await nameOf(grace), await entries()]).toEqual([EMAIL, []])
  })

  it.each([
    ['nothing', '   ', /Enter a name/],
    ['more than 64 characters', 'x'.repeat(65), /at most 64 characters/],
    ['a line break', 'Grace\nHopper', /no line breaks/],
    ['a control character', 'Grace\u0007', /no line breaks/],
    ['what turns the text around', 'Grace \u202Eroot', /invisible/],
    ['what cannot be seen', 'Gra\u200Bce', /invisible/],
  ])('[PE-78] of %s is refused', async (_, username, reason) => {
    const { status, body } = await rename(username)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(reason)])
    expect([await nameOf(grace), await entries()]).toEqual([EMAIL, []])
  })
})

describe('all other sessions', () => {
  it('[PE-68] end at once, the own one stays, and the log has one entry', async () => {
    const phone = await signInUser(harness, EMAIL, '198.51.100.4')
    await signInUser(harness, EMAIL, '198.51.100.5')
    expect(await grace.call('DELETE', '/auth/sessions')).toEqual(ok({ sessions_revoked: 2 }))
    expect(await grace.call('DELETE', '/auth/sessions')).toEqual(ok({ sessions_revoked: 0 }))
    expect([(await phone.call('GET', '/auth/me')).status, (await own(grace)).length]).toEqual([401, 1])
    expect(harness.ended).toHaveLength(2)
    const logged = eq(auditEntries.action, 'session.force_logout')
    expect(await harness.database.db.select().from(auditEntries).where(logged)).toHaveLength(1)
  })
})

describe('own sign-ins', () => {
  it('[PE-69] are those of the own address, newest first, with the reason of a refusal', async () => {
    harness.clock.advance(1)
    await harness.signIn({ email: EMAIL, password: 'wrong', ip: '198.51.100.9' })
    await signInUser(harness)
    const { attempts } = dataOf(ownSignInsSchema, await grace.call('GET', '/auth/sign-ins'))
    expect(attempts.map((each) => [each.ip_address, each.success, each.failure_reason])).toEqual([
      ['198.51.100.9', false, 'wrong password'],
      ['203.0.113.7', true, null],
    ])
  })
})

describe('own password', () => {
  it('[PE-62] is changed with the current one and ends all other sessions', async () => {
    const phone = await signInUser(harness, EMAIL, '198.51.100.4')

    expect(await change(ADMIN.password, NEXT)).toEqual(ok({ sessions_revoked: 1 }))
    expect((await phone.call('GET', '/auth/me')).status).toBe(401)
    expect((await harness.refresh(phone.cookie)).status).toBe(401)
    expect((await grace.call('GET', '/auth/me')).status).toBe(200)
    expect(harness.ended.map(({ reason }) => reason)).toEqual(['revoked'])
    expect((await harness.signIn({ email: EMAIL })).status).toBe(401)
    expect((await harness.signIn({ email: EMAIL, password: NEXT })).status).toBe(200)
    const [entry] = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'user.password_changed'))
    expect(entry).toMatchObject({ userId: grace.id, details: { sessions_ended: 1 } })
  })

  it('[PE-63] is not changed with a wrong current or a weak new password', async () => {
    expect(await change('Wrong-horse-7', NEXT)).toEqual(refused(400, 'The current password is not correct'))
    expect(await change(ADMIN.password, 'weak')).toEqual(refused(400, 'Password must be at least 8 characters'))
    expect(await change(ADMIN.password, 'Password1')).toEqual(
      refused(400, 'Password is too common. Please choose another one.'),
    )
    expect((await harness.signIn({ email: EMAIL })).status).toBe(200)
    expect(harness.ended).toEqual([])
  })

  it('[PE-63] AB-49 cannot be the current one, nor contain the address or the name of the product', async () => {
    expect(await change(ADMIN.password, ADMIN.password)).toEqual(
      refused(400, 'Password must be different from the current one'),
    )
    for (const password of ['Grace-horse-8', 'My-GRACE@pairbot.test-8', 'ＧＲＡＣＥ-horse-8x'])
      expect(await change(ADMIN.password, password)).toEqual(
        refused(400, 'Password must not contain your email address'),
      )
    expect(await change(ADMIN.password, 'PairBot-horse-8')).toEqual(
      refused(400, 'Password must not contain the name Pairbot'),
    )
    expect((await harness.signIn({ email: EMAIL })).status).toBe(200)
  })

  it('[PE-65] AB-50 of several changes at once with the same current password, one is made', async () => {
    const choices = [NEXT, 'Third-horse-9', 'Fourth-horse-10']
    const replies = await Promise.all(choices.map((next) => change(ADMIN.password, next)))

    const made = choices.filter((_, index) => replies[index]?.status === 200)
    expect(made).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toEqual(
      Array.from({ length: 2 }, () => refused(400, 'The current password is not correct')),
    )
    expect((await harness.signIn({ email: EMAIL, password: made[0]! })).status).toBe(200)
  })

  it('[PE-66] AB-51 ends all refresh tokens of the own session except the new one, even in their grace period', async () => {
    const stolen = (await harness.refresh(grace.cookie)).cookie!
    const changed = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/password',
      headers: { authorization: `Bearer ${grace.token}` },
      payload: { current_password: ADMIN.password, new_password: NEXT },
    })

    expect([changed.status, changed.body]).toEqual([200, { success: true, data: { sessions_revoked: 0 } }])
    expect((await harness.refresh(stolen)).status).toBe(401)
    expect((await harness.refresh(grace.cookie)).status).toBe(401)
    const renewed = await harness.refresh(changed.cookie!)
    expect(renewed.status).toBe(200)
    expect((await harness.refresh(renewed.cookie!)).status).toBe(200)
    expect(harness.ended).toEqual([])
  })

  it('[PE-65] AB-52 is not changed by a session that ends while the current password is verified', async () => {
    const admin = await signInUser(harness)
    const [own] = await harness.database.db.select().from(sessions).where(eq(sessions.userId, grace.id))
    duringVerification = async () => void (await admin.call('DELETE', `/admin/sessions/${own!.id}`))

    expect(await change(ADMIN.password, NEXT)).toEqual(refused(401, 'The session has ended. Please sign in again.'))
    duringVerification = async () => undefined
    expect((await harness.signIn({ email: EMAIL })).status).toBe(200)
  })

  it('[PE-64] throttles guesses of the current password like proofs', async () => {
    for (let n = 0; n < 10; n += 1) expect((await change('Wrong-horse-7', NEXT)).status).toBe(400)

    expect(await change(ADMIN.password, NEXT)).toEqual(refused(429, 'Too many requests. Please try again in 60 s.'))
    harness.clock.advance(60_000)
    expect((await change(ADMIN.password, NEXT)).status).toBe(200)
  })
})

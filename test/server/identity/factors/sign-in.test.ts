import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionGrantSchema } from '#contract/auth.ts'
import type { FactorProof } from '#contract/factors.ts'
import { auditEntries, sessions, signInAttempts, users } from '#server/database/schema/identity.ts'
import { signInChallenges } from '#server/database/schema/factors.ts'
import { ADMIN, CHEAP_HASHING, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { challengeOf, codeAt, confirmWith, enrolTotp } from '#test/support/data/factors.ts'
import { addSignedInUser, dataOf, ok, refused, signInUser } from '#test/support/data/people.ts'

const WRONG = refused(401, 'The code is not correct, or was used before.')
const EXPIRED = {
  status: 401,
  body: {
    success: false,
    error: 'This sign-in took too long. Please sign in again.',
    reason: 'challenge_expired',
  },
}
const STEP_MS = 30_000

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const enrol = async () => enrolTotp(harness, await signInUser(harness))
const now = () => harness.clock.now
const totp = (secret: string, at = now()): FactorProof => ({ method: 'totp', code: codeAt(secret, at) })
const confirm = async (proof: FactorProof) => confirmWith(harness, await challengeOf(harness), proof)
const countSessions = async () => (await harness.database.db.select().from(sessions)).length

describe('signing in with a second factor', () => {
  it('[ID-70] the password alone opens no session, but a challenge for the second step', async () => {
    await enrol()
    const before = await countSessions()
    const reply = await harness.signIn()

    expect([reply.status, reply.body, reply.cookie]).toEqual([
      200,
      {
        success: true,
        data: {
          second_factor: {
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            expires_in: 300,
            methods: ['totp', 'recovery_code'],
          },
        },
      },
      undefined,
    ])
    expect(await countSessions()).toBe(before)
  })

  it('[ID-70] [ID-1] the second step opens the session that the first would have', async () => {
    const { secret } = await enrol()
    const challenge = dataChallenge(await harness.signIn({ remember_me: true }))
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/login/factor',
      payload: { challenge, proof: totp(secret) },
      remoteAddress: '203.0.113.9',
    })

    expect(dataOf(sessionGrantSchema, reply).user).toEqual({
      email: ADMIN.email,
      role: 'Admin',
      username: expect.any(String),
    })
    expect(reply.headers['set-cookie']).toMatch(/^rt=[\w-]{43}; Max-Age=2592000; /)
    const [session] = await harness.database.db.select().from(sessions).where(eq(sessions.remembered, true))
    expect(session?.ipAddress).toBe('203.0.113.9')
    const attempts = await harness.database.db.select().from(signInAttempts)
    expect(attempts.map(({ success }) => success)).toEqual([true, true])
  })

  it('[ID-70] a user without a second factor signs in as ever, also while setting one up', async () => {
    const user = await signInUser(harness)
    await user.call('POST', '/auth/factors/totp')
    const reply = await harness.signIn()

    expect(Object.keys(Object(reply.body).data)).toEqual(['access_token', 'expires_in', 'user'])
  })

  it('[ID-71] a challenge is used up by one sign-in', async () => {
    const { secret } = await enrol()
    const [challenge, other] = [await challengeOf(harness), await challengeOf(harness)]
    expect((await confirmWith(harness, challenge, totp(secret))).status).toBe(200)
    harness.clock.advance(STEP_MS)

    expect(await confirmWith(harness, challenge, totp(secret))).toEqual(EXPIRED)
    expect(await confirmWith(harness, other, totp(secret))).toEqual(EXPIRED)
  })

  it('[ID-71] a challenge ends after five minutes', async () => {
    const { secret } = await enrol()
    const [challenge, other] = [await challengeOf(harness), await challengeOf(harness)]
    harness.clock.advance(299_999)
    expect(await confirmWith(harness, other, { method: 'totp', code: '000000' })).toEqual(WRONG)
    harness.clock.advance(1)
    expect(await confirmWith(harness, challenge, totp(secret))).toEqual(EXPIRED)
  })

  it('[ID-71] a challenge is one user’s: the code of another does not answer it', async () => {
    await enrol()
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const { secret, recoveryCodes } = await enrolTotp(harness, grace)
    const challenge = await challengeOf(harness)

    expect(await confirmWith(harness, challenge, totp(secret))).toEqual(WRONG)
    expect(await confirmWith(harness, challenge, { method: 'recovery_code', code: recoveryCodes[0] ?? '' })).toEqual(
      WRONG,
    )
    expect(await confirmWith(harness, 'A'.repeat(43), totp(secret))).toEqual(EXPIRED)
  })

  it('[ID-71] a new password, a deactivation or a deletion ends a challenge', async () => {
    const { secret } = await enrol()
    const answerAfter = async (change: Partial<typeof users.$inferInsert>) => {
      const challenge = await challengeOf(harness)
      await harness.database.db.update(users).set(change)
      return confirmWith(harness, challenge, totp(secret))
    }
    expect(await answerAfter({ passwordHash: await CHEAP_HASHING.hash(ADMIN.password) })).toEqual(EXPIRED)
    expect(await answerAfter({ isActive: false })).toEqual(EXPIRED)
    await harness.database.db.update(users).set({ isActive: true })
    expect(await answerAfter({ deletedAt: new Date(now()) })).toEqual(EXPIRED)
  })

  it('[ID-71] a challenge is no access token, and is stored as a hash', async () => {
    await enrol()
    const challenge = await challengeOf(harness)
    const reply = await harness.call({
      method: 'GET',
      url: '/api/identity/auth/me',
      headers: { authorization: `Bearer ${challenge}`, cookie: `rt=${challenge}` },
    })
    expect(reply.status).toBe(401)
    expect((await harness.refresh(`rt=${challenge}`)).status).toBe(401)
    expect(JSON.stringify(await harness.database.db.select().from(signInChallenges))).not.toContain(challenge)
  })

  it('[ID-72] a code counts one step early and one late, and no further', async () => {
    const { secret } = await enrol()
    harness.clock.advance(10 * STEP_MS)
    const answers = []
    for (const steps of [-2, 2, -1, 0, 1]) {
      answers.push([steps, (await confirm(totp(secret, now() + steps * STEP_MS))).status])
    }
    expect(answers).toEqual([
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ])
  })

  it('[ID-72] a code works once, and none before it works any more', async () => {
    const { secret } = await enrol()
    const code = totp(secret)
    expect((await confirm(code)).status).toBe(200)
    expect(await confirm(code)).toEqual(WRONG)
    expect(await confirm(totp(secret, now() - STEP_MS))).toEqual(WRONG)
    harness.clock.advance(STEP_MS)
    expect(await confirm(code)).toEqual(WRONG)
    expect((await confirm(totp(secret))).status).toBe(200)
  })

  it('[ID-72] [DU-27] of two requests at once with one code one is let in', async () => {
    const { secret } = await enrol()
    const challenges = [await challengeOf(harness), await challengeOf(harness)]
    const answers = await Promise.all(challenges.map((challenge) => confirmWith(harness, challenge, totp(secret))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('[ID-73] a recovery code works once, however it is typed, and is audited', async () => {
    const { recoveryCodes } = await enrol()
    const [first = '', second = ''] = recoveryCodes
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `

    expect((await confirm({ method: 'recovery_code', code: first })).status).toBe(200)
    expect(await confirm({ method: 'recovery_code', code: first })).toEqual(WRONG)
    expect((await confirm({ method: 'recovery_code', code: typed })).status).toBe(200)
    const used = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'factor.recovery_code_used'))
    expect(used).toHaveLength(2)
  })

  it('[ID-74] wrong codes are recorded, and the eleventh has to wait even if it is right', async () => {
    const { secret } = await enrol()
    const challenge = await challengeOf(harness)
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await confirmWith(harness, challenge, { method: 'totp', code: '000000' })).toEqual(WRONG)
    }
    expect(await confirmWith(harness, challenge, totp(secret))).toEqual(
      refused(429, 'Too many requests. Please try again in 60 s.'),
    )
    const failed = await harness.database.db.select().from(signInAttempts).where(eq(signInAttempts.success, false))
    expect([...new Set(failed.map(({ failureReason }) => failureReason))]).toEqual([
      'wrong second factor',
      'too many failures',
    ])
    harness.clock.advance(60_000)
    expect((await confirmWith(harness, challenge, totp(secret))).status).toBe(200)
  })

  it('[ID-74] waiting for codes of the app keeps no one from a recovery code', async () => {
    const { recoveryCodes } = await enrol()
    const challenge = await challengeOf(harness)
    for (let guess = 0; guess < 10; guess += 1)
      await confirmWith(harness, challenge, { method: 'totp', code: '000000' })
    const answer = await confirmWith(harness, challenge, { method: 'recovery_code', code: recoveryCodes[0] ?? '' })
    expect(answer).toEqual(ok(expect.objectContaining({ access_token: expect.any(String) })))
  })

  it('[ID-26] expired challenges are deleted', async () => {
    await enrol()
    await challengeOf(harness)
    harness.clock.advance(300_000)
    harness.sweep()
    await expect.poll(() => harness.database.db.select().from(signInChallenges)).toEqual([])
  })
})

const dataChallenge = ({ body }: { readonly body: unknown }): string =>
  Object(body).data.second_factor.challenge as string

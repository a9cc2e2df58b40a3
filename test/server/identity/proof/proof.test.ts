import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passkeySetupSchema } from '#contract/factors.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { proofChallengeSchema, type IdentityProof } from '#contract/proof.ts'
import { auditEntries, proofChallenges, signInAttempts } from '#server/database/schema/identity.ts'
import { accessTokenOf, ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { createPasskey } from '#test/support/data/authenticator.ts'
import { challengeOf, codeAt, confirmWith, enrolTotp } from '#test/support/data/factors.ts'
import {
  addSignedInUser,
  callWith,
  dataOf,
  ok,
  refused,
  signInUser,
  type SignedInUser,
} from '#test/support/data/people.ts'

const LIFE_MS = 600_000
const TOKEN = { name: 'Report', scopes: ['market:read'], days: 7 }
const PASSWORD: IdentityProof = { method: 'password', password: ADMIN.password }
const PROOF_REQUIRED = {
  status: 403,
  body: {
    success: false,
    error: 'Prove again who you are: for this, the last proof must not be older than ten minutes.',
    reason: 'proof_required',
  },
}
const EXPIRED = {
  status: 400,
  body: { success: false, error: 'This took too long. Please try again.', reason: 'challenge_expired' },
}
const PROVEN = ok({ expires_in: 600 })

let harness: IdentityHarness
let user: SignedInUser
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(async () => {
  await harness.reset()
  user = await signInUser(harness)
})
afterAll(() => harness.close())

const begin = async (who = user) => dataOf(proofChallengeSchema, await who.call('POST', ACCOUNT.proofChallenge.path))
const prove = async (proof: IdentityProof, who = user, challenge?: string) =>
  who.call('POST', ACCOUNT.prove.path, { challenge: challenge ?? (await begin(who)).challenge, proof })
const createToken = (who = user) => who.call('POST', ACCOUNT.apiTokens.path, TOKEN)
const audited = async (action: 'session.proven' | 'factor.recovery_code_used') =>
  (
    await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, action))
      .orderBy(auditEntries.seq)
  ).map((each) => [each.userId, each.details['method']])

describe('what needs a recent proof', () => {
  it('[ID-85] is open for ten minutes after signing in, and closed from then on until the next proof', async () => {
    harness.clock.advance(LIFE_MS - 1)
    expect((await createToken()).status).toBe(200)
    harness.clock.advance(1)
    expect(await createToken()).toEqual(PROOF_REQUIRED)
    // What is not sensitive goes on.
    expect((await user.call('GET', ACCOUNT.apiTokens.path)).status).toBe(200)

    expect(await prove(PASSWORD)).toEqual(PROVEN)
    expect((await createToken()).status).toBe(200)
    harness.clock.advance(LIFE_MS - 1)
    const renewed = { ...user, call: callWith(harness, accessTokenOf(await harness.refresh(user.cookie))) }
    expect((await createToken(renewed)).status).toBe(200)
    harness.clock.advance(1)
    expect(await createToken(renewed)).toEqual(PROOF_REQUIRED)
  })

  it('[ID-85] a refused action has changed nothing', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    harness.clock.advance(LIFE_MS)
    expect(await user.call('PATCH', `/admin/users/${grace.id}/role`, { role: 'Admin' })).toEqual(PROOF_REQUIRED)
    expect(await user.call('DELETE', `/admin/users/${grace.id}`)).toEqual(PROOF_REQUIRED)
    expect((await grace.call('GET', '/auth/me')).body).toMatchObject({ data: { role: 'Trader' } })
  })

  it('[ID-85] who may not do it at all is told that, whatever they proved', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    harness.clock.advance(LIFE_MS)
    expect((await grace.call('DELETE', `/admin/users/${user.id}`)).body).not.toHaveProperty('reason')
  })

  it('[ID-86] is open to the session that proved it, and to no other of the user', async () => {
    const other = await signInUser(harness, ADMIN.email, '198.51.100.4')
    harness.clock.advance(LIFE_MS)
    await prove(PASSWORD)
    expect([(await createToken()).status, (await createToken(other)).status]).toEqual([200, 403])
  })

  it('[ID-89] the password is changed without a further proof, and the present one is one itself', async () => {
    harness.clock.advance(LIFE_MS)
    const change = { current_password: ADMIN.password, new_password: 'Another-horse-8' }
    expect((await user.call('POST', ACCOUNT.changePassword.path, change)).status).toBe(200)
    expect((await createToken()).status).toBe(200)
  })

  it('[ID-89] with a second factor the password is changed after a proof with that', async () => {
    const { secret } = await enrolTotp(harness, user)
    harness.clock.advance(LIFE_MS)
    const change = { current_password: ADMIN.password, new_password: 'Another-horse-8' }
    expect(await user.call('POST', ACCOUNT.changePassword.path, change)).toEqual(PROOF_REQUIRED)
    await prove({ method: 'totp', code: codeAt(secret, harness.clock.now) })
    expect((await user.call('POST', ACCOUNT.changePassword.path, change)).status).toBe(200)
  })
})

describe('proving who one is', () => {
  it('[ID-86] takes the password of a user without a second factor', async () => {
    expect(await begin()).toEqual({ challenge: expect.any(String), expires_in: 300, methods: ['password'] })
    expect(await prove(PASSWORD)).toEqual(PROVEN)
    expect(await audited('session.proven')).toEqual([[user.id, 'password']])
  })

  it('[ID-86] takes a second factor of a user who has one, and not the password', async () => {
    const { secret, recoveryCodes } = await enrolTotp(harness, user)
    harness.clock.advance(LIFE_MS)
    expect((await begin()).methods).toEqual(['totp', 'recovery_code'])
    expect(await prove(PASSWORD)).toEqual(refused(400, 'With a second factor, prove it with that.'))
    expect((await createToken()).status).toBe(403)

    const code = codeAt(secret, harness.clock.now)
    expect(await prove({ method: 'totp', code })).toEqual(PROVEN)
    expect((await createToken()).status).toBe(200)
    expect((await prove({ method: 'totp', code })).status).toBe(400)
    const [recoveryCode = ''] = recoveryCodes
    expect(await prove({ method: 'recovery_code', code: recoveryCode })).toEqual(PROVEN)
    expect((await prove({ method: 'recovery_code', code: recoveryCode })).status).toBe(400)
    expect(await audited('factor.recovery_code_used')).toHaveLength(1)
    expect(await audited('session.proven')).toEqual([
      [user.id, 'totp'],
      [user.id, 'recovery_code'],
    ])
  })

  it('[ID-86] [DU-27] of two proofs at once one ends the other', async () => {
    const { secret, recoveryCodes } = await enrolTotp(harness, user)
    harness.clock.advance(LIFE_MS)
    const [first, second] = [await begin(), await begin()]
    const answers = await Promise.all([
      prove({ method: 'totp', code: codeAt(secret, harness.clock.now) }, user, first.challenge),
      prove({ method: 'recovery_code', code: recoveryCodes[0] ?? '' }, user, second.challenge),
    ])
    expect(answers).toHaveLength(2)
    expect(answers).toContainEqual(PROVEN)
    expect(answers).toContainEqual(EXPIRED)
  })

  it('[ID-86] takes a passkey, which signs the challenge of this proof', async () => {
    const passkey = createPasskey()
    const setup = dataOf(passkeySetupSchema, await user.call('POST', ACCOUNT.setUpPasskey.path))
    await user.call('POST', ACCOUNT.addPasskey.path, { name: 'Laptop', credential: passkey.make(setup) })
    harness.clock.advance(LIFE_MS)
    const earlier = await begin()
    const { challenge, passkey: request, methods } = await begin()
    expect([methods, request?.challenge]).toEqual([['passkey', 'recovery_code'], challenge])

    expect(await prove(passkey.sign(request!), user, earlier.challenge)).toEqual(
      refused(400, 'The passkey was not accepted.'),
    )
    expect(await prove(passkey.sign(request!), user, challenge)).toEqual(PROVEN)
    expect((await createToken()).status).toBe(200)
  })

  it('[ID-87] a wrong password is recorded, and after ten the right one has to wait, but not at sign-in', async () => {
    const wrong: IdentityProof = { method: 'password', password: 'Wrong-horse-7' }
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await prove(wrong)).toEqual(refused(400, 'The password is not correct'))
    expect((await prove(PASSWORD)).status).toBe(429)
    expect((await harness.signIn()).status).toBe(200)
    const attempts = await harness.database.db.select().from(signInAttempts).where(eq(signInAttempts.success, false))
    expect(attempts.filter(({ failureReason }) => failureReason === 'wrong password')).toHaveLength(10)
  })

  it('[ID-87] after ten wrong codes the right one has to wait', async () => {
    const { secret } = await enrolTotp(harness, user)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await prove({ method: 'totp', code: '000000' })).status).toBe(400)
    expect((await prove({ method: 'totp', code: codeAt(secret, harness.clock.now) })).status).toBe(429)
  })

  it('[ID-88] a challenge is for one session, five minutes and one proof', async () => {
    const other = await signInUser(harness, ADMIN.email, '198.51.100.4')
    const { challenge } = await begin()
    expect(await prove(PASSWORD, other, challenge)).toEqual(EXPIRED)
    expect(await prove(PASSWORD, user, challenge)).toEqual(PROVEN)
    expect(await prove(PASSWORD, user, challenge)).toEqual(EXPIRED)
    const late = await begin()
    harness.clock.advance(300_000)
    expect(await prove(PASSWORD, user, late.challenge)).toEqual(EXPIRED)
    harness.sweep()
    await expect.poll(() => harness.database.db.select().from(proofChallenges)).toEqual([])
  })

  it('[ID-88] its challenge opens no session, and that of a sign-in proves nothing', async () => {
    const { secret } = await enrolTotp(harness, user)
    const proof = () => ({ method: 'totp', code: codeAt(secret, harness.clock.now) }) as const
    const { challenge } = await begin()
    expect((await confirmWith(harness, challenge, proof())).status).toBe(401)
    expect(await prove(proof(), user, await challengeOf(harness))).toEqual(EXPIRED)
  })

  it('[ID-88] nothing is proven without a session', async () => {
    const anonymous = await harness.call({ method: 'POST', url: `/api/identity${ACCOUNT.proofChallenge.path}` })
    expect(anonymous.status).toBe(401)
  })
})

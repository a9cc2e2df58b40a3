import { eq } from 'drizzle-orm'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  factorsSchema,
  passkeyRequestSchema,
  passkeySetupSchema,
  recoveryCodesSchema,
  signInChallengeSchema,
  type PasskeyProof,
  type PasskeyRequest,
} from '#contract/factors.ts'
import { passkeys, passkeySetups, signInChallenges } from '#server/database/schema/factors.ts'
import { auditEntries, sessions, signInAttempts } from '#server/database/schema/identity.ts'
import { relyingPartyOf } from '#server/identity/factors/passkeys.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { createPasskey, type PasskeyOptions, type SoftwarePasskey } from '#test/support/data/authenticator.ts'
import { confirmWith } from '#test/support/data/factors.ts'
import {
  addSignedInUser,
  callWith,
  dataOf,
  ok,
  refused,
  signInUser,
  type SignedInUser,
} from '#test/support/data/people.ts'

const NOT_ACCEPTED = refused(401, 'The passkey was not accepted.')
const NOT_VERIFIED = refused(400, 'The passkey could not be verified. Please try again.')

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const begin = async (user: SignedInUser) =>
  dataOf(passkeySetupSchema, await user.call('POST', '/auth/factors/passkeys/setup'))
async function add(user: SignedInUser, passkey: SoftwarePasskey, options: PasskeyOptions = {}, name = 'Laptop') {
  const credential = passkey.make(await begin(user), options)
  return user.call('POST', '/auth/factors/passkeys', { name, credential })
}
const list = async (user: SignedInUser) => dataOf(factorsSchema, await user.call('GET', '/auth/factors'))
async function requestFor(email: string = ADMIN.email): Promise<PasskeyRequest> {
  const { second_factor: step } = dataOf(signInChallengeSchema, await harness.signIn({ email }))
  return step.passkey!
}
const signInWith = async (passkey: SoftwarePasskey, options?: PasskeyOptions) => {
  const request = await requestFor()
  return confirmWith(harness, request.challenge, passkey.sign(request, options))
}

describe('passkeys', () => {
  it('[ID-26] setups that have expired are deleted', async () => {
    await begin(await signInUser(harness))
    const setups = () => harness.database.db.select().from(passkeySetups)
    expect(await setups()).toHaveLength(1)
    harness.clock.advance(300_000)
    harness.sweep()
    await expect.poll(setups).toEqual([])
  })

  it('[ID-80] are made for the host, discoverable where possible, and sign in after the password', async () => {
    const user = await signInUser(harness)
    const passkey = createPasskey()
    const setup = await begin(user)
    expect(setup).toMatchObject({
      rp: { id: 'localhost', name: 'Pairbot' },
      user: { name: ADMIN.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
    const added = await user.call('POST', '/auth/factors/passkeys', {
      name: ' Laptop ',
      credential: passkey.make(setup),
    })
    expect(dataOf(recoveryCodesSchema, added).recovery_codes).toHaveLength(10)

    const { second_factor: step } = dataOf(signInChallengeSchema, await harness.signIn())
    expect(step.methods).toEqual(['passkey', 'recovery_code'])
    expect(step.passkey).toMatchObject({
      challenge: step.challenge,
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id, transports: ['internal'] }],
    })
    harness.clock.advance(1_000)
    expect(await confirmWith(harness, step.challenge, passkey.sign(step.passkey!))).toEqual(
      ok(expect.objectContaining({ access_token: expect.any(String) })),
    )
    expect((await list(user)).passkeys).toEqual([
      {
        id: expect.any(String),
        name: 'Laptop',
        created_at: new Date(harness.clock.now - 1_000).toISOString(),
        last_used_at: new Date(harness.clock.now).toISOString(),
      },
    ])
  })

  it('[ID-81] are refused from another origin, at setup and at sign-in', async () => {
    const user = await signInUser(harness)
    const passkey = createPasskey()
    for (const origin of ['http://evil.example', 'https://localhost:80', 'http://localhost:81'])
      expect(await add(user, passkey, { origin })).toEqual(NOT_VERIFIED)
    await add(user, passkey)
    expect(await signInWith(passkey, { origin: 'http://evil.example' })).toEqual(NOT_ACCEPTED)
    expect((await signInWith(passkey)).status).toBe(200)
  })

  it('[ID-81] are refused for another host, another challenge and a changed signature', async () => {
    const user = await signInUser(harness)
    const passkey = createPasskey()
    await add(user, passkey)
    const request = await requestFor()
    const earlier = await requestFor()
    const answers = [
      passkey.sign({ ...request, rpId: 'evil.example' }),
      passkey.sign(earlier),
      changed(passkey.sign(request)),
      { ...passkey.sign(request), credential: { ...createPasskey().sign(request).credential, id: passkey.id } },
      createPasskey().sign(request),
    ]
    for (const answer of answers) expect(await confirmWith(harness, request.challenge, answer)).toEqual(NOT_ACCEPTED)
  })

  it('[ID-81] of one user do not sign in another', async () => {
    const admin = await signInUser(harness)
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const [own, other] = [createPasskey(), createPasskey()]
    await add(admin, own)
    await add(grace, other)
    const request = await requestFor()
    expect(await confirmWith(harness, request.challenge, other.sign(request))).toEqual(NOT_ACCEPTED)
  })

  it('[ID-82] with a counter that does not grow are clones: refused and audited', async () => {
    const user = await signInUser(harness)
    const passkey = createPasskey()
    await add(user, passkey, { counter: 5 })
    expect((await signInWith(passkey, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0]) expect(await signInWith(passkey, { counter })).toEqual(NOT_ACCEPTED)
    expect((await signInWith(passkey, { counter: 8 })).status).toBe(200)
    const audited = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'factor.cloned'))
    expect(audited.map(({ userId }) => userId)).toEqual([user.id, user.id, user.id])
  })

  it('[ID-83] are made by the user who began, once, within five minutes', async () => {
    const admin = await signInUser(harness)
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    const passkey = createPasskey()
    const body = (credential: object) => ({ name: 'Laptop', credential })
    const graces = passkey.make(await begin(grace))
    expect(await admin.call('POST', '/auth/factors/passkeys', body(graces))).toEqual(NOT_VERIFIED)
    const late = passkey.make(await begin(admin))
    harness.clock.advance(300_000)
    expect(await admin.call('POST', '/auth/factors/passkeys', body(late))).toEqual(NOT_VERIFIED)
    const own = passkey.make(await begin(admin))
    expect((await admin.call('POST', '/auth/factors/passkeys', body(own))).status).toBe(200)
    expect(await admin.call('POST', '/auth/factors/passkeys', body(own))).toEqual(NOT_VERIFIED)
    expect(await add(grace, passkey)).toEqual(refused(409, 'This passkey is registered already'))
  })

  it('[ID-83] can be ten of a user, each with a name', async () => {
    const user = await signInUser(harness)
    for (let count = 0; count < 10; count += 1) expect((await add(user, createPasskey())).status).toBe(200)
    expect(await user.call('POST', '/auth/factors/passkeys/setup')).toEqual(
      refused(409, 'You have 10 passkeys, which is the most. Remove one first.'),
    )
    const {
      passkeys: [first],
    } = await list(user)
    expect(await user.call('PATCH', `/auth/factors/passkeys/${first?.id}`, { name: 'Key ring' })).toEqual(
      ok({ ...first, name: 'Key ring' }),
    )
  })

  it('[ID-77] are removed by their user alone', async () => {
    const user = await signInUser(harness)
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await add(user, createPasskey())
    const [row] = await harness.database.db.select().from(passkeys)
    const path = `/auth/factors/passkeys/${row?.id}`
    expect(await grace.call('PATCH', path, { name: 'Mine' })).toEqual(refused(404, 'Passkey not found'))
    expect(await grace.call('DELETE', path)).toEqual(refused(404, 'Passkey not found'))
    expect(await user.call('DELETE', path)).toEqual(ok({}))
    expect(await list(user)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await harness.signIn()).cookie).toBeDefined()
  })

  it('[ID-78] are reset by another Admin', async () => {
    const admin = await signInUser(harness)
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await add(grace, createPasskey())
    await begin(grace)
    expect(await admin.call('DELETE', `/admin/users/${grace.id}/factors`)).toEqual(ok({}))
    expect((await harness.signIn({ email: grace.email })).cookie).toBeDefined()
  })
})

describe('a passkey alone', () => {
  const ask = () => callWith(harness, undefined)('POST', AUTH.passkeyChallenge.path)
  const requestForAny = async () => dataOf(passkeyRequestSchema, await ask())
  const answer = (challenge: string, proof: object, remember_me?: boolean) =>
    callWith(harness, undefined)('POST', AUTH.loginFactor.path, { challenge, proof, remember_me })
  const signInAlone = async (passkey: SoftwarePasskey, options?: PasskeyOptions) => {
    const request = await requestForAny()
    return answer(request.challenge, passkey.sign(request, options))
  }
  async function withPasskey(email: string) {
    const user = await addSignedInUser(harness, email, 'Trader')
    const passkey = createPasskey()
    await add(user, passkey)
    return { user, passkey }
  }

  it('[ID-92] signs in whoever has it, without address and password, for as long as is asked', async () => {
    const { user, passkey } = await withPasskey('grace@pairbot.test')
    await withPasskey('ada@pairbot.test')
    const request = await requestForAny()
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const opened = await answer(request.challenge, passkey.sign(request), true)
    expect(opened).toMatchObject({ status: 200, body: { data: { user: { email: user.email } } } })
    const rows = await harness.database.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(new Set(rows.map(({ remembered }) => remembered))).toEqual(new Set([false, true]))
    expect((await list(user)).passkeys[0]?.last_used_at).toBe(new Date(harness.clock.now).toISOString())
    const attempts = await harness.database.db.select().from(signInAttempts).where(eq(signInAttempts.email, user.email))
    expect(attempts.map(({ success }) => success)).toEqual([true, true])
  })

  it('[ID-92] signs once, within five minutes, and what it was asked', async () => {
    const { passkey } = await withPasskey('grace@pairbot.test')
    const request = await requestForAny()
    const other = await requestForAny()
    expect(await answer(other.challenge, passkey.sign(request))).toEqual(NOT_ACCEPTED)
    expect((await answer(request.challenge, passkey.sign(request))).status).toBe(200)
    const late = { status: 401, body: expect.objectContaining({ reason: 'challenge_expired' }) }
    expect(await answer(request.challenge, passkey.sign(request))).toEqual(late)
    harness.clock.advance(300_000)
    expect(await answer(other.challenge, passkey.sign(other))).toEqual(late)
    harness.sweep()
    await expect.poll(() => harness.database.db.select().from(signInChallenges)).toEqual([])
  })

  it('[ID-92] has to verify its user, and to say who that is', async () => {
    const { passkey } = await withPasskey('grace@pairbot.test')
    const { user: ada } = await withPasskey('ada@pairbot.test')
    const adas = Buffer.from(ada.id).toString('base64url')
    for (const options of [{ isUnverified: true }, { userHandle: '' }, { userHandle: adas }])
      expect(await signInAlone(passkey, options)).toEqual(NOT_ACCEPTED)
    expect((await signInAlone(passkey)).status).toBe(200)
  })

  it('[ID-92] of nobody, of a deactivated account, from another page: the same refusal', async () => {
    const admin = await signInUser(harness)
    const { user, passkey } = await withPasskey('grace@pairbot.test')
    expect(await signInAlone(createPasskey(), { userHandle: 'nobody' })).toEqual(NOT_ACCEPTED)
    expect(await signInAlone(passkey, { origin: 'http://evil.example' })).toEqual(NOT_ACCEPTED)
    await admin.call('PATCH', `/admin/users/${user.id}/status`, { is_active: false })
    expect(await signInAlone(passkey)).toEqual(NOT_ACCEPTED)
    const reasons = await harness.database.db.select().from(signInAttempts).where(eq(signInAttempts.success, false))
    expect(reasons.map(({ email, failureReason }) => [email, failureReason])).toEqual([
      [user.email, 'wrong second factor'],
      [user.email, 'inactive account'],
    ])
  })

  it('[ID-92] only: codes do not answer its challenge, nor does it answer that of a password with less', async () => {
    const { user, passkey } = await withPasskey('grace@pairbot.test')
    const { challenge } = await requestForAny()
    expect(await answer(challenge, { method: 'totp', code: '123456' })).toEqual(NOT_ACCEPTED)
    expect(await answer(challenge, { method: 'recovery_code', code: 'abc' })).toEqual(NOT_ACCEPTED)
    const second = await requestFor(user.email)
    expect((await answer(second.challenge, passkey.sign(second, { isUnverified: true }))).status).toBe(200)
  })

  it('[ID-82] that was cloned is refused and audited', async () => {
    const { user, passkey } = await withPasskey('grace@pairbot.test')
    expect((await signInAlone(passkey, { counter: 7 })).status).toBe(200)
    expect(await signInAlone(passkey, { counter: 7 })).toEqual(NOT_ACCEPTED)
    const audited = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'factor.cloned'))
    expect(audited.map(({ userId }) => userId)).toEqual([user.id])
  })

  it('[ID-84] is not asked for at network addresses', async () => {
    const { status, body } = await harness.call({
      method: 'POST',
      url: `${DEFAULT_BASES.identity}${AUTH.passkeyChallenge.path}`,
      headers: { host: '203.0.113.7' },
    })
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error: expect.stringContaining('at this address') }),
    ])
  })
})

describe('[ID-84] the host of passkeys', () => {
  const request = { hostname: 'localhost', host: 'localhost:8080', protocol: 'http' } as const
  const claimed = { hostname: 'evil.example', host: 'evil.example', protocol: 'https' } as const
  it.each([
    [
      'the public one, whatever the request claims',
      claimed,
      'https://pairbot.example/',
      { id: 'pairbot.example', origin: 'https://pairbot.example' },
    ],
    ['localhost without one', request, undefined, { id: 'localhost', origin: 'http://localhost:8080' }],
    ['none that only the request claims', claimed, undefined, undefined],
    ['no network address', request, 'https://203.0.113.7/', undefined],
    ['no network address of version 6', request, 'https://[2001:db8::7]/', undefined],
  ])('is %s', (_, from, publicUrl, expected) => {
    expect(relyingPartyOf(from, publicUrl === undefined ? undefined : new URL(publicUrl))).toEqual(expected)
  })
})

function changed({ credential, ...proof }: PasskeyProof): PasskeyProof {
  const bytes = Buffer.from(credential.response.signature, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return {
    ...proof,
    credential: { ...credential, response: { ...credential.response, signature: bytes.toString('base64url') } },
  }
}

import { beforeEach, describe, expect, it } from 'vitest'
import { totpSetupSchema } from '#contract/factors.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { proofChallengeSchema } from '#contract/proof.ts'
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
import { ADMIN, createIdentityHarness, UNLIMITED, type IdentityHarness } from '#test/support/server/identity.ts'
import { POLICY } from '#server/http/route-policy.ts'

const RATE = 5
const OFFICE = '203.0.113.7'
const EMAIL = 'grace@pairbot.test'
const tooMany = refused(429, 'Too many requests. Please try again in 60 s.')

let harness: IdentityHarness
let grace: SignedInUser
beforeEach(async () => {
  harness = await createIdentityHarness(
    {},
    {
      rates: {
        none: undefined,
        standard: RATE,
        'sign-in': undefined,
        refresh: RATE,
        invitation: undefined,
        report: undefined,
      },
    },
  )
  grace = await addSignedInUser(harness, EMAIL, 'Viewer')
  return () => harness.close()
})

const refresh = async (cookie?: string) => {
  const reply = await harness.call({
    method: 'POST',
    url: '/api/identity/auth/refresh',
    remoteAddress: OFFICE,
    headers: { ...(cookie !== undefined && { cookie }) },
  })
  return { status: reply.status, body: reply.body, cookie: reply.cookie }
}

describe('a stranger behind the same address', () => {
  it.each([
    ['without a token', () => undefined],
    ['with a forged token', () => `${grace.token.slice(0, -4)}AAAA`],
  ])('[HT-6] AB-45 %s uses up the budget of the address, and no other one', async (_, token) => {
    const stranger = callWith(harness, token())
    for (let n = 0; n < RATE; n += 1) expect((await stranger('GET', '/auth/me', undefined, OFFICE)).status).toBe(401)
    expect(await stranger('GET', '/auth/me', undefined, OFFICE)).toEqual(tooMany)
    expect((await stranger('GET', '/auth/me', undefined, '198.51.100.4')).status).toBe(401)

    expect((await grace.call('GET', '/auth/me', undefined, OFFICE)).status).toBe(200)
    expect((await refresh(grace.cookie)).status).toBe(200)
  })

  it('[HT-6] AB-46 does not sign others out by using up the refreshes of the address', async () => {
    for (let n = 0; n < RATE; n += 1) expect((await refresh(n % 2 === 0 ? undefined : `rt=${n}`)).status).toBe(401)
    expect(await refresh('rt=rubbish')).toMatchObject(tooMany)

    const renewed = await refresh(grace.cookie)
    expect(renewed.status).toBe(200)
    expect(renewed.cookie).not.toBe(grace.cookie)
  })

  it('[HT-6] AB-46 cannot renew the budget of the address with a cookie of an ended session', async () => {
    await harness.call({ method: 'POST', url: '/api/identity/auth/logout', headers: { cookie: grace.cookie } })
    for (let n = 0; n < RATE; n += 1) expect((await refresh(grace.cookie)).status).toBe(401)
    expect(await refresh(grace.cookie)).toMatchObject(tooMany)
  })
})

describe('a user', () => {
  it('[HT-6] has one budget at all addresses and in all sessions, which is nobody else’s', async () => {
    const phone = await signInUser(harness, EMAIL, '198.51.100.4')
    for (let n = 0; n < RATE; n += 1) {
      const [device, address] = n % 2 === 0 ? [grace, OFFICE] : [phone, `198.51.100.${n}`]
      expect((await device.call('GET', '/auth/me', undefined, address)).status).toBe(200)
    }
    expect(await phone.call('GET', '/auth/me', undefined, '192.0.2.1')).toEqual(tooMany)

    const admin = await signInUser(harness)
    expect(await admin.call('GET', '/auth/me', undefined, OFFICE)).toEqual(
      ok({ email: admin.email, role: 'Admin', username: expect.any(String) }),
    )
  })

  it('[HT-6] is refused a route above their role at the cost of their own budget', async () => {
    for (let n = 0; n < RATE; n += 1) expect((await grace.call('GET', '/admin/users')).status).toBe(403)
    expect(await grace.call('GET', '/admin/users')).toEqual(tooMany)
  })
})

describe('who is signed in where strangers guess', () => {
  const WRONG = 'Wrong-horse-7'
  let office: IdentityHarness
  let admin: SignedInUser
  beforeEach(async () => {
    office = await createIdentityHarness({}, { rates: { ...UNLIMITED, report: undefined } })
    admin = await signInUser(office, ADMIN.email, OFFICE)
    return () => office.close()
  })

  /** Guesses until neither the address nor the account may sign in. */
  async function guessAway() {
    const guess = (email: string, ip: string) => office.signIn({ email, password: WRONG, ip })
    for (let n = 0; n < 10; n += 1) await guess(ADMIN.email, OFFICE)
    for (let n = 0; n < 10; n += 1) await guess(`nobody-${n}@pairbot.test`, OFFICE)
    expect((await guess('nobody@pairbot.test', OFFICE)).status).toBe(429)
    for (let n = 0; n < 100; n += 1) await guess(ADMIN.email, `198.51.100.${n}`)
    expect((await office.signIn({ ip: '192.0.2.1' })).status).toBe(401)
  }

  const challenge = async () =>
    dataOf(proofChallengeSchema, await admin.call('POST', ACCOUNT.proofChallenge.path, undefined, OFFICE)).challenge

  it('[HT-6] [ID-91] is refused no route for their failures: POST /auth/proof and /auth/password answered 429', async () => {
    await guessAway()
    const closed = Object.entries(POLICY).flatMap(([key, { access }]) => {
      const [method = '', path = ''] = key.split(` ${DEFAULT_BASES.identity}`)
      return access === 'public' || path === '' ? [] : [{ method, path }]
    })
    const { secret } = dataOf(totpSetupSchema, await admin.call('POST', ACCOUNT.setUpTotp.path, undefined, OFFICE))
    const right: Readonly<Record<string, object>> = {
      [ACCOUNT.prove.path]: { challenge: await challenge(), proof: { method: 'password', password: ADMIN.password } },
      [ACCOUNT.changePassword.path]: { current_password: ADMIN.password, new_password: 'Another-horse-8' },
      [ACCOUNT.confirmTotp.path]: { code: codeAt(secret, office.clock.now) },
    }
    const statuses = new Map<string, number>()
    // What guards secrets comes first, as other routes end what it needs.
    for (const path of [ACCOUNT.prove.path, ACCOUNT.changePassword.path, ACCOUNT.confirmTotp.path])
      statuses.set(`POST ${path}`, (await admin.call('POST', path, right[path], OFFICE)).status)
    expect([...statuses.values()]).toEqual([200, 200, 200])
    for (const { method, path } of closed.filter((route) => !statuses.has(`${route.method} ${route.path}`))) {
      const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      statuses.set(`${method} ${path}`, (await admin.call(method, url, undefined, OFFICE)).status)
    }
    expect(statuses.size).toBe(closed.length)
    expect([...statuses].filter(([, status]) => status === 429 || status === 401)).toEqual([])
  })

  it('[ID-91] proves it with a code, although who knows the password has guessed codes until the next has to wait', async () => {
    const { secret } = await enrolTotp(office, admin)
    const wrong = { method: 'totp', code: '000000' } as const
    for (let n = 0; n < 10; n += 1) await confirmWith(office, await challengeOf(office), wrong)
    expect((await confirmWith(office, await challengeOf(office), wrong)).status).toBe(429)

    const proof = { method: 'totp', code: codeAt(secret, office.clock.now) }
    expect((await admin.call('POST', ACCOUNT.prove.path, { challenge: await challenge(), proof })).status).toBe(200)
  })

  it('[ID-91] [ID-87] cannot guess the password: ten wrong ones of all sessions and addresses, in proofs and changes, and the right one waits', async () => {
    const phone = await signInUser(office, ADMIN.email, '198.51.100.4')
    const prove = async (password: string, address: string, who = admin) => {
      const { body } = await who.call('POST', ACCOUNT.proofChallenge.path)
      const given = dataOf(proofChallengeSchema, { status: 200, body })
      const proof = { method: 'password', password }
      return (await who.call('POST', ACCOUNT.prove.path, { challenge: given.challenge, proof }, address)).status
    }
    const change = { current_password: WRONG, new_password: 'Another-horse-8' }
    for (let n = 0; n < 5; n += 1) {
      expect(await prove(WRONG, `198.51.100.${n}`, n % 2 === 0 ? admin : phone)).toBe(400)
      expect((await admin.call('POST', ACCOUNT.changePassword.path, change, `192.0.2.${n}`)).status).toBe(400)
    }
    expect(await prove(ADMIN.password, '203.0.113.99', phone)).toBe(429)
    office.clock.advance(60_000)
    expect(await prove(ADMIN.password, OFFICE)).toBe(200)
    expect(await prove(WRONG, OFFICE)).toBe(400)
  })
})

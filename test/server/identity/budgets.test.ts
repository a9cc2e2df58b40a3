import { beforeEach, describe, expect, it } from 'vitest'
import { addSignedInUser, callWith, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'

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
    expect(await admin.call('GET', '/auth/me', undefined, OFFICE)).toEqual(ok({ email: admin.email, role: 'Admin' }))
  })

  it('[HT-6] is refused a route above their role at the cost of their own budget', async () => {
    for (let n = 0; n < RATE; n += 1) expect((await grace.call('GET', '/admin/users')).status).toBe(403)
    expect(await grace.call('GET', '/admin/users')).toEqual(tooMany)
  })
})

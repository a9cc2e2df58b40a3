import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { ADMIN, accessTokenOf, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addSignedInUser, type SignedInUser } from '#test/support/data/people.ts'

const EMAIL = 'grace@pairbot.test'
const ORIGIN = 'https://pairbot.test'
const GRACE_MS = 10_000

let harness: IdentityHarness
let grace: SignedInUser
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(async () => {
  await harness.reset()
  grace = await addSignedInUser(harness, EMAIL, 'Viewer')
})
afterAll(() => harness.close())

const post = (path: string, token: string, payload?: object) =>
  harness.call({
    method: 'POST',
    url: `/api/identity${path}`,
    headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
    ...(payload && { payload }),
  })
const changePassword = (current: string, next: string) =>
  post(ACCOUNT.changePassword.path, grace.token, { current_password: current, new_password: next })
const ticketBy = async (token: string) =>
  ((await post(AUTH.socketTicket.path, token)).body as { data: { ticket: string } }).data.ticket
const verify = (token: string) => harness.identity.access.verify(token)
const open = (ticket: string) => harness.identity.access.verifySocket(ticket, { path: '/ws/tdp', origin: ORIGIN })

describe('after a password change', () => {
  it('[PE-67] AB-63 an access token from before is refused from 10 s on, the one of the new cookie is not', async () => {
    const changed = await changePassword(ADMIN.password, 'Another-horse-8')
    harness.clock.advance(GRACE_MS - 1)
    const fresh = accessTokenOf(await harness.refresh(changed.cookie!))
    expect((await verify(grace.token)).ok).toBe(true)
    harness.clock.advance(1)
    expect(await verify(grace.token)).toEqual({ ok: false, refusal: 'session-ended' })
    expect((await post(AUTH.socketTicket.path, grace.token)).status).toBe(401)
    expect((await verify(fresh)).ok).toBe(true)
    expect(harness.ended).toEqual([])
  })

  it('[PE-67] MT-13 another tab that asks with the old token meanwhile is served, and refreshes with the new cookie later', async () => {
    const changed = await changePassword(ADMIN.password, 'Another-horse-8')
    expect((await grace.call('GET', '/auth/me')).status).toBe(200)
    harness.clock.advance(GRACE_MS)
    expect((await grace.call('GET', '/auth/me')).status).toBe(401)
    const refreshed = await harness.refresh(changed.cookie!)
    const me = await harness.call({
      url: '/api/identity/auth/me',
      headers: { authorization: `Bearer ${accessTokenOf(refreshed)}` },
    })
    expect(me.status).toBe(200)
  })

  it('[PE-67] AB-64 a ticket bought with it opens no socket from 10 s on', async () => {
    const before = await ticketBy(grace.token)
    const changed = await changePassword(ADMIN.password, 'Another-horse-8')
    const [used, late] = [await ticketBy(grace.token), await ticketBy(grace.token)]
    expect((await open(used)).ok).toBe(true)
    harness.clock.advance(GRACE_MS)
    expect(await open(late)).toEqual({ ok: false, refusal: 'session-ended' })
    expect(await open(before)).toEqual({ ok: false, refusal: 'session-ended' })
    harness.clock.advance(1)
    const fresh = accessTokenOf(await harness.refresh(changed.cookie!))
    expect((await open(await ticketBy(fresh))).ok).toBe(true)
  })

  it('[PE-67] AB-63 the sockets of the session are closed then, once', async () => {
    const renewed: string[] = []
    const subscription = harness.identity.tokensRenewed$.subscribe(({ sessionId }) => renewed.push(sessionId))
    await changePassword(ADMIN.password, 'Another-horse-8')
    expect(renewed).toEqual([])
    harness.endDelays()
    harness.endDelays()
    expect(renewed).toHaveLength(1)
    subscription.unsubscribe()
  })

  it('[PE-67] a refused change renews nothing', async () => {
    await changePassword('Wrong-horse-7', 'Another-horse-8')
    harness.clock.advance(GRACE_MS)
    expect((await verify(grace.token)).ok).toBe(true)
  })
})

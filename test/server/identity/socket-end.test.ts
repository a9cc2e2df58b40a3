import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { map, NEVER } from 'rxjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createdApiTokenSchema, type ApiScope } from '#contract/api-tokens.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { createGateway } from '#server/gateway/gateway.ts'
import { POLICY, type GatewayLimits } from '#server/gateway/policy.ts'
import { accessTokenOf, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { testMarket, connectClient, ORIGIN } from '#test/support/server/gateway.ts'
import { dataOf, signInUser, type SignedInUser } from '#test/support/data/people.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const DAY_MS = 86_400_000

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
afterAll(() => harness.close())

async function gatewayOf({ identity }: Pick<IdentityHarness, 'identity'>, limits: Partial<GatewayLimits> = {}) {
  const timers = createManualTimers(harness.clock.now)
  const gateway = createGateway({
    access: identity.access,
    accessEnded$: identity.sessionEnded$.pipe(
      map(({ sessionId, reason }) => ({ sessionId, code: CLOSE.sessionEnded, reason })),
    ),
    market: testMarket,
    allowedOrigins: [ORIGIN],
    compress: true,
    endpoints: [{ path: '/ws/tdp', publications$: NEVER, snapshot: () => [], streams: () => ({}) }],
    now: timers.now,
    random: () => 0.5,
    timers,
    limits,
  })
  const server = createServer()
  gateway.attach(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/tdp`
  return { gateway, timers, url, close: () => server.close() }
}

const createToken = async (user: SignedInUser, scope: ApiScope = 'streams:read') =>
  dataOf(createdApiTokenSchema, await user.call('POST', '/auth/tokens', { name: 'Report', scopes: [scope], days: 1 }))

describe('a socket of an API token', () => {
  it('[TK-7] is closed with 4401 when the token expires, and not earlier', async () => {
    const { secret } = await createToken(await signInUser(harness))
    const toTheEnd = 60_000
    harness.clock.advance(DAY_MS - toTheEnd)
    const { gateway, timers, url, close } = await gatewayOf(harness)
    const client = connectClient(`${url}?token=${secret}`, { autoPong: false })
    await client.received(1)

    await timers.advance(toTheEnd - POLICY.reapMs)
    expect(gateway.stats()).toMatchObject({ clients: 1, dropped: { 'token-expired': 0 } })
    await timers.advance(POLICY.reapMs)
    expect((await client.closed).code).toBe(CLOSE.token)
    expect(gateway.stats().dropped['token-expired']).toBe(1)
    harness.clock.advance(toTheEnd)
    expect((await connectClient(`${url}?token=${secret}`).closed).code).toBe(CLOSE.token)
    close()
  })

  it('[TK-6] counts for its token alone: neither other tokens nor the browsers of its user are kept out', async () => {
    const { url, close } = await gatewayOf(harness, { socketsPerUser: 1 })
    const user = await signInUser(harness)
    const [first, second] = [await createToken(user), await createToken(user)]
    for (const token of [first.secret, second.secret, user.token]) {
      await connectClient(`${url}?token=${token}`, { autoPong: false }).received(1)
      expect(await connectClient(`${url}?token=${token}`).closed).toMatchObject({ reason: 'Too many open sockets' })
    }
    close()
  })

  it('[TK-6] its connects count for its token alone, too', async () => {
    const { url, close } = await gatewayOf(harness, { connects: 1 })
    const user = await signInUser(harness)
    const [first, second] = [await createToken(user), await createToken(user)]
    for (const token of [first.secret, second.secret, user.token]) {
      await connectClient(`${url}?token=${token}`, { autoPong: false }).received(1)
      expect(await connectClient(`${url}?token=${token}`).closed).toMatchObject({ reason: 'Too many connects' })
    }
    close()
  })

  it('[TK-7] is closed when the token is revoked; other sockets of its user stay open', async () => {
    const { gateway, url, close } = await gatewayOf(harness)
    const user = await signInUser(harness)
    const [other, revoked] = [await createToken(user), await createToken(user)]
    const open = async (token: string) => {
      const client = connectClient(`${url}?token=${token}`, { autoPong: false })
      await client.received(1)
      return client
    }
    const first = await open(revoked.secret)
    await open(other.secret)
    await user.call('DELETE', `/auth/tokens/${revoked.token.id}`)
    expect(await first.closed).toEqual({ code: CLOSE.sessionEnded, reason: 'revoked' })
    expect(gateway.stats().clients).toBe(1)

    close()
  })

  it('[TK-3] does not open without the scope for streams', async () => {
    const { url, close } = await gatewayOf(harness)
    const { secret } = await createToken(await signInUser(harness), 'market:read')
    const refused = { code: CLOSE.token, reason: 'Token lacks the scope' }
    expect(await connectClient(`${url}?token=${secret}`).closed).toEqual(refused)
    close()
  })
})

describe('a socket of a signed-in user', () => {
  it('[ID-44] [GW-8] opened with a ticket is closed with 4401 when its access token expires, and not earlier', async () => {
    const { gateway, timers, url, close } = await gatewayOf(harness)
    const token = accessTokenOf(await harness.signIn())
    const end = harness.clock.now + 930_000
    const toTheEnd = 60_000
    const later = end - toTheEnd - harness.clock.now
    harness.clock.advance(later)
    await timers.advance(later)
    const reply = await harness.call({
      method: 'POST',
      url: '/api/identity/auth/ws-ticket',
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
    })
    const { ticket } = (reply.body as { data: { ticket: string } }).data
    const client = connectClient(`${url}?token=${ticket}`, { autoPong: false })
    await client.received(1)

    await timers.advance(toTheEnd - POLICY.reapMs)
    expect(gateway.stats()).toMatchObject({ clients: 1, dropped: { 'token-expired': 0 } })
    await timers.advance(POLICY.reapMs)
    expect((await client.closed).code).toBe(CLOSE.token)
    expect(gateway.stats().dropped['token-expired']).toBe(1)
    close()
  })

  it('[GW-3] is told to retry later, with ticket or token, while the database does not respond', async () => {
    const own = await createIdentityHarness()
    const token = accessTokenOf(await own.signIn())
    const { url, close } = await gatewayOf(own)
    await own.database.close()

    const later = { code: CLOSE.tryLater, reason: 'Access could not be checked' }
    expect(await connectClient(`${url}?token=${token}`).closed).toEqual(later)
    expect(await connectClient(`${url}?token=some-ticket`).closed).toEqual(later)
    close()
  })
})

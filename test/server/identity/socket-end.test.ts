import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { map, NEVER } from 'rxjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createdApiTokenSchema } from '#contract/api-tokens.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { createGateway } from '#server/gateway/gateway.ts'
import { POLICY } from '#server/gateway/policy.ts'
import { accessTokenOf, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { testMarket, connectClient, ORIGIN } from '#test/support/server/gateway.ts'
import { dataOf, signInUser } from '#test/support/data/people.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
afterAll(() => harness.close())

async function gatewayOf(
  { identity }: Pick<IdentityHarness, 'identity'>,
  timers = createManualTimers(harness.clock.now),
) {
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
  })
  const server = createServer()
  gateway.attach(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/tdp`
  return { gateway, timers, url, close: () => server.close() }
}

describe('a socket of an API token', () => {
  it('[TK-7] is closed when the token is revoked; other sockets of its user stay open', async () => {
    const { gateway, url, close } = await gatewayOf(harness)
    const user = await signInUser(harness)
    const create = async () => {
      const body = { name: 'Report', scopes: ['streams:read'], days: 1 }
      return dataOf(createdApiTokenSchema, await user.call('POST', '/auth/tokens', body))
    }
    const [other, revoked] = [await create(), await create()]
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
    const user = await signInUser(harness)
    const body = { name: 'Report', scopes: ['market:read'], days: 1 }
    const { secret } = dataOf(createdApiTokenSchema, await user.call('POST', '/auth/tokens', body))
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

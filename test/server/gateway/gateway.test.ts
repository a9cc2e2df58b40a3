import { defer, NEVER, Subject, throwError } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import type { Market } from '#contract/provenance.ts'
import { POLICY } from '#server/gateway/policy.ts'
import type { Publication } from '#server/gateway/ports.ts'
import { testMarket, connectClient, message, startGateway } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
/** Lets what is on its way over loopback arrive. */
async function turn() {
  for (let left = 20; left > 0; left -= 1) await new Promise((done) => setImmediate(done))
}

const heartbeat = { type: 'Heartbeat', timestamp: 1, connection_id: ID }

describe('ended access', () => {
  it('[GW-7] WS-17 AZ-09 closes the sockets of one session with the given code within 1 s, and no others', async () => {
    await using harness = await startGateway()
    const gone = ['ann:s1', 'ann:s1'].map((token) => connectClient(`${harness.url}/ws/tdp?token=${token}`))
    const alive = ['ann:s2', 'bob:s3'].map((token) => connectClient(`${harness.url}/ws/tdp?token=${token}`))
    await Promise.all([...gone, ...alive].map((client) => client.received(1)))
    const began = performance.now()
    harness.accessEnded$.next({ sessionId: 's1', userId: 'ann', code: CLOSE.sessionEnded, reason: 'Session revoked' })
    harness.publish('a', 'lossless', 'later')

    for (const { closed } of gone) expect(await closed).toEqual({ code: CLOSE.sessionEnded, reason: 'Session revoked' })
    expect(performance.now() - began).toBeLessThan(1_000)
    for (const client of gone) expect(client.messages()).toHaveLength(1)
    for (const client of alive) expect((await client.received(2))[1]).toEqual(message('later'))
    expect(harness.gateway.stats()).toMatchObject({ clients: 2, dropped: { 'access-ended': 2 } })
  })

  it('[GW-7] AZ-08 closes all sockets of a user', async () => {
    await using harness = await startGateway()
    const gone = ['ann:s1', 'ann:s2'].map((token) => connectClient(`${harness.url}/ws/tdp?token=${token}`))
    await Promise.all(gone.map((client) => client.received(1)))
    harness.accessEnded$.next({ userId: 'ann', code: CLOSE.sessionEnded, reason: 'x'.repeat(122) + '€' })

    for (const { closed } of gone) expect(await closed).toEqual({ code: CLOSE.sessionEnded, reason: 'x'.repeat(122) })
  })

  it('[GW-7] terminates a client that ignores the closing handshake', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    client.ws.pause()
    // The socket's own, longer patience with the closing never ends here.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      harness.accessEnded$.next({ sessionId: 's1', code: CLOSE.sessionEnded, reason: 'Session revoked' })
      await timers.advance(POLICY.endedCloseMs - 1)
      expect(await harness.connections()).toBe(1)
      await timers.advance(1)
      while ((await harness.connections()) > 0) await new Promise((done) => setImmediate(done))
    } finally {
      vi.useRealTimers()
    }
    client.ws.terminate()
  })

  it('[GW-8] WS-15 an expired token closes 4401, not before', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1@${timers.now() + 10_000}&connection_id=${ID}`)
    await client.received(1)
    await timers.advance(9_000)
    client.send(heartbeat)
    await client.received(2)
    await timers.advance(1_000)

    expect(await client.closed).toEqual({ code: CLOSE.token, reason: 'Token expired' })
    expect(harness.gateway.stats().dropped['token-expired']).toBe(1)
  })
})

describe('a token without a known expiry', () => {
  it('[GW-8] closes 4401 after the longest token life', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`, { autoPong: false })
    await client.received(1)
    for (let minute = 1; minute <= 16; minute += 1) {
      const answered = new Promise((done) => client.ws.once('pong', done))
      client.ws.ping()
      await answered
      await timers.advance(60_000)
    }
    expect(harness.gateway.stats().clients).toBe(1)
    await timers.advance(POLICY.tokenLifeMs - 960_000)

    expect((await client.closed).code).toBe(CLOSE.token)
  })
})

describe('a silent peer', () => {
  it('[GW-9] WS-08 WS-10 is terminated after two missed heartbeats, within 90 s', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${ID}`, { autoPong: false })
    await client.received(1)
    await timers.advance(59_000)
    client.send(heartbeat)
    await client.received(2)
    await timers.advance(POLICY.silentMs)
    expect(harness.gateway.stats().clients).toBe(1)
    await timers.advance(90_000 - POLICY.silentMs)

    expect((await client.closed).code).toBe(1006)
    expect(harness.gateway.stats()).toMatchObject({ clients: 0, dropped: { silent: 1, 'slow-reader': 0 } })
  })

  it('[GW-9] is terminated even if its network stack answers pings', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const pings: Buffer[] = []
    client.ws.on('ping', (data) => pings.push(data))
    for (let round = 1; round <= 9; round += 1) {
      while (pings.length < round) await turn()
      await turn()
      await timers.advance(POLICY.pingMs)
    }

    expect((await client.closed).code).toBe(1006)
    expect(harness.gateway.stats().dropped).toMatchObject({ silent: 1, 'slow-reader': 0 })
  })

  it('[GW-9] is not one that sends pings', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`, { autoPong: false })
    await client.received(1)
    await timers.advance(59_000)
    const answered = new Promise((done) => client.ws.on('pong', done))
    client.ws.ping()
    await answered
    await timers.advance(60_000)

    expect(harness.gateway.stats().clients).toBe(1)
  })
})

describe('SystemStatus', () => {
  it("[GW-30] is sent every 60 s, with each stream's length and last id", async () => {
    const timers = createManualTimers()
    const streams = () => ({ 'tdp:a': { length: 3, last_message_id: '1-2' } })
    await using harness = await startGateway({ timers, now: timers.now, endpoint: { streams } })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${ID}`)
    await client.received(1)
    await timers.advance(GATEWAY.statusMs)

    expect((await client.received(2))[1]).toEqual({
      type: 'SystemStatus',
      timestamp: timers.now(),
      data: { status: 'running', market: testMarket(), streams: streams() },
    })
  })

  it('[GW-30] is sent at once when the market degrades and recovers, but not when its clock advances', async () => {
    const timers = createManualTimers()
    let market: Market = testMarket()
    await using harness = await startGateway({
      timers,
      now: timers.now,
      market: () => ({ ...market, now: timers.now() }),
    })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    await timers.advance(5_000)
    market = testMarket({ degraded: 'Kraken is silent' })
    await timers.advance(1_000)
    market = testMarket()
    await timers.advance(1_000)

    const statuses = (await client.received(3)).slice(1)
    expect(statuses.map(({ data }) => data)).toMatchObject([
      { status: 'degraded', market: { degraded: 'Kraken is silent' } },
      { status: 'running' },
    ])
    expect(statuses).toHaveLength(2)
  })
})

describe('[GW-36] idle heartbeats', () => {
  it('are promised, and sent after each second without a publication', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const [ack] = await client.received(1)
    expect(ack).toMatchObject({ type: 'ConnectionAck', data: { idle_heartbeat_ms: 1_000 } })
    await timers.advance(3_000)
    harness.publish('a', 'latest', 1)
    await timers.advance(1_000)
    harness.publish('a', 'latest', 2)
    await timers.advance(1_000)
    harness.publish('a', 'latest', 3)
    await client.received(4)
    expect(client.idleHeartbeats()).toEqual([
      { type: 'Heartbeat', timestamp: timers.now() - 4_000 },
      { type: 'Heartbeat', timestamp: timers.now() - 3_000 },
      { type: 'Heartbeat', timestamp: timers.now() - 2_000 },
    ])
  })
})

describe('publications', () => {
  it('[GW-32] that fail are reported and resubscribed; no connection is lost', async () => {
    const again$ = new Subject<Publication>()
    let subscriptions = 0
    const publications$ = defer(() => {
      subscriptions += 1
      return subscriptions === 1 ? throwError(() => new Error('feed broke')) : again$
    })
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now, endpoint: { publications$ } })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    await timers.advance(1_000)
    again$.next({ stream: 'a', delivery: 'lossless', message: message('back') })

    expect((await client.received(2))[1]).toEqual(message('back'))
    expect(harness.events).toEqual([
      { kind: 'failure', path: '/ws/tdp', during: 'publications', error: new Error('feed broke') },
    ])
  })

  it('[GW-32] that cannot be encoded are reported and skipped', async () => {
    await using harness = await startGateway()
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    harness.publish('a', 'lossless', 1n)
    harness.publish('a', 'lossless', 'fine')

    expect((await client.received(2))[1]).toEqual(message('fine'))
    expect(harness.events).toMatchObject([{ kind: 'failure', during: 'encode' }])
  })

  it('[GW-20] of one endpoint stay on it', async () => {
    await using harness = await startGateway({
      endpoints: [
        { path: '/ws/tdp', publications$: NEVER, snapshot: () => [message('tdp')], streams: () => ({}) },
        { path: '/ws/analytics', publications$: NEVER, snapshot: () => [message('analytics')], streams: () => ({}) },
      ],
    })
    const clients = ['tdp', 'analytics'].map((path) => connectClient(`${harness.url}/ws/${path}?token=ann:s1`))
    const snapshots = await Promise.all(clients.map(async (client) => (await client.received(2))[1]?.data))

    expect(snapshots).toEqual(['tdp', 'analytics'])
  })
})

describe('a planned stop', () => {
  it('[GW-33] WS-18 gives each client its own retry time within 1-10 s and closes 1012 with it, after everything published', async () => {
    let seed = 0
    const random = () => [0, 0.5, 0.999_999][seed++ % 3] ?? 0
    await using harness = await startGateway({ random, now: () => 5 })
    const clients = ['', '&batch=1', ''].map((more) => connectClient(`${harness.url}/ws/tdp?token=ann:s1${more}`))
    await Promise.all(clients.map((client) => client.received(1)))
    harness.publish('a', 'lossless', 'last')
    const began = performance.now()
    await harness.gateway.drain()

    expect(performance.now() - began).toBeLessThan(GATEWAY.drainMs)
    const retries: number[] = []
    for (const client of clients) {
      const { code, reason } = await client.closed
      const { retry_after_ms: retryAfter } = JSON.parse(reason) as { retry_after_ms: number }
      retries.push(retryAfter)
      expect(code).toBe(CLOSE.restart)
      expect(client.messages().slice(1)).toEqual([
        message('last'),
        {
          type: 'SystemStatus',
          timestamp: 5,
          data: { status: 'draining', retry_after_ms: retryAfter, market: testMarket() },
        },
      ])
    }
    expect(retries.sort((a, b) => a - b)).toEqual([1_000, 5_500, 9_999])
  })

  it('[GW-33] does not wait for an unresponsive client and accepts no new ones meanwhile', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const deaf = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await deaf.received(1)
    deaf.ws.pause()
    const drained = harness.gateway.drain()
    const late = connectClient(`${harness.url}/ws/tdp?token=bob:s1`)

    expect((await late.closed).code).toBe(CLOSE.restart)
    expect(await harness.connections()).toBe(1)
    await timers.advance(GATEWAY.drainMs)
    await drained
    expect(harness.gateway.drain()).toBe(drained)
    deaf.ws.terminate()
  })

  it('[GW-50] asks those that have been there longest to connect again, after everything published', async () => {
    await using harness = await startGateway()
    const clients = []
    for (const token of ['ann:s1', 'bob:s2', 'cat:s3']) {
      const client = connectClient(`${harness.url}/ws/tdp?token=${token}`)
      await client.received(1)
      clients.push(client)
    }
    harness.publish('a', 'lossless', 'before')
    harness.gateway.move(2)
    const [first, second, third] = clients
    for (const client of [first, second]) {
      const { code, reason } = (await client?.closed) ?? {}
      expect([code, reason]).toEqual([CLOSE.restart, expect.stringMatching(/^\{"retry_after_ms":1\d{3}\}$/)])
      expect(client?.messages().at(-1)).toEqual(message('before'))
    }
    expect(third?.ws.readyState).toBe(1)
    expect(harness.gateway.stats()).toMatchObject({ clients: 1, dropped: { moved: 2 } })
  })

  it('[GW-51] refuses sockets before the upgrade while it stands aside', async () => {
    let isAside = true
    await using harness = await startGateway({ isAside: () => isAside })
    const refused = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const status = new Promise((done) =>
      refused.ws.once('unexpected-response', (_, { statusCode }) => done(statusCode)),
    )
    expect(await status).toBe(503)
    isAside = false
    await connectClient(`${harness.url}/ws/tdp?token=ann:s1`).received(1)
    expect(harness.gateway.stats()).toMatchObject({ clients: 1, refused: 1 })
  })

  it('[GW-33] leaves no timers and no subscriptions behind', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    expect(timers.armed()).toBe(3)
    await harness.gateway.drain()

    expect(timers.armed()).toBe(0)
    expect(harness.publications$.observed).toBe(false)
    expect(harness.accessEnded$.observed).toBe(false)
  })
})

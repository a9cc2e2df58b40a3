import { describe, expect, it } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import { POLICY } from '#server/gateway/policy.ts'
import { testMarket, connectClient, message, startGateway } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const idOf = (messages: readonly unknown[]) => (messages[0] as { data: { connection_id: string } }).data.connection_id

describe('a connection', () => {
  it('[GW-4] gets its ack first, then the snapshot, then publications', async () => {
    await using harness = await startGateway({
      now: () => 1_700_000_000_500,
      endpoint: { snapshot: () => [message('s1'), message('s2')] },
    })
    harness.publish('a', 'lossless', 'before')
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(3)
    harness.publish('a', 'lossless', 'live')
    await client.received(4)

    const connectionId = idOf(client.frames)
    expect(connectionId).toMatch(UUID)
    expect(client.frames).toEqual([
      {
        type: 'ConnectionAck',
        timestamp: 1_700_000_000_500,
        connection_id: connectionId,
        data: {
          connection_id: connectionId,
          heartbeat_interval_ms: 30_000,
          idle_heartbeat_ms: 1_000,
          market: testMarket(),
        },
      },
      message('s1'),
      message('s2'),
      message('live'),
    ])
  })

  it('[GW-21] with batch=1 every frame is an array, responses included', async () => {
    await using harness = await startGateway({ endpoint: { snapshot: () => [message('s1'), message('s2')] } })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&batch=1`)
    await client.received(3)
    harness.publish('v', 'latest', 'old')
    harness.publish('a', 'lossless', 'closed')
    harness.publish('v', 'latest', 'new')
    await client.received(5)
    client.send({ type: 'Heartbeat', timestamp: 1, connection_id: idOf(client.messages()) })
    await client.received(6)

    expect(client.frames.map((frame) => (frame as { type: string; data: unknown }[]).map(({ data }) => data))).toEqual([
      [expect.objectContaining({ heartbeat_interval_ms: 30_000 })],
      ['s1', 's2'],
      ['closed', 'new'],
      [undefined],
    ])
  })

  it('[GW-4] a failing snapshot is reported and does not end the connection', async () => {
    await using harness = await startGateway({
      endpoint: {
        snapshot() {
          throw new Error('no candles')
        },
      },
    })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    harness.publish('a', 'lossless', 'live')

    expect((await client.received(2))[1]).toEqual(message('live'))
    expect(harness.events).toEqual([
      { kind: 'failure', path: '/ws/tdp', during: 'snapshot', error: new Error('no candles') },
    ])
  })

  it('[GW-10] a Heartbeat is answered at once with the same connection_id', async () => {
    await using harness = await startGateway({ now: () => 42_000 })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const connectionId = idOf(await client.received(1))
    client.send({ type: 'Heartbeat', timestamp: 1, connection_id: connectionId })

    expect((await client.received(2))[1]).toEqual({ type: 'Heartbeat', timestamp: 42_000, connection_id: connectionId })
  })

  it('[GW-5] resumes the requested id; the older socket is closed 4409 after the new ack', async () => {
    await using harness = await startGateway()
    const first = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const id = idOf(await first.received(1))
    const second = connectClient(`${harness.url}/ws/tdp?token=ann:s2&connection_id=${id}`)

    expect(idOf(await second.received(1))).toBe(id)
    expect((await first.closed).code).toBe(CLOSE.replaced)
    harness.publish('a', 'lossless', 'live')
    expect((await second.received(2))[1]).toEqual(message('live'))
    expect(harness.gateway.stats()).toMatchObject({ clients: 1, dropped: { replaced: 1 } })
  })

  it('[GW-5] a replacement can itself be replaced after the older one is gone', async () => {
    await using harness = await startGateway()
    const first = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const id = idOf(await first.received(1))
    const second = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    await second.received(1)
    await first.closed
    const third = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    expect(idOf(await third.received(1))).toBe(id)
    expect((await second.closed).code).toBe(CLOSE.replaced)
    expect(harness.gateway.stats()).toMatchObject({ clients: 1, dropped: { replaced: 2 } })
  })

  it('MT-12 [GW-4] a duplicated tab has its own connection, and both get everything', async () => {
    await using harness = await startGateway()
    const tabs = [1, 2].map(() => connectClient(`${harness.url}/ws/tdp?token=ann:s1`))
    const ids = await Promise.all(tabs.map(async (tab) => idOf(await tab.received(1))))
    expect(new Set(ids).size).toBe(2)
    for (const name of ['one', 'two']) harness.publish('a', 'lossless', name)
    for (const tab of tabs) expect((await tab.received(3)).slice(1)).toEqual([message('one'), message('two')])
  })

  it("[GW-5] never gets another user's id, nor one that is not a UUID", async () => {
    await using harness = await startGateway()
    const ann = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    const id = idOf(await ann.received(1))
    const bob = connectClient(`${harness.url}/ws/tdp?token=bob:s1&connection_id=${id}`)
    const cat = connectClient(`${harness.url}/ws/tdp?token=cat:s1&connection_id=mine`)

    expect(idOf(await bob.received(1))).not.toBe(id)
    expect(idOf(await cat.received(1))).toMatch(UUID)
    expect(ann.ws.readyState).toBe(ann.ws.OPEN)
    expect(harness.gateway.stats().clients).toBe(3)
  })
})

describe('client messages', () => {
  const id = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
  const bad = [
    ['malformed JSON', '{"type":"Heartbeat"'],
    ['no JSON object', '17'],
    ['an unknown type', JSON.stringify({ type: 'Unsubscribe', timestamp: 1, connection_id: id })],
    ['a wrong shape', JSON.stringify({ type: 'Heartbeat', timestamp: 'now', connection_id: id })],
    ['a negative time', JSON.stringify({ type: 'Heartbeat', timestamp: -1, connection_id: id })],
    ['another connection’s id', JSON.stringify({ type: 'Heartbeat', timestamp: 1, connection_id: 'x' })],
    ['a binary frame', Buffer.from(JSON.stringify({ type: 'Heartbeat', timestamp: 1, connection_id: id }))],
    ['deep nesting', '['.repeat(60_000)],
  ] as const
  for (const [name, frame] of bad) {
    it(`[GW-11] ${name}: counted, not answered, the connection stays open`, async () => {
      await using harness = await startGateway()
      const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
      await client.received(1)
      client.send(frame)
      client.send({ type: 'Heartbeat', timestamp: 1, connection_id: id })

      expect((await client.received(2))[1]).toMatchObject({ type: 'Heartbeat' })
      expect(harness.gateway.stats().badFrames).toBe(1)
    })
  }

  it('[GW-11] AB-37 the 20th bad frame within a minute closes 1008, reported once', async () => {
    await using harness = await startGateway({ now: () => 1 })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    await client.received(1)
    for (let count = 1; count <= POLICY.badFrames.burst; count += 1) client.send('nonsense')
    client.send({ type: 'Heartbeat', timestamp: 1, connection_id: id })
    await client.received(2)
    client.send('nonsense')

    expect((await client.closed).code).toBe(CLOSE.policy)
    expect(harness.gateway.stats()).toMatchObject({ badFrames: 20, dropped: { 'bad-frames': 1 } })
    expect(harness.events).toEqual([
      { kind: 'client-dropped', path: '/ws/tdp', connectionId: id, userId: 'ann', cause: 'bad-frames' },
    ])
  })

  it('[GW-11] SC-04 1,000 messages a second: answers a burst of 20, drops the excess, then closes 1008', async () => {
    await using harness = await startGateway({ now: () => 1 })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    await client.received(1)
    for (let count = 0; count < 1_000; count += 1) client.send({ type: 'Heartbeat', timestamp: 1, connection_id: id })

    expect((await client.closed).code).toBe(CLOSE.policy)
    expect(client.messages()).toHaveLength(1 + POLICY.frames.burst)
    expect(harness.gateway.stats().badFrames).toBe(POLICY.badFrames.burst + 1)
  })

  it.each(['ping', 'pong'] as const)(
    '[GW-11] SC-14 1,000 unrequested %ss a second are dropped beyond the burst, then close 1008',
    async (kind) => {
      await using harness = await startGateway({ now: () => 1 })
      const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
      await client.received(1)
      for (let count = 0; count < 1_000; count += 1) client.ws[kind]()

      expect((await client.closed).code).toBe(CLOSE.policy)
      expect(harness.gateway.stats().badFrames).toBe(POLICY.badFrames.burst + 1)
    },
  )

  it('[GW-11] pongs that answer pings do not count', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ now: timers.now, timers })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    const pings: Buffer[] = []
    client.ws.on('ping', (data) => pings.push(data))
    const heartbeats = async (count: number) => {
      const before = client.messages().length
      for (let sent = 0; sent < count; sent += 1) client.send({ type: 'Heartbeat', timestamp: 1, connection_id: id })
      await client.received(before + count)
    }
    await client.received(1)
    for (let round = 1; round <= POLICY.frames.burst; round += 1) {
      while (pings.length < round) await new Promise(setImmediate)
      // Its answer comes after the pong.
      await heartbeats(1)
      await timers.advance(POLICY.pingMs)
    }
    await heartbeats(POLICY.frames.burst)

    expect(harness.gateway.stats()).toMatchObject({ badFrames: 0, clients: 1 })
  })

  it('[GW-11] a steady 100 a minute is within the limit', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ now: timers.now, timers })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    await client.received(1)
    for (let count = 1; count <= 200; count += 1) {
      client.send({ type: 'Heartbeat', timestamp: 1, connection_id: id })
      await client.received(1 + count)
      await timers.advance(600)
    }

    expect(harness.gateway.stats().badFrames).toBe(0)
  })

  it('[GW-12] WS-20 more than 64 KiB in a frame closes 1009', async () => {
    await using harness = await startGateway()
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    client.send('x'.repeat(GATEWAY.maxPayloadBytes + 1))

    expect((await client.closed).code).toBe(CLOSE.tooBig)
    expect(harness.gateway.stats().clients).toBe(0)
  })

  it('[GW-12] WS-37 more than 64 KiB in 10,000 fragments closes 1009', async () => {
    await using harness = await startGateway()
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    for (let count = 0; count < 10_000; count += 1) client.ws.send('0123456789', { fin: false })

    expect((await client.closed).code).toBe(CLOSE.tooBig)
  })

  it('[GW-12] WS-37 accepts a Heartbeat in one-byte fragments', async () => {
    await using harness = await startGateway()
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
    await client.received(1)
    const text = JSON.stringify({ type: 'Heartbeat', timestamp: 1, connection_id: id })
    for (const [index, letter] of text.split('').entries()) client.ws.send(letter, { fin: index === text.length - 1 })

    expect((await client.received(2))[1]).toMatchObject({ type: 'Heartbeat' })
  })
})

describe('a Resume', () => {
  const id = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
  const ask = { type: 'Resume', timestamp: 1, connection_id: id, epoch: 'e1', last_ids: { 'tdp:a': '1-0' } }

  it("[GW-31] is answered with the endpoint's replay", async () => {
    const asked: unknown[] = []
    await using harness = await startGateway({
      endpoint: {
        resume(...question) {
          asked.push(...question)
          return Promise.resolve([message('missed 1'), message('missed 2')])
        },
      },
    })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}&batch=1`)
    await client.received(1)
    client.send(ask)

    expect((await client.received(3)).slice(1)).toEqual([message('missed 1'), message('missed 2')])
    expect(asked).toEqual([{ 'tdp:a': '1-0' }, 'e1'])
  })

  it('[GW-31] is answered after what is published meanwhile, which is in the answer', async () => {
    const asked: unknown[] = []
    await using harness = await startGateway({
      // Entries are collected for a while after this one.
      now: () => 7,
      endpoint: {
        resume(...question) {
          asked.push(question)
          if (asked.length === 1) harness.publish('a', 'lossless', 'newest')
          return Promise.resolve([message('missed'), message('newest')])
        },
      },
    })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}&batch=1`)
    await client.received(1)
    harness.publish('a', 'lossless', 'before')
    await client.received(2)
    client.send(ask)
    await client.received(5)
    harness.publish('a', 'lossless', 'after')

    expect((await client.received(6)).slice(2)).toEqual(['newest', 'missed', 'newest', 'after'].map(message))
  })

  for (const [name, resume] of [
    ['an endpoint without resume', undefined],
    ['an endpoint that lost its count', () => 'discontinuity' as const],
    ['an endpoint that fails', () => Promise.reject(new Error('log is away'))],
  ] as const) {
    it(`[GW-31] from ${name} gets a discontinuity`, async () => {
      await using harness = await startGateway({ now: () => 7, endpoint: resume ? { resume } : {} })
      const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`)
      await client.received(1)
      client.send(ask)

      expect((await client.received(2))[1]).toEqual({
        type: 'SystemStatus',
        timestamp: 7,
        data: { status: 'running', message: 'discontinuity', market: testMarket() },
      })
    })
  }
})

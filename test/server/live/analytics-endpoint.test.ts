import { describe, expect, it, onTestFinished } from 'vitest'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { wrap } from '#contract/streams.ts'
import { analyticsEndpoint } from '#server/live/analytics-endpoint.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { createSequence } from '#src/streams/sequence.ts'
import { provenanceAt } from '#test/support/data/analysed.ts'
import { connectClient, startGateway, type TestClient } from '#test/support/server/gateway.ts'

const M1 = 'tdp:kraken:BTCUSD:technical_indicators:m1'
const LEVELS = 'tdp:kraken:BTCUSD:analysis:support_resistance'
const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'

/** The analytics socket of a server: log, feed, endpoint and gateway as the server joins them. */
async function serve({ epoch = 'e1', keep }: { epoch?: string; keep?: number } = {}) {
  const log = createMemoryLog({ epoch, ...(keep !== undefined && { capacity: keep }) })
  const feed = createAnalyticsFeed(log)
  const harness = await startGateway({ endpoints: [analyticsEndpoint(feed)] })
  onTestFinished(async () => {
    feed.stop()
    await harness[Symbol.asyncDispose]()
  })
  let ms = 1_000
  return {
    /** Appends the next entry of a stream. */
    async append(key: string) {
      ms += 1
      const data = wrap(key === M1 ? 'TechnicalIndicator' : 'Analysis', { at: ms })
      return log.append(key, data, provenanceAt(ms))
    },
    run: (key: string) => feed.publishRunning(key, wrap('TechnicalIndicator', { running: true }), provenanceAt(ms)),
    connect: (more = '') => connectClient(`${harness.url}/ws/analytics?token=ann:s1&connection_id=${ID}${more}`),
  }
}

const resume = (client: TestClient, last_ids: Record<string, string>, epoch = 'e1') =>
  client.send({ type: 'Resume', timestamp: 1, connection_id: ID, epoch, last_ids })

const updates = (messages: readonly ServerMessage[]) => messages.filter(({ type }) => type === 'AnalyticsUpdate')
const idsOf = (messages: readonly ServerMessage[]) => updates(messages).map(({ message_id }) => message_id)
const discontinuity = expect.objectContaining({
  type: 'SystemStatus',
  data: expect.objectContaining({ message: 'discontinuity' }),
})

describe('the analytics socket after a disconnect', () => {
  for (const more of ['', '&batch=1']) {
    it(`[SL-10] [GW-31] a Resume replays exactly the missed entries, in order, followed by live ones (${more || 'plain'})`, async () => {
      const server = await serve()
      const first = await server.append(M1)
      const levels = await server.append(LEVELS)
      const before = server.connect(more)
      await before.received(3)
      const held = await server.append(M1)
      await before.received(4)
      before.ws.terminate()

      const missed = [await server.append(LEVELS), await server.append(M1), await server.append(M1)]
      const after = server.connect(more)
      await after.received(3)
      resume(after, { [M1]: held.id, [LEVELS]: levels.id })
      await after.received(6)
      const live = await server.append(LEVELS)
      await after.received(7)

      expect(idsOf(before.messages())).toEqual([first.id, levels.id, held.id])
      const snapshot = [missed[2]?.id, missed[0]?.id]
      expect(idsOf(after.messages())).toEqual([...snapshot, ...missed.map(({ id }) => id), live.id])

      const sequence = createSequence()
      const taken = [...before.messages(), ...after.messages()].filter((message) => {
        const place = sequence.check('analytics', message)
        return message.type === 'AnalyticsUpdate' && place !== 'duplicate'
      })
      const whole = [first, levels, held, ...missed, live].map(({ id }) => id)
      expect(new Set(idsOf(taken))).toEqual(new Set(whole))
      expect(taken).toHaveLength(whole.length)
    })
  }

  it('[SL-10] a client that missed nothing gets no replay', async () => {
    const server = await serve()
    const last = await server.append(M1)
    const client = server.connect()
    await client.received(2)
    resume(client, { [M1]: last.id })
    client.send({ type: 'Heartbeat', timestamp: 1, connection_id: ID })

    expect((await client.received(3)).map(({ type }) => type)).toEqual([
      'ConnectionAck',
      'AnalyticsUpdate',
      'Heartbeat',
    ])
  })

  it(`[SL-10] ${GATEWAY.resumeEntries} missed entries of a stream are all replayed`, async () => {
    const server = await serve()
    const held = await server.append(M1)
    const missed: string[] = []
    for (let n = 0; n < GATEWAY.resumeEntries; n += 1) missed.push((await server.append(M1)).id)
    const client = server.connect('&batch=1')
    await client.received(2)
    resume(client, { [M1]: held.id })

    expect(idsOf(await client.received(2 + GATEWAY.resumeEntries)).slice(1)).toEqual(missed)
  })

  it('[SL-11] one more is a discontinuity, never a hidden gap', async () => {
    const server = await serve()
    const held = await server.append(M1)
    for (let n = 0; n <= GATEWAY.resumeEntries; n += 1) await server.append(M1)
    const client = server.connect()
    await client.received(2)
    resume(client, { [M1]: held.id })

    expect((await client.received(3))[2]).toEqual(discontinuity)
  })

  it('[SL-11] a gap beyond the retained log is a discontinuity', async () => {
    const server = await serve({ keep: 5 })
    const held = await server.append(M1)
    for (let n = 0; n < 10; n += 1) await server.append(M1)
    const client = server.connect()
    await client.received(2)
    resume(client, { [M1]: held.id })

    expect((await client.received(3))[2]).toEqual(discontinuity)
  })

  it('[SL-7] [SL-11] a restarted server is a discontinuity, visible in the epoch of its entries', async () => {
    const earlier = await serve({ epoch: 'e1' })
    const sequence = createSequence()
    await earlier.append(M1)
    const before = earlier.connect()
    await before.received(2)
    const held = await earlier.append(M1)
    for (const message of await before.received(3)) sequence.check('analytics', message)

    const restarted = await serve({ epoch: 'e2' })
    await restarted.append(M1)
    const after = restarted.connect()
    const [, newest] = await after.received(2)
    resume(after, { [M1]: held.id }, 'e1')

    expect((await after.received(3))[2]).toEqual(discontinuity)
    expect(newest && sequence.check('analytics', newest)).toBe('restart')
  })
})

describe('running values on the analytics socket', () => {
  for (const more of ['', '&batch=1']) {
    it(`[SL-13] repeat the last seq: the client sees no gap and no duplicate (${more || 'plain'})`, async () => {
      const server = await serve()
      await server.append(M1)
      const client = server.connect(more)
      await client.received(2)
      for (let n = 1; n <= 5; n += 1) {
        server.run(M1)
        await client.received(2 * n + 1)
        await server.append(M1)
        await client.received(2 * n + 2)
      }
      const sequence = createSequence()
      const received = updates(await client.received(12))

      expect(received.map(({ seq, message_id }) => [seq, message_id !== undefined])).toEqual(
        [1, 2, 3, 4, 5]
          .flatMap((seq) => [
            [seq, true],
            [seq, false],
          ])
          .concat([[6, true]]),
      )
      expect(received.map((message) => sequence.check('analytics', message))).toEqual(received.map(() => 'new'))
    })

    it(`[SL-13] one that arrives after its replacement is dropped as old, without a gap (${more || 'plain'})`, async () => {
      const server = await serve()
      await server.append(M1)
      const client = server.connect(more)
      await client.received(2)
      for (let n = 0; n < 5; n += 1) {
        server.run(M1)
        await server.append(M1)
      }
      const isWhole = () => client.messages().some(({ seq, message_id }) => seq === 6 && message_id !== undefined)
      for (let count = 3; !isWhole(); count += 1) await client.received(count)
      const sequence = createSequence()
      const received = updates(client.messages())
      const places = received.map((message) => ({ message, place: sequence.check('analytics', message) }))

      expect(places.filter(({ message, place }) => message.message_id !== undefined && place !== 'new')).toEqual([])
      expect(places.filter(({ place }) => place !== 'new' && place !== 'duplicate')).toEqual([])
    })
  }
})

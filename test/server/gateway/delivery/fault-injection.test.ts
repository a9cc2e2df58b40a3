import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { faultSchema, type Fault, type FaultInput } from '#contract/fault-injection.ts'
import { GATEWAY } from '#contract/limits.ts'
import type { FaultInjectionPort } from '#server/gateway/ports.ts'
import { connectClient, ORIGIN, startGateway, type TestClient } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'
import { WebSocket } from 'ws'

const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'

function createPort() {
  const bySession = new Map<string, Fault>()
  const changes$ = new Subject<{ sessionId: string; fault: Fault | undefined }>()
  const port: FaultInjectionPort = { faultOf: (sessionId) => bySession.get(sessionId), changes$ }
  return {
    port,
    isObserved: () => changes$.observed,
    start(sessionId: string, start: FaultInput) {
      const fault = faultSchema.parse(start)
      bySession.set(sessionId, fault)
      changes$.next({ sessionId, fault })
    },
    end(sessionId: string) {
      bySession.delete(sessionId)
      changes$.next({ sessionId, fault: undefined })
    },
  }
}

async function setup() {
  const faults = createPort()
  const timers = createManualTimers()
  const harness = await startGateway({ faultInjection: faults.port, timers, now: timers.now })
  const open: WebSocket[] = []
  const join = async (session: string, more = '') => {
    const client = connectClient(`${harness.url}/ws/tdp?token=ada:${session}${more}`)
    open.push(client.ws)
    await client.received(1)
    return client
  }
  // The planned stop waits on timers that only the test moves.
  async function end() {
    for (const ws of open) ws.terminate()
    await new Promise((done) => harness.server.close(done))
  }
  return { ...harness, [Symbol.asyncDispose]: end, faults, timers, join }
}

/** Published values as the client received them; a broken frame is its text. */
const values = (client: TestClient) =>
  client.messages().flatMap((message) => (message.type === 'Heartbeat' ? [message.data] : []))
/** Resolves when everything written to this client has arrived. */
async function settled(client: TestClient): Promise<void> {
  await new Promise<void>((done) => {
    client.ws.once('pong', () => done())
    client.ws.ping()
  })
}
async function rawFrames(url: string): Promise<{ ws: WebSocket; texts: string[] }> {
  const ws = new WebSocket(url, { origin: ORIGIN })
  const texts: string[] = []
  ws.on('message', (data) => texts.push((data as Buffer).toString()))
  await new Promise((done) => ws.once('message', done))
  return { ws, texts }
}

describe('fault injection', () => {
  it('[DR-10] cut-socket: terminates its sockets without a close frame, new ones before their ack, until the fault ends', async () => {
    await using gateway = await setup()
    const { faults, join, url } = gateway
    const [own, twin, other] = [await join('s1'), await join('s1'), await join('s2')]
    faults.start('s1', { kind: 'cut-socket', seconds: 5 })

    expect([await own.closed, await twin.closed]).toEqual([
      { code: 1006, reason: '' },
      { code: 1006, reason: '' },
    ])
    const again = connectClient(`${url}/ws/tdp?token=ada:s1`)
    expect([await again.closed, again.frames]).toEqual([{ code: 1006, reason: '' }, []])
    expect(gateway.events).toMatchObject([{ kind: 'socket-refused', code: 1006, refusal: 'fault-injection' }])
    gateway.publish('a', 'lossless', 1)
    await other.received(2)
    faults.end('s1')
    expect((await join('s1')).ws.readyState).toBe(WebSocket.OPEN)
    expect(other.ws.readyState).toBe(WebSocket.OPEN)
  })

  it('[DR-10] cut-socket: connects meanwhile do not count against the limit', async () => {
    await using gateway = await startGateway({
      ...portOf('s1', { kind: 'cut-socket', seconds: 5 }),
      limits: { connects: 3 },
    })
    for (let n = 0; n < 5; n += 1) {
      expect((await connectClient(`${gateway.url}/ws/tdp?token=ada:s1`).closed).code).toBe(1006)
    }
    const client = connectClient(`${gateway.url}/ws/tdp?token=ada:s2`)
    expect((await client.received(1)).length).toBe(1)
  })

  it('[DR-10] a fault for the other socket does not affect this one', async () => {
    await using gateway = await setup()
    const client = await gateway.join('s1')
    gateway.faults.start('s1', { kind: 'cut-socket', seconds: 5, socket: 'analytics' })
    gateway.publish('a', 'lossless', 1)
    await client.received(2)
    gateway.faults.start('s1', { kind: 'cut-socket', seconds: 5, socket: 'tdp' })
    expect((await client.closed).code).toBe(1006)
  })

  it('[DR-11] delay-feed: delays the feed, in order; responses to the client are not delayed', async () => {
    await using gateway = await setup()
    const { faults, timers, join } = gateway
    const [own, other] = [await join('s1'), await join('s2')]
    faults.start('s1', { kind: 'delay-feed', seconds: 60, delay_ms: 3_000 })
    gateway.publish('a', 'lossless', 1)
    await timers.advance(1_000)
    gateway.publish('a', 'lossless', 2)
    await other.received(3)
    await settled(own)
    expect([values(own), values(other)]).toEqual([[], [1, 2]])
    await timers.advance(1_999)
    await settled(own)
    expect(values(own)).toEqual([])
    await timers.advance(1)
    await own.received(2)
    expect(values(own)).toEqual([1])
    await timers.advance(1_000)
    await own.received(3)
    expect(values(own)).toEqual([1, 2])
  })

  it('[DR-11] delay-feed: releases everything delayed when it ends, in order and only once', async () => {
    await using gateway = await setup()
    const { faults, timers, join } = gateway
    const own = await join('s1', '&batch=1')
    faults.start('s1', { kind: 'delay-feed', seconds: 60, delay_ms: 10_000 })
    for (const value of [1, 2, 3]) {
      gateway.publish('a', 'lossless', value)
      await timers.advance(GATEWAY.batchMs)
    }
    faults.end('s1')
    gateway.publish('a', 'lossless', 4)
    await timers.advance(GATEWAY.batchMs)
    await own.received(5)
    await timers.advance(20_000)
    await settled(own)
    expect(values(own)).toEqual([1, 2, 3, 4])
  })

  it('[DR-11] delay-feed: holds at most 1 MiB, releasing the oldest early', async () => {
    await using gateway = await setup()
    const own = await gateway.join('s1')
    gateway.faults.start('s1', { kind: 'delay-feed', seconds: 60, delay_ms: 10_000 })
    const big = 'x'.repeat(300_000)
    for (const value of [1, 2, 3, 4]) gateway.publish('a', 'lossless', `${value}${big}`)
    await own.received(2)
    await settled(own)
    expect(values(own).map((value) => String(value)[0])).toEqual(['1'])
  })

  it.each(['', '&batch=1'])(
    '[DR-12] broken-json: publications are invalid JSON, the ack is valid (%s)',
    async (batch) => {
      await using gateway = await setup()
      const other = await gateway.join('s2')
      const { ws, texts } = await rawFrames(`${gateway.url}/ws/tdp?token=ada:s1${batch}`)
      gateway.faults.start('s1', { kind: 'broken-json', seconds: 5 })
      gateway.publish('a', 'lossless', 1)
      gateway.publish('a', 'latest', 2)
      await gateway.timers.advance(GATEWAY.batchMs)
      gateway.faults.end('s1')
      gateway.publish('a', 'latest', 3)
      await gateway.timers.advance(GATEWAY.batchMs)
      await other.received(4)
      await new Promise<void>((done) => {
        ws.once('pong', () => done())
        ws.ping()
      })
      const readable = texts.slice(1).map((text) => {
        try {
          JSON.parse(text)
          return true
        } catch {
          return false
        }
      })
      expect([readable.at(-1), readable.slice(0, -1)]).toEqual([true, readable.slice(0, -1).map(() => false)])
      expect(readable.length).toBeGreaterThan(1)
      expect(values(other)).toEqual([1, 2, 3])
      ws.terminate()
    },
  )

  it('[DR-13] stop-stream: withholds the entries of one stream only', async () => {
    await using gateway = await setup()
    const { faults, timers, join } = gateway
    const [own, batched, other] = [await join('s1'), await join('s1', '&batch=1'), await join('s2')]
    faults.start('s1', { kind: 'stop-stream', seconds: 5, stream: KEY })
    const publish = (values: readonly number[]) => {
      for (const value of values) gateway.publish(value % 2 === 0 ? KEY : `${KEY}2`, 'lossless', value)
      return timers.advance(GATEWAY.batchMs)
    }
    await publish([1, 2, 3])
    await publish([4])
    faults.end('s1')
    await publish([6, 7])
    await other.received(7)
    for (const client of [own, batched]) await client.received(5)
    expect([values(own), values(batched), values(other)]).toEqual([
      [1, 3, 6, 7],
      [1, 3, 6, 7],
      [1, 2, 3, 4, 6, 7],
    ])
  })

  it('[DR-14] affects a socket opened while the fault is active', async () => {
    await using gateway = await setup()
    gateway.faults.start('s1', { kind: 'stop-stream', seconds: 5, stream: KEY })
    const late = await gateway.join('s1')
    gateway.publish(KEY, 'lossless', 1)
    gateway.publish('a', 'lossless', 2)
    await late.received(2)
    expect(values(late)).toEqual([2])
  })

  it('[DR-14] faults of HTTP calls do not affect sockets', async () => {
    await using gateway = await setup()
    const client = await gateway.join('s1')
    for (const kind of ['answer-401', 'answer-503'] as const) gateway.faults.start('s1', { kind, seconds: 5 })
    gateway.publish('a', 'lossless', 1)
    await client.received(2)
    expect(values(client)).toEqual([1])
  })

  it('unsubscribes when the gateway stops', async () => {
    const faults = createPort()
    const gateway = await startGateway({ faultInjection: faults.port })
    expect(faults.isObserved()).toBe(true)
    await gateway[Symbol.asyncDispose]()
    expect(faults.isObserved()).toBe(false)
  })
})

/** A port with an active fault. */
function portOf(sessionId: string, start: FaultInput) {
  const faults = createPort()
  faults.start(sessionId, start)
  return { faultInjection: faults.port }
}

import { describe, expect, it } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import { POLICY } from '#server/gateway/policy.ts'
import { connectClient, incompressibleText, startGateway } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
const turn = () => new Promise((done) => setImmediate(done))

describe('a reader that pauses', () => {
  for (const more of ['', '&batch=1']) {
    it(`[GW-23] SC-02 is closed at its cap; the others get everything in order (${more || 'plain'})`, async () => {
      const timers = createManualTimers()
      await using harness = await startGateway({ timers, now: timers.now })
      const paused = connectClient(`${harness.url}/ws/tdp?token=ann:s1${more}`)
      const others = ['', '&batch=1'].map((kind) => connectClient(`${harness.url}/ws/tdp?token=bob:s1${kind}`))
      await Promise.all([paused, ...others].map((client) => client.received(1)))
      paused.ws.pause()

      const body = incompressibleText(50_000)
      let published = 0
      while (harness.gateway.stats().dropped['slow-reader'] === 0) {
        harness.publish('a', 'lossless', { number: published, body })
        published += 1
        await timers.advance(GATEWAY.batchMs)
        await turn()
      }

      expect(published * body.length).toBeGreaterThan(GATEWAY.outboundCapBytes)
      for (const client of others) {
        const received = (await client.received(1 + published)).slice(1)
        expect(received.map(({ data }) => (data as { number: number }).number)).toEqual([...Array(published).keys()])
      }
      paused.ws.resume()
      expect((await paused.closed).code).toBe(CLOSE.tryLater)
      expect(harness.gateway.stats().clients).toBe(2)
    })
  }

  it('[GW-22] gets every lossless entry in order and the newest values when it resumes', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    client.ws.pause()
    const body = incompressibleText(20_000)
    let published = 0
    while (harness.gateway.stats().conflated < 50) {
      harness.publish('v', 'latest', { value: published, body })
      if (published % 10 === 0) harness.publish('a', 'lossless', { closed: published })
      published += 1
      await turn()
    }
    client.ws.resume()
    const received = () => client.messages().map(({ data }) => data as { value?: number; closed?: number })
    while (!received().some(({ value }) => value === published - 1)) await turn()

    const values = received().flatMap(({ value }) => value ?? [])
    expect(values.length).toBeLessThan(published)
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(received().flatMap(({ closed }) => closed ?? [])).toEqual(
      [...Array(Math.ceil(published / 10)).keys()].map((index) => index * 10),
    )
    expect(client.ws.readyState).toBe(client.ws.OPEN)
  })

  it('[GW-24] SC-03 is closed 1013 after 15 s even if its queue stays small', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await client.received(1)
    client.ws.pause()
    const body = incompressibleText(20_000)
    while (harness.gateway.stats().conflated === 0) {
      harness.publish('v', 'latest', body)
      await turn()
    }
    await timers.advance(POLICY.stalledMs)
    expect(harness.gateway.stats().dropped['slow-reader']).toBe(0)
    await timers.advance(POLICY.reapMs)
    expect(harness.gateway.stats().dropped['slow-reader']).toBe(1)
    client.ws.resume()

    expect((await client.closed).code).toBe(CLOSE.tryLater)
  })

  it('[GW-24] SC-03 is closed 1013 for a late pong if network buffers hide the pause', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${ID}`)
    await client.received(1)
    client.send({ type: 'Heartbeat', timestamp: 1, connection_id: ID })
    await client.received(2)
    client.ws.pause()
    await timers.advance(POLICY.pingMs + POLICY.stalledMs)
    expect(harness.gateway.stats().dropped['slow-reader']).toBe(0)
    await timers.advance(POLICY.reapMs)
    expect(harness.gateway.stats().dropped['slow-reader']).toBe(1)
    client.ws.resume()

    expect((await client.closed).code).toBe(CLOSE.tryLater)
  })

  it('[GW-24] a client that never answers pings is not closed for a missing pong', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`, { autoPong: false })
    await client.received(1)
    await timers.advance(60_000)

    expect(harness.gateway.stats()).toMatchObject({ clients: 1, dropped: { 'slow-reader': 0 } })
  })
})

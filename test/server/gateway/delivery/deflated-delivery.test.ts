import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import type { Publication } from '#server/gateway/ports.ts'
import {
  connectClient,
  message,
  incompressibleText,
  startGateway,
  type TestClient,
} from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
const PLAIN = { perMessageDeflate: false }
const turn = () => new Promise((done) => setImmediate(done))
type Step =
  | { readonly publish: Pick<Publication, 'stream' | 'delivery'>; readonly body: string }
  | { readonly waitMs: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      publish: fc.record({
        stream: fc.constantFrom('a', 'b', 'c'),
        delivery: fc.constantFrom('lossless' as const, 'latest' as const),
      }),
      body: fc
        .tuple(fc.constantFrom(0, 10, 200, 260, 1_000, 20_000), fc.constantFrom('repeated', 'noise', 'unicode'))
        .map(([length, kind]) => {
          if (kind === 'noise') return incompressibleText(length)
          return kind === 'repeated' ? 'x'.repeat(length) : '€🙂'.repeat(length / 3)
        }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ waitMs: fc.constantFrom(1, 15, 16, 40) }) },
)

/** The last message of all: lossless, so that everybody gets it. */
const END = 'end'

async function receivedAll(client: TestClient): Promise<void> {
  while (client.messages().at(-1)?.data !== END) await turn()
}

describe('deflated and plain clients', () => {
  for (const [kind, query] of [
    ['a frame per message', ''],
    ['arrays', '&batch=1'],
  ] as const) {
    it(`[GW-40] get the same messages in the same frames and order, in any mix (${kind})`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
          const timers = createManualTimers()
          await using harness = await startGateway({ timers, now: timers.now })
          const url = `${harness.url}/ws/tdp?token=ann:s1${query}`
          const [deflated, plain] = [connectClient(url), connectClient(url, PLAIN)]
          await Promise.all([deflated.received(1), plain.received(1)])
          const lossless: unknown[] = []
          for (const [number, one] of steps.entries()) {
            if ('waitMs' in one) {
              await timers.advance(one.waitMs)
              continue
            }
            const value = { number, body: one.body }
            harness.publish(one.publish.stream, one.publish.delivery, value)
            if (one.publish.delivery === 'lossless') lossless.push(value)
          }
          harness.publish('a', 'lossless', END)
          await timers.advance(GATEWAY.batchMs)
          await Promise.all([deflated, plain].map(receivedAll))

          expect([deflated.ws.extensions, plain.ws.extensions]).toEqual(['permessage-deflate', ''])
          expect(deflated.frames.slice(1)).toEqual(plain.frames.slice(1))
          const numbers = deflated
            .messages()
            .slice(1, -1)
            .map(({ data }) => (data as { number: number }).number)
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
          const isLossless = new Set(lossless.map((value) => (value as { number: number }).number))
          expect(
            deflated
              .messages()
              .slice(1, -1)
              .map(({ data }) => data)
              .filter((data) => isLossless.has((data as { number: number }).number)),
          ).toEqual(lossless)
          for (const { ws } of [deflated, plain]) ws.terminate()
        }),
        { numRuns: 40 },
      )
    }, 60_000)
  }

  it('[GW-31] get the same gap fill, followed by live entries', async () => {
    const missed = Array.from({ length: 1_000 }, (_, number) => message({ number, body: 'x'.repeat(number) }))
    await using harness = await startGateway({ endpoint: { resume: () => missed } })
    for (const [query, options] of [
      ['', {}],
      ['&batch=1', {}],
      ['', PLAIN],
      ['&batch=1', PLAIN],
    ] as const) {
      const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${ID}${query}`, options)
      await client.received(1)
      client.send({ type: 'Resume', timestamp: 1, connection_id: ID, epoch: 'e1', last_ids: {} })
      await client.received(2)
      harness.publish('a', 'lossless', END)
      await receivedAll(client)
      expect(client.messages().slice(1)).toEqual([...missed, message(END)])
      client.ws.terminate()
      await client.closed
    }
  })

  it('[GW-42] count the bytes actually written: compressible text drops only the slow plain reader', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const url = `${harness.url}/ws/tdp?token=ann:s1&batch=1`
    const [deflated, plain] = [connectClient(url), connectClient(url, PLAIN)]
    await Promise.all([deflated.received(1), plain.received(1)])
    for (const { ws } of [deflated, plain]) ws.pause()
    const body = 'x'.repeat(50_000)
    let published = 0
    while (harness.gateway.stats().dropped['slow-reader'] === 0) {
      harness.publish('a', 'lossless', { number: published, body })
      published += 1
      await timers.advance(GATEWAY.batchMs)
      await turn()
    }
    expect(harness.gateway.stats()).toMatchObject({ clients: 1, conflated: 0 })
    for (const { ws } of [deflated, plain]) ws.resume()

    const received = (await deflated.received(1 + published)).slice(1)
    expect(received.map(({ data }) => data)).toEqual([...Array(published).keys()].map((number) => ({ number, body })))
    expect((await plain.closed).code).toBe(CLOSE.tryLater)
  })

  it('[GW-42] get queued entries deflated too, every lossless one in order', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({ timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&batch=1`)
    await client.received(1)
    client.ws.pause()
    let published = 0
    while (harness.gateway.stats().conflated < 20) {
      harness.publish('v', 'latest', { number: published, body: incompressibleText(20_000) })
      harness.publish('a', 'lossless', { number: published + 1, body: 'x'.repeat(2_000) })
      published += 2
      await timers.advance(GATEWAY.batchMs)
      await turn()
    }
    client.ws.resume()
    harness.publish('a', 'lossless', END)
    await timers.advance(GATEWAY.batchMs)
    await receivedAll(client)

    const numbers = client
      .messages()
      .slice(1, -1)
      .map(({ data }) => (data as { number: number }).number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers.filter((number) => number % 2 === 1)).toEqual([...Array(published / 2).keys()].map((n) => 2 * n + 1))
  })
})

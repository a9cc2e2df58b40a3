import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import zlib from 'node:zlib'
import { WebSocket } from 'ws'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import { offersDeflate } from '#server/gateway/framing/index.ts'
import { connectClient, ORIGIN, startGateway } from '#test/support/server/gateway.ts'

const ID = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
const heartbeat = { type: 'Heartbeat', timestamp: 1, connection_id: ID }
const ANSWER = 'permessage-deflate; server_no_context_takeover; client_no_context_takeover'

const USABLE = [
  'permessage-deflate',
  'permessage-deflate; client_max_window_bits',
  'permessage-deflate; client_max_window_bits=8',
  'permessage-deflate; client_max_window_bits=15; server_no_context_takeover',
  'permessage-deflate;client_no_context_takeover;server_no_context_takeover',
  'x-webkit-deflate-frame, permessage-deflate; client_max_window_bits',
  'permessage-deflate; client_max_window_bits, permessage-deflate',
]

const UNUSABLE = [
  undefined,
  '',
  ',',
  'x-webkit-deflate-frame',
  'permessage-deflate; server_max_window_bits=10; client_max_window_bits',
  'permessage-deflate; server_max_window_bits=10, permessage-deflate',
  'permessage-deflate; client_max_window_bits=7',
  'permessage-deflate; client_max_window_bits=16',
  'permessage-deflate; client_max_window_bits=0x9',
  'permessage-deflate; client_max_window_bits="10"',
  'permessage-deflate; client_no_context_takeover; client_no_context_takeover',
  'permessage-deflate; server_no_context_takeover=1',
  'permessage-deflate; surprise',
  'permessage-deflate;',
  'permessage-deflate, ;',
  'permessage-deflate client_max_window_bits',
  'PERMESSAGE-DEFLATE',
  'permessage-deflate; __proto__',
  'permessage-deflate, other; a="b',
]

/** What an upgrade with this offer is answered with, and the first message after it. */
async function upgradeWith(
  url: string,
  offer: string | undefined,
): Promise<{ status: number; answer: string | undefined }> {
  const headers = offer === undefined ? {} : { 'sec-websocket-extensions': offer }
  const ws = new WebSocket(`${url}/ws/tdp?token=ann:s1`, { origin: ORIGIN, perMessageDeflate: false, headers })
  const result = await new Promise<{ status: number; answer: string | undefined }>((done) => {
    const report = ({ statusCode: status = 0, headers: { 'sec-websocket-extensions': answer } }: IncomingMessage) =>
      done({ status, answer })
    ws.on('upgrade', report)
    ws.on('unexpected-response', (_request, response) => report(response))
    // A client that did not offer itself refuses the answer; it has been read by then.
    ws.on('error', () => {})
  })
  ws.terminate()
  return result
}

describe('compression negotiation', () => {
  it('[GW-40] accepts offers without context takeover', async () => {
    await using harness = await startGateway()
    for (const offer of USABLE) {
      expect([offer, offersDeflate(offer)]).toEqual([offer, true])
      const { status, answer } = await upgradeWith(harness.url, offer)
      expect([
        offer,
        status,
        answer
          ?.split('; ')
          .filter((word) => !word.startsWith('client_max'))
          .toSorted(),
      ]).toEqual([offer, 101, ANSWER.split('; ').toSorted()])
    }
  })

  it('[GW-40] declines other offers without refusing the client', async () => {
    await using harness = await startGateway()
    for (const offer of UNUSABLE) {
      expect([offer, offersDeflate(offer)]).toEqual([offer, false])
      expect(await upgradeWith(harness.url, offer)).toEqual({ status: 101, answer: undefined })
    }
  })

  it('[GW-40] WS-38 declines every offer when switched off', async () => {
    await using harness = await startGateway({ compress: false })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1&batch=1`)
    await client.received(1)
    harness.publish('a', 'lossless', 'x'.repeat(5_000))

    expect((await client.received(2))[1]?.data).toBe('x'.repeat(5_000))
    expect(client.ws.extensions).toBe('')
  })
})

describe('a deflated client message', () => {
  const compressing = { perMessageDeflate: { threshold: 0 } }
  const url = (harness: { url: string }) => `${harness.url}/ws/tdp?token=ann:s1&connection_id=${ID}`

  it('[GW-41] is read like any other, one message after the other', async () => {
    await using harness = await startGateway()
    const client = connectClient(url(harness), compressing)
    await client.received(1)
    expect(client.ws.extensions).toBe('permessage-deflate')
    for (let count = 2; count <= 6; count += 1) {
      client.send(heartbeat)
      expect((await client.received(count)).at(-1)).toMatchObject({ type: 'Heartbeat', connection_id: ID })
    }
    expect(harness.gateway.stats().badFrames).toBe(0)
  })

  it('[GW-43] frees its inflater after the message, in one frame or in several', async () => {
    const created = vi.spyOn(zlib, 'createInflateRaw')
    onTestFinished(() => created.mockRestore())
    const inflaters = () => created.mock.results.map(({ value }) => (value as zlib.InflateRaw).destroyed)
    await using harness = await startGateway()
    const client = connectClient(url(harness), compressing)
    await client.received(1)
    expect(inflaters()).toEqual([])
    client.send(heartbeat)
    await client.received(2)
    expect(inflaters()).toEqual([true])

    const text = JSON.stringify(heartbeat)
    client.ws.send(text.slice(0, 20), { fin: false })
    client.ws.send(text.slice(20), { fin: true })
    client.send(heartbeat)
    client.send(heartbeat)
    await client.received(5)
    expect(inflaters()).toEqual([true, true, true, true])
    expect(harness.gateway.stats().badFrames).toBe(0)
  })

  it('[GW-12] WS-38 is limited by its inflated size: 64 KiB is accepted, one byte more closes 1009', async () => {
    await using harness = await startGateway()
    const client = connectClient(url(harness), compressing)
    await client.received(1)
    client.send('x'.repeat(65_536))
    client.send(heartbeat)
    await client.received(2)
    expect(harness.gateway.stats()).toMatchObject({ badFrames: 1, clients: 1 })

    client.send('x'.repeat(50_000_000))
    expect((await client.closed).code).toBe(CLOSE.tooBig)
    expect(harness.gateway.stats()).toMatchObject({ badFrames: 2, clients: 0, dropped: { 'bad-frames': 1 } })
  })

  it('[GW-41] WS-38 that is corrupt closes this client 1007, is counted, and affects no one else', async () => {
    await using harness = await startGateway()
    const other = connectClient(`${harness.url}/ws/tdp?token=ann:s2`)
    const client = connectClient(url(harness))
    const socket = new Promise<Socket>((done) => client.ws.on('upgrade', (response) => done(response.socket)))
    await Promise.all([client.received(1), other.received(1)])
    // FIN, RSV1, text; masked with zeros: eight bytes that no deflate stream begins with.
    ;(await socket).write(Buffer.from('c18800000000ffffffffffffffff', 'hex'))

    expect((await client.closed).code).toBe(1007)
    harness.publish('a', 'lossless', 'later')
    expect((await other.received(2))[1]?.data).toBe('later')
    expect(harness.gateway.stats()).toMatchObject({ badFrames: 1, clients: 1, dropped: { 'bad-frames': 1 } })
    expect(harness.events).toContainEqual({
      kind: 'client-dropped',
      path: '/ws/tdp',
      connectionId: ID,
      userId: 'ann',
      cause: 'bad-frames',
    })
  })

  it('[GW-41] without negotiation closes 1002 and is counted', async () => {
    await using harness = await startGateway()
    const client = connectClient(url(harness), { perMessageDeflate: false })
    const socket = new Promise<Socket>((done) => client.ws.on('upgrade', (response) => done(response.socket)))
    await client.received(1)
    ;(await socket).write(Buffer.from('c18000000000', 'hex'))

    expect((await client.closed).code).toBe(1002)
    expect(harness.gateway.stats()).toMatchObject({ badFrames: 1, clients: 0 })
  })
})

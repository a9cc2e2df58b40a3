import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Socket, type AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { DEFLATE_UP_TO_BYTES, deflatingEncoder, textFrame, WIRE_FORMATS } from '#server/gateway/framing/encode.ts'

const { own: encodeSingly } = WIRE_FORMATS.single
const { own: encodeBatch } = WIRE_FORMATS.batch

/** A bare server that upgrades, with permessage-deflate, and then writes `bytes`: what a real client makes of them. */
async function receivedFrom(bytes: Buffer, count: number): Promise<string[]> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.once('data', (request) => {
      const key = /sec-websocket-key: (.+)\r\n/i.exec(request.toString())?.[1] ?? ''
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      socket.write(bytes)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const texts = await new Promise<string[]>((done, failed) => {
    const received: string[] = []
    ws.on('error', failed)
    ws.on('message', (data, isBinary) => {
      received.push(isBinary ? 'binary' : (data as Buffer).toString())
      if (received.length === count) done(received)
    })
  })
  ws.terminate()
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => server.close(done))
  return texts
}

describe('frames', () => {
  it('[GW-20] encodes payload lengths of 7, 16 and 64 bits', () => {
    expect(textFrame('').toString('hex')).toBe('8100')
    expect(textFrame('a'.repeat(125)).subarray(0, 3).toString('hex')).toBe('817d61')
    expect(textFrame('a'.repeat(126)).subarray(0, 5).toString('hex')).toBe('817e007e61')
    expect(textFrame('a'.repeat(65_535)).subarray(0, 5).toString('hex')).toBe('817effff61')
    expect(textFrame('a'.repeat(65_536)).subarray(0, 11).toString('hex')).toBe('817f000000000001000061')
  })

  it('[GW-20] a real client reads every length and every script', async () => {
    const texts = ['', 'a', 'é'.repeat(63), '€'.repeat(42), '🙂'.repeat(20_000), 'z'.repeat(65_535), '{"a":"\\ud800"}']

    expect(await receivedFrom(encodeSingly(texts), texts.length)).toEqual(texts)
  })

  it('[GW-20] a batch is one frame with a JSON array of the envelopes', async () => {
    const [text = ''] = await receivedFrom(encodeBatch(['{"n":1}', '{"n":2}']), 1)

    expect(JSON.parse(text)).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('[GW-40] deflated frames set RSV1, and a real client reads them in any mix with plain ones', async () => {
    const seal = deflatingEncoder(1)
    const texts = ['', 'a', 'é'.repeat(63), '€'.repeat(42), '🙂'.repeat(20_000), 'z'.repeat(65_535), '{"a":"\\ud800"}']
    const random = randomBytes(150_000).toString('base64')
    const all = [...texts, random, ...texts]

    expect(
      await receivedFrom(Buffer.concat(all.flatMap((text) => [seal(text), textFrame(text)])), all.length * 2),
    ).toEqual(all.flatMap((text) => [text, text]))
    expect(seal('z'.repeat(1_000))[0]).toBe(0xc1)
    expect(seal('z'.repeat(1_000)).subarray(-4).toString('hex')).not.toBe('0000ffff')
    expect(seal(random)[0]).toBe(0xc1)
  })

  it('[GW-40] stays plain below the threshold, above the maximum, and when it would not get smaller', () => {
    const seal = deflatingEncoder(200)
    const sizes = { below: 199, at: 200, most: DEFLATE_UP_TO_BYTES, beyond: DEFLATE_UP_TO_BYTES + 1 }
    const isDeflated = (text: string) => (seal(text)[0] ?? 0) >= 0xc0

    expect(
      Object.entries(sizes).map(([name, size]) => [
        name,
        isDeflated('é'.repeat(size / 2).padEnd(size - Math.floor(size / 2), 'x')),
      ]),
    ).toEqual([
      ['below', false],
      ['at', true],
      ['most', true],
      ['beyond', false],
    ])
    const distinct = String.fromCharCode(...Array(128).keys())
    expect(deflatingEncoder(100)(distinct)).toEqual(textFrame(distinct))
  })
})

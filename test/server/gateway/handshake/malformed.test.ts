import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startGateway, type TestGateway } from '#test/support/server/gateway.ts'

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** A connection by hand: what was received so far, and a promise of its end. */
function open({ url }: TestGateway): { readonly socket: Socket; received(): Buffer; readonly closed: Promise<void> } {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])))
  socket.on('error', () => undefined)
  return { socket, received: () => bytes, closed: new Promise((done) => socket.on('close', () => done())) }
}

const request = (method: string, path: string, headers: Record<string, string>, protocol = 'HTTP/1.1') =>
  [`${method} ${path} ${protocol}`, 'Host: x', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  )

describe('a malformed handshake', () => {
  it.each([
    ['another version', 'GET', { ...HANDSHAKE, 'Sec-WebSocket-Version': '12' }],
    ['no key', 'GET', { ...HANDSHAKE, 'Sec-WebSocket-Key': '' }],
    ['a short key', 'GET', { ...HANDSHAKE, 'Sec-WebSocket-Key': 'c2hvcnQ=' }],
    ['another method', 'POST', HANDSHAKE],
    ['a repeated protocol', 'GET', { ...HANDSHAKE, 'Sec-WebSocket-Protocol': 'a, a' }],
  ])('[GW-13] WS-46 with %s gets a 4xx and is closed', async (_, method, headers) => {
    await using harness = await startGateway()
    const connection = open(harness)
    connection.socket.write(request(method, '/ws/tdp?token=ann:s1', headers))
    await connection.closed

    expect(connection.received().toString()).toMatch(/^HTTP\/1\.1 4\d\d [^]*Connection: close/)
    expect(harness.gateway.stats().clients).toBe(0)
  })
})

/** A client frame; unmasked unless a mask is given. */
const frame = (first: number, payload: Buffer, mask?: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([first, (mask ? 0x80 : 0) | payload.length]),
    mask ?? Buffer.alloc(0),
    mask ? payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : payload,
  ])
const MASK = Buffer.from([1, 2, 3, 4])
const TEXT = 0x81
const PING = 0x89
const CLOSE = 0x88

describe('a malformed frame', () => {
  it.each([
    ['an unmasked one', frame(TEXT, Buffer.from('{}')), 1002],
    ['an unknown opcode', frame(0x83, Buffer.from('{}'), MASK), 1002],
    ['a reserved bit', frame(TEXT | 0x20, Buffer.from('{}'), MASK), 1002],
    ['a continuation of nothing', frame(0x80, Buffer.from('{}'), MASK), 1002],
    ['a ping in fragments', frame(PING & 0x7f, Buffer.from('x'), MASK), 1002],
    ['a close code of one byte', frame(CLOSE, Buffer.from([3]), MASK), 1002],
    ['a reserved close code', frame(CLOSE, Buffer.from([0x03, 0xed]), MASK), 1002],
    ['text that is not UTF-8', frame(TEXT, Buffer.from([0xff, 0xfe]), MASK), 1007],
    ['a close reason that is not UTF-8', frame(CLOSE, Buffer.from([0x03, 0xe8, 0xff]), MASK), 1007],
  ])('[GW-41] WS-47 %s closes with its code; others notice nothing', async (_, bytes, code) => {
    await using harness = await startGateway()
    const other = open(harness)
    other.socket.write(request('GET', '/ws/tdp?token=bob:s2', HANDSHAKE))
    const connection = open(harness)
    connection.socket.write(request('GET', '/ws/tdp?token=ann:s1', HANDSHAKE))
    while (harness.gateway.stats().clients < 2) await new Promise(setImmediate)
    connection.socket.write(bytes)
    await new Promise<void>((done) => connection.socket.on('end', done))

    // The last frame is the server's: unmasked, two bytes of code first.
    const sent = connection.received()
    const at = sent.lastIndexOf(CLOSE)
    expect(sent.readUInt16BE(at + 2)).toBe(code)
    expect(harness.gateway.stats().clients).toBe(1)
    other.socket.destroy()
    connection.socket.destroy()
  })
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import { connectionErrors, connectionStatus, type ConnectionStatus } from '#src/machines/connection/selectors.ts'
import { connectTo, greet, portOf, serveSockets } from '#test/support/client/real-connection.ts'
import { aLiveUpdate, anAck } from '#test/support/data/messages.ts'

const texts = (snapshot: ConnectionSnapshot) => connectionErrors(snapshot).map(({ text }) => text)

describe('a connection over real sockets', () => {
  it('[CO-1] [CO-3] connects with token and batch, and passes the frames on', async () => {
    const urls: string[] = []
    const { port } = await serveSockets((client, url) => {
      urls.push(url)
      greet(client)
      client.send(JSON.stringify([aLiveUpdate(), aLiveUpdate({ close: 106 })]))
    })
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    await vi.waitFor(() => expect(harness.frames).toHaveLength(2))
    expect(urls).toEqual(['/ws/tdp?token=token-1&batch=1'])
    expect(harness.frames.map(({ messages }) => messages)).toEqual([
      [anAck()],
      [aLiveUpdate(), aLiveUpdate({ close: 106 })],
    ])
  })

  it('WS-04 reconnects a second after its server died, with a fresh token', async () => {
    const urls: string[] = []
    const { port } = await serveSockets((client, url, count) => {
      urls.push(url)
      greet(client)
      if (count === 0) setTimeout(() => client.terminate(), 20)
    })
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    const lost = await harness.until('reconnecting')
    expect(texts(lost)).toEqual(['Connection lost: Connection closed unexpectedly'])
    await harness.until('connected')
    expect(urls).toEqual(['/ws/tdp?token=token-1&batch=1', '/ws/tdp?token=token-2&batch=1'])
  })

  it('WS-43 WS-15 reports the close code of a token rejected after the upgrade', async () => {
    const { port } = await serveSockets((client, _, count) =>
      count === 0 ? client.close(4401, 'token expired') : greet(client),
    )
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    expect(harness.checkSession.mock.calls).toEqual([['token']])
  })

  it('WS-25 keeps messages that precede the acknowledgement, in order', async () => {
    const { port } = await serveSockets((client) => {
      client.send(JSON.stringify(aLiveUpdate({ close: 101 })))
      greet(client)
      client.send(JSON.stringify(aLiveUpdate({ close: 102 })))
    })
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    await vi.waitFor(() => expect(harness.frames).toHaveLength(3))
    expect(harness.frames.flatMap(({ messages }) => messages.map(({ type }) => type))).toEqual([
      'LiveUpdate',
      'ConnectionAck',
      'LiveUpdate',
    ])
  })

  it('WS-29 renews without a disconnection: the old socket closes with 1000 after the new one is acknowledged', async () => {
    const closes: [number, number][] = []
    let acknowledged = 0
    const { server, port } = await serveSockets((client) => {
      client.on('close', (code) => closes.push([code, acknowledged]))
      setTimeout(() => {
        acknowledged += 1
        greet(client)
      }, 30)
    })
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    const seen = new Set<ConnectionStatus>()
    harness.actor.subscribe((snapshot) => seen.add(connectionStatus(snapshot)))
    harness.tokenChanged()
    await vi.waitFor(() => expect(closes).toEqual([[1000, 2]]))
    expect([...seen]).toEqual(['connected'])
    expect(server.clients.size).toBe(1)
  })

  it('WS-26 leaves one socket on the server after five restarts', async () => {
    const { server, port } = await serveSockets(greet)
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    for (let press = 0; press < 5; press += 1) harness.restart()
    await harness.until('connected')
    await vi.waitFor(() => expect(server.clients.size).toBe(1))
  })

  it('closes with 1000 when stopped', async () => {
    const codes: number[] = []
    const { port } = await serveSockets((client) => {
      client.on('close', (code) => codes.push(code))
      greet(client)
    })
    const harness = connectTo(port)
    harness.connect()
    await harness.until('connected')
    harness.actor.stop()
    await vi.waitFor(() => expect(codes).toEqual([1000]))
  })

  it('WS-06 WS-45 treats an unreachable server as a failed attempt, not an exception', async () => {
    const { server, port } = await serveSockets(greet)
    await new Promise((done) => server.close(done))
    const harness = connectTo(port)
    harness.connect()
    expect(texts(await harness.until('reconnecting'))).toEqual(['WebSocket connection error'])
  })

  it('WS-07 can abandon a hanging handshake', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())))
    const harness = connectTo(portOf(server))
    harness.connect()
    const [peer] = await once(server, 'connection')
    harness.disconnect()
    await once(peer, 'close')
    expect(texts(harness.actor.getSnapshot())).toEqual([])
  })

  it('WS-37 reads a message of ten thousand fragments as one', async () => {
    const { port } = await serveSockets((client) => {
      greet(client)
      const text = JSON.stringify(aLiveUpdate()).padEnd(10_000)
      for (let at = 0; at < text.length; at += 1) client.send(text.slice(at, at + 1), { fin: at === text.length - 1 })
    })
    const harness = connectTo(port)
    harness.connect()
    await vi.waitFor(() => expect(harness.frames).toHaveLength(2), { timeout: 8_000 })
    expect(harness.frames[1]?.messages).toEqual([aLiveUpdate()])
  })
})

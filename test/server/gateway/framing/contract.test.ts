import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { DEFLATE_OPTIONS, releaseInflater, WIRE_FORMATS, wireFormatOf } from '#server/gateway/framing/index.ts'

/** A socket of ws and the client of ws at its other end, both with or without permessage-deflate. */
async function connectPair(perMessageDeflate: boolean) {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: perMessageDeflate && DEFLATE_OPTIONS })
  const server = createServer()
  const accepted = new Promise<{ ws: WebSocket; socket: Duplex }>((done) => {
    server.once('upgrade', (request: IncomingMessage, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (ws) => done({ ws, socket })),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { perMessageDeflate })
  onTestFinished(async () => {
    client.terminate()
    await new Promise((done) => server.close(done))
  })
  const events: unknown[] = []
  client.on('message', (data, isBinary) => events.push(isBinary ? 'binary' : (data as Buffer).toString()))
  client.on('ping', (data) => events.push(['ping', data.toString()]))
  client.on('error', (error) => events.push(error))
  const closed = new Promise<unknown>((done) => {
    client.on('close', (code, reason) => done([code, reason.toString()]))
  })
  await new Promise((done) => client.once('open', done))
  return { ...(await accepted), client, events, closed }
}

/** The limits of the three length classes, of a deflated frame and of what is deflated at all, in characters. */
const LENGTHS = [0, 1, 62, 63, 124, 125, 126, 127, 255, 256, 1_023, 1_024, 65_534, 65_535, 65_536, 131_070, 262_142]
const CHARACTERS = { ascii: 'a', latin: 'é', euro: '€', emoji: '🙂' }
const TEXTS = Object.values(CHARACTERS).flatMap((character) => LENGTHS.map((length) => character.repeat(length)))

describe('the framing, read by ws', () => {
  describe.each([false, true])('deflated: %s', (deflates) => {
    it.each(['shared', 'own'] as const)(
      '[GW-20] [GW-40] %s frames of every length and script keep their order among the pings and the close of ws',
      async (kind) => {
        const { ws, socket, events, closed } = await connectPair(deflates)
        const { [kind]: single } = WIRE_FORMATS[wireFormatOf(false, ws.extensions !== '')]
        const { [kind]: batch } = WIRE_FORMATS[wireFormatOf(true, ws.extensions !== '')]
        for (const [number, text] of TEXTS.entries()) {
          socket.write(single([text]))
          ws.ping(`${number}`)
        }
        socket.write(single(['several', 'at', 'once']))
        socket.write(batch(['{"n":1}', '{"text":"€"}', `{"text":"${'🙂'.repeat(20_000)}"}`]))
        ws.close(1012, 'restart')

        expect(await closed).toEqual([1012, 'restart'])
        const sent = TEXTS.flatMap((text, number) => [text, ['ping', `${number}`]])
        const array = `[{"n":1},{"text":"€"},{"text":"${'🙂'.repeat(20_000)}"}]`
        // Compared one by one: the difference of two such lists could not be printed.
        const expected = [...sent, 'several', 'at', 'once', array]
        expect(events).toHaveLength(expected.length)
        expect(events.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(expected[index]))).toBe(-1)
      },
    )

    it('[GW-43] ws has the private field through which an inflater is freed exactly if the socket inflates', async () => {
      const { ws, client, events } = await connectPair(deflates)
      expect([ws.extensions, releaseInflater(ws)]).toEqual(deflates ? ['permessage-deflate', true] : ['', false])

      const text = 'x'.repeat(2_000)
      for (const _ of [1, 2]) {
        const received = new Promise((done) => ws.once('message', (data) => done((data as Buffer).toString())))
        client.send(text, { compress: true })
        expect(await received).toBe(text)
        expect(releaseInflater(ws)).toBe(deflates)
      }
      expect(events).toEqual([])
    })
  })
})

// A bare `ws` server, the yardstick of the cluster benchmark: it sends messages of a recorded size to all its sockets.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { createWriter } from './candles.ts'

export interface BareCommand {
  readonly rate: number
  /** The text of a closed candle. */
  readonly sample: string
}

const sockets = new Set<WebSocket>()
const server = createServer()
const upgrades = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })
upgrades.on('connection', (ws) => {
  sockets.add(ws)
  ws.on('error', () => undefined)
  ws.on('close', () => sockets.delete(ws))
  ws.send('{"type":"ConnectionAck"}')
})

process.on('message', ({ rate, sample }: BareCommand) => {
  const write = createWriter(sample, Date.now)
  const beganAt = performance.now()
  let sent = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * rate)
    for (; sent < due; sent += 1) {
      const text = write()
      for (const ws of sockets) ws.send(text)
    }
  }, 5)
  process.send?.({ writing: true })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

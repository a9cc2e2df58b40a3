import { WebSocket, type RawData } from 'ws'
import { releaseInflater } from '../framing/index.ts'
import type { Inbound } from '../protocol/inbound.ts'
import { onPong, type Client } from './client.ts'
import type { Disconnect } from './disconnect.ts'
import type { Registry } from './registry.ts'

export interface SocketListenersDeps {
  readonly now: () => number
  readonly registry: Pick<Registry, 'bySocket'>
  readonly inbound: Inbound
  readonly disconnect: Disconnect
}

/** Attaches the gateway's listeners to the socket of a registered client. */
export type AttachListeners = (ws: WebSocket) => void

/** One set of listeners for all sockets: closures for each would be a tenth of a connection's memory. */
export function createSocketListeners({ now, registry, inbound, disconnect }: SocketListenersDeps): AttachListeners {
  const forClient = (ws: WebSocket, run: (client: Client) => void) => {
    const client = registry.bySocket(ws)
    if (client) run(client)
  }

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    releaseInflater(this)
    forClient(this, (client) => {
      client.lastReceivedAt = now()
      if (this.readyState === WebSocket.OPEN) inbound.onMessage(client, data, isBinary)
    })
  }

  function onPing(this: WebSocket) {
    forClient(this, (client) => {
      client.lastReceivedAt = now()
      if (this.readyState === WebSocket.OPEN) inbound.onControlFrame(client)
    })
  }

  function onPongReceived(this: WebSocket) {
    forClient(this, (client) => {
      if (client.isAwaitingPong) onPong(client)
      else if (this.readyState === WebSocket.OPEN) inbound.onControlFrame(client)
    })
  }

  function onError(this: WebSocket) {
    forClient(this, (client) => inbound.onProtocolError(client))
  }

  function onClose(this: WebSocket) {
    forClient(this, (client) => disconnect.onClosed(client))
  }

  return (ws) =>
    void ws
      .on('message', onMessage)
      .on('ping', onPing)
      .on('pong', onPongReceived)
      .on('error', onError)
      .on('close', onClose)
}

import { WebSocket, type RawData } from 'ws'
import { onPong, type Client } from './client.ts'
import { letGoOfInflater } from './compression.ts'
import type { Endings } from './endings.ts'
import type { Inbox } from './inbox.ts'
import type { Registry } from './registry.ts'

export interface ListenersDeps {
  readonly now: () => number
  readonly registry: Pick<Registry, 'bySocket'>
  readonly inbox: Inbox
  readonly endings: Endings
}

/** Wires a socket, whose client is registered, to what the gateway does with it. */
export type Listen = (ws: WebSocket) => void

/** One set of listeners for all sockets: closures for each would be a tenth of what a connection holds. */
export function createListeners({ now, registry, inbox, endings }: ListenersDeps): Listen {
  const forClient = (ws: WebSocket, run: (client: Client) => void) => {
    const client = registry.bySocket(ws)
    if (client) run(client)
  }

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    letGoOfInflater(this)
    forClient(this, (client) => {
      client.lastHeardAt = now()
      if (this.readyState === WebSocket.OPEN) inbox.receive(client, data, isBinary)
    })
  }

  function onPing(this: WebSocket) {
    forClient(this, (client) => {
      client.lastHeardAt = now()
      inbox.ping(client)
    })
  }

  function onPonged(this: WebSocket) {
    forClient(this, onPong)
  }

  function onError(this: WebSocket) {
    forClient(this, (client) => inbox.broken(client))
  }

  function onClose(this: WebSocket) {
    forClient(this, (client) => endings.closed(client))
  }

  return (ws) =>
    void ws.on('message', onMessage).on('ping', onPing).on('pong', onPonged).on('error', onError).on('close', onClose)
}

import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import type { Member } from './broadcast.ts'
import type { Counters } from './counters.ts'
import { asArray, oneByOne } from './frame.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { DropCause } from './ports.ts'

/** An acknowledged connection. */
export interface Client extends Member {
  readonly connectionId: string
  readonly path: string
  readonly principal: Principal
  /** Unix milliseconds at which its token ends. */
  readonly expiresAt: number | undefined
  readonly batched: boolean
  readonly outbox: Outbox
  /** When the last frame of any kind came from it. */
  lastHeardAt(): number
  readonly heard: () => void
  isOpen(): boolean
  /** Starts the closing handshake; nothing more is sent. `cause` is given when the gateway drops the client. */
  close(code: number, reason: string, cause?: DropCause): void
  /** Ends the connection without a handshake. */
  cut(cause?: DropCause): void
}

export interface ClientDeps {
  readonly ws: WebSocket
  /** What `ws` speaks over. Frames are written to it directly: framing them once for all is what makes a broadcast cheap. */
  readonly socket: Duplex
  readonly connectionId: string
  readonly path: string
  readonly principal: Principal
  readonly expiresAt: number | undefined
  readonly batched: boolean
  readonly joinedAt: number
  readonly counters: Counters
  readonly now: () => number
  readonly onSlow: (client: Client) => void
  /** The client gets nothing more: closing, cut or gone. May be called more than once. */
  readonly onEnding: (client: Client, cause: DropCause | undefined) => void
}

const REASON_BYTES = 123

/** A close reason that fits its frame, cut between characters. */
export function closeReason(text: string): string {
  let reason = text
  while (Buffer.byteLength(reason) > REASON_BYTES) reason = reason.slice(0, -1)
  return reason
}

export function createClient(deps: ClientDeps): Client {
  const { ws, socket, now, onSlow, onEnding } = deps
  let lastHeardAt = now()

  const outbox = createOutbox({
    framing: deps.batched ? asArray : oneByOne,
    counters: deps.counters,
    now,
    onOverflow: () => onSlow(client),
    sink: {
      write(frame) {
        if (ws.readyState === WebSocket.OPEN) socket.write(frame)
      },
      unsent: () => socket.writableLength,
    },
  })
  socket.on('drain', outbox.onDrained)

  const client: Client = {
    connectionId: deps.connectionId,
    path: deps.path,
    principal: deps.principal,
    expiresAt: deps.expiresAt,
    batched: deps.batched,
    joinedAt: deps.joinedAt,
    outbox,
    offer: outbox.offer,
    lastHeardAt: () => lastHeardAt,
    heard() {
      lastHeardAt = now()
    },
    isOpen: () => ws.readyState === WebSocket.OPEN,
    close(code, reason, cause) {
      if (ws.readyState !== WebSocket.OPEN) return
      ws.close(code, closeReason(reason))
      onEnding(client, cause)
    },
    cut(cause) {
      ws.terminate()
      onEnding(client, cause)
    },
  }
  return client
}

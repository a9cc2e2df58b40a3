import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import type { ActiveFault } from '../delivery/fault-injection.ts'
import type { TokenBucket } from '../protocol/token-bucket.ts'
import { WIRE_FORMATS, type WireFormat } from '../protocol/encoding.ts'
import type { SendQueue } from '../delivery/send-queue.ts'

/** An acknowledged connection. */
export interface Client extends SendQueue {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly connectionId: string
  readonly path: string
  readonly principal: Principal
  /** Unix milliseconds at which its token ends. */
  readonly expiresAt: number
  readonly wireFormat: WireFormat
  /** Entries with a lower number were published before it joined and are in its snapshot. */
  readonly firstEntry: number
  /** When it last sent something of its own accord: a message or a ping. */
  lastReceivedAt: number
  /** When it was last pinged. Its pong comes after it has read everything written before: how far it lags behind. */
  pingedAt: number
  isAwaitingPong: boolean
  /** It has answered a ping before, so a missing pong means something. */
  answersPings: boolean
  /** What it may still send, and how much of that may be nonsense; undefined while nothing was spent. */
  frames: TokenBucket | undefined
  badFrames: TokenBucket | undefined
  /** Its session asked for a fault. */
  activeFault: ActiveFault | undefined
}

export type ClientInit = Pick<
  Client,
  'ws' | 'socket' | 'connectionId' | 'path' | 'principal' | 'expiresAt' | 'wireFormat' | 'firstEntry'
>

// Field by field: copies made by spreading get a hidden class each, which costs more than the record.
export const createClient = (init: ClientInit, now: number): Client => ({
  ws: init.ws,
  socket: init.socket,
  connectionId: init.connectionId,
  path: init.path,
  principal: init.principal,
  expiresAt: init.expiresAt,
  wireFormat: init.wireFormat,
  firstEntry: init.firstEntry,
  encode: WIRE_FORMATS[init.wireFormat].own,
  queue: undefined,
  backlog: undefined,
  blockedSince: undefined,
  lastReceivedAt: now,
  pingedAt: now,
  isAwaitingPong: false,
  answersPings: false,
  frames: undefined,
  badFrames: undefined,
  activeFault: undefined,
})

/** Asks how far it lags behind. */
export function ping(client: Client, now: number) {
  client.pingedAt = now
  client.isAwaitingPong = true
  client.ws.ping()
}

export function onPong(client: Client) {
  client.isAwaitingPong = false
  client.answersPings = true
}

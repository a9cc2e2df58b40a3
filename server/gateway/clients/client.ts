import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import { WIRE_FORMATS, type WireFormat } from '../framing/index.ts'
import type { Selection } from '../protocol/selection.ts'
import type { TokenBucket } from '../protocol/token-bucket.ts'
import type { SendQueue } from '#server/gateway/delivery/delivery.ts'

/** An acknowledged connection. */
export interface Client extends SendQueue {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly connectionId: string
  readonly path: string
  readonly principal: Principal
  /** Expiry of its token, unix milliseconds. */
  readonly expiresAt: number
  readonly wireFormat: WireFormat
  /** Number of the first entry it receives; earlier ones are in its snapshot. */
  readonly firstEntry: number
  /** The streams that it wants. */
  selection: Selection
  /** Unix milliseconds. */
  readonly openedAt: number
  /** Time of its last message or ping; pongs do not count. */
  lastReceivedAt: number
  /** Time of the last ping to it. Its pong shows that it has read everything written before. */
  pingedAt: number
  isAwaitingPong: boolean
  /** It has answered a ping before, so a missing pong is significant. */
  answersPings: boolean
  /** Rate limits of its messages and of its invalid ones; undefined until first used. */
  frames: TokenBucket | undefined
  badFrames: TokenBucket | undefined
}

export type ClientInit = Pick<
  Client,
  'ws' | 'socket' | 'connectionId' | 'path' | 'principal' | 'expiresAt' | 'wireFormat' | 'firstEntry' | 'selection'
>

// No spread: each copy would get its own hidden class, which costs more than the record.
export const createClient = (init: ClientInit, now: number): Client => ({
  ws: init.ws,
  socket: init.socket,
  connectionId: init.connectionId,
  path: init.path,
  principal: init.principal,
  expiresAt: init.expiresAt,
  wireFormat: init.wireFormat,
  firstEntry: init.firstEntry,
  selection: init.selection,
  encode: WIRE_FORMATS[init.wireFormat].own,
  queue: undefined,
  backlog: undefined,
  blockedSince: undefined,
  interceptor: undefined,
  openedAt: now,
  lastReceivedAt: now,
  pingedAt: now,
  isAwaitingPong: false,
  answersPings: false,
  frames: undefined,
  badFrames: undefined,
})

/** Pings the client to measure how far it lags behind. */
export function ping(client: Client, now: number) {
  client.pingedAt = now
  client.isAwaitingPong = true
  client.ws.ping()
}

export function onPong(client: Client) {
  client.isAwaitingPong = false
  client.answersPings = true
}

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import type { Affliction } from './drills.ts'
import type { Budget } from './budget.ts'
import { DIALECTS, type Dialect } from './framing.ts'
import type { Outbox } from './outbox.ts'

/** An acknowledged connection. */
export interface Client extends Outbox {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly connectionId: string
  readonly path: string
  readonly principal: Principal
  /** Unix milliseconds at which its token ends. */
  readonly expiresAt: number
  readonly dialect: Dialect
  /** Entries with a lower number were published before it joined and are in its snapshot. */
  readonly joinedAt: number
  /** When it last sent something of its own accord: a message or a ping. */
  lastHeardAt: number
  /** When it was last pinged. Its pong comes after it has read everything written before: how far it lags behind. */
  pingedAt: number
  owesPong: boolean
  /** It has answered a ping before, so a missing pong means something. */
  knowsPings: boolean
  /** What it may still send, and how much of that may be nonsense; undefined while nothing was spent. */
  frames: Budget | undefined
  badFrames: Budget | undefined
  /** Its session asked for a fault. */
  affliction: Affliction | undefined
}

export type Newcomer = Pick<
  Client,
  'ws' | 'socket' | 'connectionId' | 'path' | 'principal' | 'expiresAt' | 'dialect' | 'joinedAt'
>

// Field by field: copies made by spreading get a hidden class each, which costs more than the record.
export const createClient = (newcomer: Newcomer, now: number): Client => ({
  ws: newcomer.ws,
  socket: newcomer.socket,
  connectionId: newcomer.connectionId,
  path: newcomer.path,
  principal: newcomer.principal,
  expiresAt: newcomer.expiresAt,
  dialect: newcomer.dialect,
  joinedAt: newcomer.joinedAt,
  framing: DIALECTS[newcomer.dialect].own,
  queue: undefined,
  backlog: undefined,
  heldSince: undefined,
  lastHeardAt: now,
  pingedAt: now,
  owesPong: false,
  knowsPings: false,
  frames: undefined,
  badFrames: undefined,
  affliction: undefined,
})

/** Asks how far it lags behind. */
export function ping(client: Client, now: number) {
  client.pingedAt = now
  client.owesPong = true
  client.ws.ping()
}

export function onPong(client: Client) {
  client.owesPong = false
  client.knowsPings = true
}

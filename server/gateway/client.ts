import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import { fullBudget, type Budget } from './budget.ts'
import { asArray, oneByOne } from './frame.ts'
import type { Outbox } from './outbox.ts'
import { POLICY } from './policy.ts'

/** An acknowledged connection. */
export interface Client extends Outbox {
  readonly ws: WebSocket
  readonly socket: Duplex
  readonly connectionId: string
  readonly path: string
  readonly principal: Principal
  /** Unix milliseconds at which its token ends. */
  readonly expiresAt: number | undefined
  /** Gets arrays of envelopes, not an envelope per frame. */
  readonly batched: boolean
  /** Entries with a lower number were published before it joined and are in its snapshot. */
  readonly joinedAt: number
  /** When the last frame of any kind came from it. */
  lastHeardAt: number
  /** What it may still send, and how much of that may be nonsense. */
  readonly frames: Budget
  readonly badFrames: Budget
}

export type Newcomer = Pick<
  Client,
  'ws' | 'socket' | 'connectionId' | 'path' | 'principal' | 'expiresAt' | 'batched' | 'joinedAt'
>

// Field by field: copies made by spreading get a hidden class each, which costs more than the record.
export const createClient = (newcomer: Newcomer, now: number): Client => ({
  ws: newcomer.ws,
  socket: newcomer.socket,
  connectionId: newcomer.connectionId,
  path: newcomer.path,
  principal: newcomer.principal,
  expiresAt: newcomer.expiresAt,
  batched: newcomer.batched,
  joinedAt: newcomer.joinedAt,
  framing: newcomer.batched ? asArray : oneByOne,
  queue: undefined,
  backlog: undefined,
  heldSince: undefined,
  lastHeardAt: now,
  frames: fullBudget(POLICY.frames, now),
  badFrames: fullBudget(POLICY.badFrames, now),
})

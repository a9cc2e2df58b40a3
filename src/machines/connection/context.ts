import type { ClientMessage } from '#contract/client-messages.ts'
import type { FeedName, PageEvent, SocketEvent } from './ports.ts'

/** Something that went wrong with a connection, in words, and when (unix ms). */
export interface ConnectionError {
  readonly at: number
  readonly text: string
}

/** Which attempt is under way, if any: decides how its failure is worded and whether it counts. */
export type AttemptKind = 'none' | 'first' | 'retry' | 'restart'

export interface ConnectionInput {
  readonly feed: FeedName
  /** Address as people may see it: its token reads `***`. */
  readonly maskedUrl: string
  /** Off: an abnormal close leads straight to error and fallback, and nothing reconnects by itself. */
  readonly isPersistent: boolean
}

/** All times are unix ms. Neither a token nor anything that came in a frame is kept here. */
export interface ConnectionContext extends ConnectionInput {
  /** Number of the newest socket; a socket with another number that is not `current` is superseded. */
  readonly generation: number
  /** Number of the acknowledged socket that carries the connection. */
  readonly current: number | undefined
  readonly connectionId: string | undefined
  readonly connectedAt: number | undefined
  readonly wasConnected: boolean
  /** When the server last answered a heartbeat. */
  readonly lastHeartbeat: number | undefined
  readonly lastActivityAt: number
  readonly unansweredSince: number | undefined
  readonly heartbeatSentAt: number
  /** Retries since the last success. */
  readonly attempts: number
  readonly attemptKind: AttemptKind
  /** When the retry that is waited for is due. */
  readonly dueAt: number
  readonly retryAfterMs: number
  /** Code that ended the last socket, if it had one. */
  readonly closeCode: number | undefined
  /** How often the connection was made again after it was lost or restarted. */
  readonly reconnectCount: number
  /** A session check was made for this outage: a second refusal is an ordinary failure. */
  readonly isSessionChecked: boolean
  readonly isUnavailable: boolean
  readonly connects: readonly number[]
  readonly errors: readonly ConnectionError[]
  /** Events of an unknown type: they change nothing else. */
  readonly unknownEvents: number
}

export type ConnectionEvent =
  | { readonly type: 'connect' | 'disconnect' | 'restart' }
  /** A new token is there: the connection is made anew with it, before the old one goes. */
  | { readonly type: 'token.changed' }
  /** The first poll that succeeded after failures: the backend is back, so the socket may be too. */
  | { readonly type: 'poll.recovered' }
  | { readonly type: 'message.send'; readonly message: Resumption }
  | SocketEvent
  | PageEvent

/** What may be sent besides heartbeats; the machine adds who and when. */
export type Resumption = Omit<Extract<ClientMessage, { type: 'Resume' }>, 'timestamp' | 'connection_id'>

/** Told to whoever polls: a poll is due now. */
export interface PollDue {
  readonly type: 'poll.due'
}

const MAX_ERRORS = 20

export const initialContext = (input: ConnectionInput): ConnectionContext => ({
  ...input,
  generation: 0,
  current: undefined,
  connectionId: undefined,
  connectedAt: undefined,
  wasConnected: false,
  lastHeartbeat: undefined,
  lastActivityAt: 0,
  unansweredSince: undefined,
  heartbeatSentAt: 0,
  attempts: 0,
  attemptKind: 'none',
  dueAt: 0,
  retryAfterMs: 0,
  closeCode: undefined,
  reconnectCount: 0,
  isSessionChecked: false,
  isUnavailable: false,
  connects: [],
  errors: [],
  unknownEvents: 0,
})

export const withError = (errors: readonly ConnectionError[], at: number, text: string): readonly ConnectionError[] =>
  [...errors, { at, text }].slice(-MAX_ERRORS)

/** How the failure of an attempt is worded: a retry and a restart say so. */
export function failureText(kind: AttemptKind, message: string): string {
  if (kind === 'retry') return `Reconnection failed: ${message}`
  if (kind === 'restart') return `Restart failed: ${message}`
  return message
}

/** How a close is worded that came instead of an acknowledgement. */
export const refusalText = (kind: AttemptKind, reason: string): string =>
  failureText(kind, kind === 'first' ? lossText(reason) : reason)

export const lossText = (reason: string): string => `Connection lost: ${reason}`

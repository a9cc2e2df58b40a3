import type { ClientMessage } from '#contract/client-messages.ts'
import type { FeedName, PageEvent, SocketEvent } from './ports.ts'

/** An error of a connection; `at` is unix ms. */
export interface ConnectionError {
  readonly at: number
  readonly text: string
}

/** The current attempt, if any. Decides the wording of a failure and whether it counts as a retry. */
export type AttemptKind = 'none' | 'first' | 'retry' | 'restart'

export interface ConnectionInput {
  readonly feed: FeedName
  /** URL with its token masked as `***`. */
  readonly maskedUrl: string
  /** If false, an abnormal close leads to error and fallback at once, without reconnecting. */
  readonly isPersistent: boolean
}

/** What an acknowledgement says of its connection. */
export interface Acknowledgement {
  readonly connectionId: string
  /** The server sends something at least this often; undefined if it makes no such promise. */
  readonly idleHeartbeatMs?: number | undefined
}

/** All times are unix ms. Holds neither tokens nor anything from a frame. */
export interface ConnectionContext extends ConnectionInput {
  /** Number of the newest socket. Any other socket that is not `current` is superseded. */
  readonly generation: number
  /** Number of the acknowledged socket that carries the connection. */
  readonly current: number | undefined
  readonly connectionId: string | undefined
  readonly connectedAt: number | undefined
  readonly wasConnected: boolean
  /** When the server last answered a heartbeat. */
  readonly lastHeartbeat: number | undefined
  readonly lastActivityAt: number
  readonly idleHeartbeatMs: number | undefined
  readonly unansweredSince: number | undefined
  readonly heartbeatSentAt: number
  /** Retries since the last success. */
  readonly attempts: number
  readonly attemptKind: AttemptKind
  /** When the next retry is due. */
  readonly dueAt: number
  readonly retryAfterMs: number
  /** Close code of the last socket, if it had one. */
  readonly closeCode: number | undefined
  /** Number of reconnects after a loss or restart. */
  readonly reconnectCount: number
  /** Whether the session was checked during this outage; a second refusal is then an ordinary failure. */
  readonly isSessionChecked: boolean
  readonly isUnavailable: boolean
  readonly connects: readonly number[]
  readonly errors: readonly ConnectionError[]
  /** Number of events of an unknown type, which are otherwise ignored. */
  readonly unknownEvents: number
}

export type ConnectionEvent =
  | { readonly type: 'connect' | 'disconnect' | 'restart' }
  /** A new token is available: the connection is renewed with it before the old one closes. */
  | { readonly type: 'token.changed' }
  /** First successful poll after failures: the backend is back, so the socket may be too. */
  | { readonly type: 'poll.recovered' }
  | { readonly type: 'message.send'; readonly message: ServerRequest }
  | SocketEvent
  | PageEvent

type Unaddressed<Message> = Message extends ClientMessage ? Omit<Message, 'timestamp' | 'connection_id'> : never

/** A request to the server; the machine adds timestamp and connection id. */
export type ServerRequest = Unaddressed<Extract<ClientMessage, { type: 'Resume' | 'Subscribe' }>>

/** Emitted when a poll is due. */
export interface PollDue {
  readonly type: 'poll.due'
}

export const initialContext = (input: ConnectionInput): ConnectionContext => ({
  ...input,
  generation: 0,
  current: undefined,
  connectionId: undefined,
  connectedAt: undefined,
  wasConnected: false,
  lastHeartbeat: undefined,
  lastActivityAt: 0,
  idleHeartbeatMs: undefined,
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

import type { ClientMessage } from '#contract/client-messages.ts'

/** The two sockets of the product: market data and analytics. */
export const FEEDS = ['tdp', 'analytics'] as const
export type FeedName = (typeof FEEDS)[number]

/** Events of one socket. `generation` is the number it was opened with; times are unix ms. */
export type SocketEvent =
  | { readonly type: 'socket.open'; readonly generation: number }
  /**
   * ConnectionAck received: only now is the connection established. The server then sends something at least every
   * `idleHeartbeatMs`; undefined if it makes no such promise.
   */
  | {
      readonly type: 'socket.ack'
      readonly generation: number
      readonly connectionId: string
      readonly idleHeartbeatMs?: number | undefined
    }
  /** First live or analytics message of this socket. */
  | { readonly type: 'socket.live'; readonly generation: number }
  /** A message came in; reported at most about once a second. `isHeartbeat`: it answers one of ours. */
  | {
      readonly type: 'socket.activity'
      readonly generation: number
      readonly at: number
      readonly isHeartbeat: boolean
    }
  | { readonly type: 'socket.closed'; readonly generation: number; readonly code: number; readonly reason: string }
  /** Failed without a close code. `isUnavailable`: WebSocket is missing or its constructor throws. */
  | {
      readonly type: 'socket.failed'
      readonly generation: number
      readonly message: string
      readonly isUnavailable: boolean
    }
  /** A message could not be sent; the socket itself may be fine. */
  | { readonly type: 'socket.unsent'; readonly generation: number; readonly message: string }

/** An open socket. Reports nothing after `close`. */
export interface SocketHandle {
  readonly send: (message: ClientMessage) => void
  /** Closes with code 1000. */
  readonly close: () => void
}

export type PageEvent = {
  readonly type: 'page.visible' | 'page.hidden' | 'page.online' | 'page.offline' | 'page.hide' | 'page.show'
}

/** Result of a session check: still alive with a fresh token, or ended. */
export type SessionCheckResult = 'alive' | 'ended'

/** Ports of the connection machine. */
export interface ConnectionPorts {
  /** Opens a socket with a fresh URL and token. Never throws: failures are events. */
  readonly openSocket: (generation: number, report: (event: SocketEvent) => void) => SocketHandle
  /** Reports page events, `page.offline` at once if offline at the start. Returns a function that stops it. */
  readonly watchPage: (report: (event: PageEvent) => void) => () => void
  /**
   * Called when the server closed because of the token (refresh it once) or because the session has ended. Rejects when
   * it got no answer.
   */
  readonly checkSession: (why: 'token' | 'ended') => Promise<SessionCheckResult>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
}

import type { ClientMessage } from '#contract/client-messages.ts'

/** The two sockets of the product: market data and analytics. */
export type FeedName = 'tdp' | 'analytics'

/** What one socket tells the machine. `generation` is the number it was opened with; times are unix ms. */
export type SocketEvent =
  | { readonly type: 'socket.open'; readonly generation: number }
  /** ConnectionAck seen: only now does the connection count as made. */
  | { readonly type: 'socket.ack'; readonly generation: number; readonly connectionId: string }
  /** First live or analytics message of this socket. */
  | { readonly type: 'socket.live'; readonly generation: number }
  /** Something came in; told at most about once a second. `isHeartbeat`: it answers ours. */
  | {
      readonly type: 'socket.activity'
      readonly generation: number
      readonly at: number
      readonly isHeartbeat: boolean
    }
  | { readonly type: 'socket.closed'; readonly generation: number; readonly code: number; readonly reason: string }
  /** No close code is known. `isUnavailable`: there is no WebSocket here, or it refuses to be made. */
  | {
      readonly type: 'socket.failed'
      readonly generation: number
      readonly message: string
      readonly isUnavailable: boolean
    }
  /** A message could not be sent; the socket itself may be well. */
  | { readonly type: 'socket.unsent'; readonly generation: number; readonly message: string }

/** One socket while it lives. After `close` it reports nothing more. */
export interface SocketHandle {
  readonly send: (message: ClientMessage) => void
  /** Closes with code 1000. */
  readonly close: () => void
}

export type PageEvent = {
  readonly type: 'page.visible' | 'page.hidden' | 'page.online' | 'page.offline' | 'page.hide' | 'page.show'
}

/** What a session check says: the session still lives (and its token is fresh), or it has ended. */
export type SessionCheckResult = 'alive' | 'ended'

/** Everything the machine needs from outside. */
export interface ConnectionPorts {
  /** Opens one socket; the address and its token are made anew each time. Never throws: trouble is an event. */
  readonly openSocket: (generation: number, report: (event: SocketEvent) => void) => SocketHandle
  /** Reports what the page goes through, `page.offline` at once when it starts so; returns how to stop. */
  readonly watchPage: (report: (event: PageEvent) => void) => () => void
  /**
   * Asked when the server closed over the token (refresh it once) or said that the session has ended.
   * Rejects when no answer was to be had.
   */
  readonly checkSession: (why: 'token' | 'ended') => Promise<SessionCheckResult>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
}

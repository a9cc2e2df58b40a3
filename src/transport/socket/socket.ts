import type { ClientMessage } from '#contract/client-messages.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { LIVENESS } from '#contract/limits.ts'
import type { ConnectionAck, ServerMessage } from '#contract/messages.ts'
import type { FeedName, SocketEvent, SocketHandle } from '#src/machines/connection/ports.ts'
import type { FeedFrame } from '#src/streams/ports.ts'
import { parseFrame } from './frames.ts'

/** The part of a browser's WebSocket that is used. */
export interface WebSocketLike {
  readonly readyState: number
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send(text: string): void
  close(code?: number): void
}

export interface SocketOptions {
  readonly feed: FeedName
  /** Creates the address for one attempt, with a fresh token. May take time; may reject. */
  readonly address: () => Promise<string>
  /** Creates the socket. May throw, like the browser's constructor. */
  readonly create: (url: string) => WebSocketLike
  /** Receives every parsed frame. */
  readonly frames: { next(frame: FeedFrame): void }
  /** Wall clock, unix ms. */
  readonly now: () => number
}

const OPEN = 1
const FAILED = 'WebSocket connection error'
/** Minimum interval between `socket.heard` events; the last one is sent at the end of the interval. */
const ACTIVITY_INTERVAL_MS = 1_000
/** A close event usually follows an error and has more detail. Without one, the error counts. */
const CLOSE_WAIT_MS = 250

/** The promised interval; an implausible one counts as none. */
const idleHeartbeatOf = ({ data: { idle_heartbeat_ms: promised } }: ConnectionAck): number | undefined =>
  promised !== undefined && promised >= LIVENESS.idleHeartbeatMs ? promised : undefined

const isLive = ({ type }: ServerMessage): boolean => type === 'LiveUpdate' || type === 'AnalyticsUpdate'

/** Opens sockets that parse incoming frames, pass them to `frames` and report their state. */
export const createSocketOpener =
  ({ feed, address, create, frames, now }: SocketOptions) =>
  (generation: number, report: (event: SocketEvent) => void): SocketHandle => {
    let socket: WebSocketLike | undefined
    let isOver = false
    let isAcknowledged = false
    let idleHeartbeatMs: number | undefined
    let wasLive = false
    let activityTimer: ReturnType<typeof setTimeout> | undefined
    let errorTimer: ReturnType<typeof setTimeout> | undefined
    let activityAt: number | undefined

    function finish(): void {
      isOver = true
      clearTimeout(activityTimer)
      clearTimeout(errorTimer)
    }

    // A report may close the socket in the middle of a frame: nothing is reported after that.
    function emit(event: SocketEvent): void {
      if (!isOver) report(event)
    }

    function emitLast(event: SocketEvent): void {
      if (isOver) return
      finish()
      report(event)
    }

    const fail = (isUnavailable: boolean) =>
      emitLast({ type: 'socket.failed', generation, message: FAILED, isUnavailable })

    function emitActivity(): void {
      activityTimer = undefined
      if (activityAt === undefined) return
      emit({ type: 'socket.activity', generation, at: activityAt, isHeartbeat: false })
      activityAt = undefined
      if (!isOver) activityTimer = setTimeout(emitActivity, ACTIVITY_INTERVAL_MS)
    }

    function recordActivity(isHeartbeat: boolean): void {
      if (isOver) return
      if (isHeartbeat) emit({ type: 'socket.activity', generation, at: now(), isHeartbeat })
      else {
        activityAt = now()
        if (activityTimer === undefined) emitActivity()
      }
    }

    function receive(data: unknown): void {
      if (isOver) return
      const frame = parseFrame(data)
      frames.next({ feed, frame })
      let isHeartbeat = false
      for (const message of frame.messages) {
        if (message.type === 'ConnectionAck' && !isAcknowledged) {
          isAcknowledged = true
          idleHeartbeatMs = idleHeartbeatOf(message)
          emit({ type: 'socket.ack', generation, connectionId: message.data.connection_id, idleHeartbeatMs })
        } else if (message.type === 'Heartbeat') {
          // Without a connection id it is the server's own, not the answer to ours.
          isHeartbeat ||= idleHeartbeatMs === undefined || message.connection_id !== undefined
        } else if (!wasLive && isLive(message)) {
          wasLive = true
          emit({ type: 'socket.live', generation })
        }
      }
      recordActivity(isHeartbeat)
    }

    function open(url: string): void {
      if (isOver) return
      try {
        socket = create(url)
      } catch {
        // The browser's message contains the address and thus the token: it must not be passed on.
        fail(true)
        return
      }
      socket.onopen = () => emit({ type: 'socket.open', generation })
      socket.onmessage = ({ data }: { data: unknown }) => receive(data)
      socket.onerror = () => {
        errorTimer ??= setTimeout(() => fail(false), CLOSE_WAIT_MS)
      }
      socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
        if (errorTimer !== undefined && !isAcknowledged && code === NO_CLOSE_FRAME) fail(false)
        else emitLast({ type: 'socket.closed', generation, code, reason })
      }
    }

    address().then(open, () => fail(false))

    return {
      send(message: ClientMessage): void {
        if (socket?.readyState !== OPEN) {
          emit({ type: 'socket.unsent', generation, message: 'WebSocket not connected' })
          return
        }
        try {
          socket.send(JSON.stringify(message))
        } catch {
          emit({ type: 'socket.unsent', generation, message: 'Failed to send message' })
        }
      },
      close(): void {
        finish()
        detach(socket)
      },
    }
  }

const NO_CLOSE_FRAME = 1006

/** Closes a socket and ignores its further events. */
function detach(socket: WebSocketLike | undefined): void {
  if (socket === undefined) return
  socket.onopen = null
  socket.onmessage = null
  socket.onclose = null
  // Stays, because an aborted handshake raises an error event.
  socket.onerror = () => undefined
  try {
    socket.close(CLOSE.normal)
  } catch {
    // Nothing is left to do for a socket that cannot be closed.
  }
}

import type { ClientMessage } from '#contract/client-messages.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { LIVENESS } from '#contract/limits.ts'
import type { ConnectionAck, ServerMessage } from '#contract/messages.ts'
import type { FeedName, SocketEvent, SocketHandle } from '#src/machines/connection/ports.ts'
import type { FeedFrame, Frame, Reject } from '#src/streams/ports.ts'
import { MESSAGE_VALIDATORS } from '#contract/generated/message-validators.ts'
import { parseJson } from '#src/lib/json.ts'

/** Larger frames are dropped unread; no backend sends any. In UTF-16 units. */
export const FRAME_LIMIT = 1_048_576

const MAX_TYPE_LENGTH = 40
const NONE: readonly never[] = []

const rejectFrame = (kind: Reject['kind'], text: string): Frame => ({
  messages: NONE,
  rejects: [{ kind, text, count: 1 }],
})
const NOT_JSON = 'Invalid message format received'

function isServerMessage(value: unknown): value is ServerMessage {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return MESSAGE_VALIDATORS.get(value.type)?.(value) ?? false
}

/** Reason why a value is not a valid message. */
function rejectOf(value: unknown): Omit<Reject, 'count'> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'format', text: NOT_JSON }
  const type: unknown = 'type' in value ? value.type : undefined
  if (typeof type !== 'string') return { kind: 'type', text: 'Message without a type' }
  if (!MESSAGE_VALIDATORS.has(type))
    return { kind: 'type', text: `Unknown message type: ${type.slice(0, MAX_TYPE_LENGTH)}` }
  return { kind: 'shape', text: `Invalid ${type} message` }
}

/** Maximum number of distinct texts per frame, so that invented types cannot fill the list. */
const MAX_TEXTS = 8

function countRejects(values: readonly unknown[]): readonly Reject[] {
  const counted = new Map<string, Reject>()
  for (const value of values) {
    const found = rejectOf(value)
    const key = counted.has(found.text) || counted.size < MAX_TEXTS ? found.text : 'more'
    const current = counted.get(key) ?? { ...found, ...(key === 'more' ? { text: 'Other messages' } : {}), count: 0 }
    counted.set(key, { ...current, count: current.count + 1 })
  }
  return [...counted.values()]
}

/**
 * Parses the data of one socket event: a JSON envelope or an array of them. Never throws; an invalid message does not
 * affect the others of its frame.
 */
export function parseFrame(data: unknown): Frame {
  if (typeof data !== 'string') return rejectFrame('format', NOT_JSON)
  if (data.length > FRAME_LIMIT) return rejectFrame('oversize', 'Message too large')
  const parsed = parseJson(data)
  if (isServerMessage(parsed)) return { messages: [parsed], rejects: NONE }
  if (!Array.isArray(parsed)) return { messages: NONE, rejects: countRejects([parsed]) }
  if (parsed.every(isServerMessage)) return { messages: parsed, rejects: NONE }
  const others = parsed.filter((value) => !isServerMessage(value))
  return { messages: parsed.filter(isServerMessage), rejects: countRejects(others) }
}

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

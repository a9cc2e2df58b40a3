import { MONITORING } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { FeedName } from './ports.ts'

/** Outcome of the sequence check: accept, drop, or accept although others were missed. */
export type SequenceResult = 'new' | 'duplicate' | 'gap' | 'restart'

export interface Sequence {
  /** Checks and records a message. `gap`: earlier entries are missing. `restart`: the server restarted its count. */
  check(feed: FeedName, message: ServerMessage): SequenceResult
  /** Whether skipped entries are still missing. */
  hasGap(feed: FeedName, stream: string): boolean
  /** Starts the count of these streams anew with their next message. */
  forget(isForgotten: (stream: string) => boolean): void
}

/** Recently seen ids. */
interface RecentIds {
  /** Adds an id. False if it is already known. */
  add(id: string): boolean
}

const RECENT_IDS = 256

/** Orders ids so that counters increase: shorter texts first. */
const isAfter = (a: string, b: string): boolean => (a.length === b.length ? a > b : a.length > b.length)

/** Holds the last 256 ids. An id greater than all before it is new without a search. */
export function createRecentIds(): RecentIds {
  const ids: string[] = []
  let greatest = ''
  let next = 0
  return {
    add(id) {
      if (isAfter(id, greatest)) greatest = id
      else if (ids.includes(id)) return false
      ids[next] = id
      next = (next + 1) % RECENT_IDS
      return true
    },
  }
}

interface StreamState {
  epoch: string | undefined
  seq: number | undefined
  /** Skipped numbers: one that arrives later is late, not a duplicate. */
  readonly missing: Set<number>
  ids: RecentIds
}

const MISSING_LIMIT = 64

/** The key of the analysis stream that a message is an entry of. */
export const streamKeyOf = (message: ServerMessage): string | undefined =>
  message.type === 'AnalyticsUpdate' ? message.data.stream_key : undefined

/** Key of the stream that a message belongs to. */
export const streamOf = (message: ServerMessage): string =>
  streamKeyOf(message) ?? `${message.type}:${message.trading_pair ?? ''}:${message.timeframe ?? ''}`

function addMissing({ missing }: StreamState, seq: number): void {
  missing.add(seq)
  const [oldest] = missing
  if (missing.size > MISSING_LIMIT && oldest !== undefined) missing.delete(oldest)
}

function checkSeq(state: StreamState, seq: number, hasId: boolean): SequenceResult {
  const last = state.seq
  if (last === undefined || seq === last + 1) state.seq = seq
  else if (seq > last) {
    for (let lost = Math.max(last + 1, seq - MISSING_LIMIT); lost < seq; lost += 1) addMissing(state, lost)
    state.seq = seq
    return 'gap'
  } else if (seq < last && !state.missing.delete(seq) && !hasId) return 'duplicate'
  return 'new'
}

const isOfStream = (a: ServerMessage, b: ServerMessage): boolean =>
  a.type === b.type && a.trading_pair === b.trading_pair && a.timeframe === b.timeframe

/** Sequence state of one socket's streams. */
function createSocketSequence() {
  const streams = new Map<string, StreamState>()
  let last: { readonly message: ServerMessage; readonly state: StreamState } | undefined

  function find(stream: string): StreamState {
    const found = streams.get(stream)
    if (found) return found
    const state: StreamState = { epoch: undefined, seq: undefined, missing: new Set(), ids: createRecentIds() }
    if (streams.size >= MONITORING.maxStreams) {
      const [oldest] = streams.keys()
      if (oldest !== undefined) streams.delete(oldest)
      // It may be the removed one.
      last = undefined
    }
    streams.set(stream, state)
    return state
  }

  return {
    hasGap: (stream: string): boolean => (streams.get(stream)?.missing.size ?? 0) > 0,
    stateOf(message: ServerMessage): StreamState {
      const key = streamKeyOf(message)
      if (key !== undefined) return find(key)
      // Most other messages are live candles of one stream: building its key each time would cost more than the rest.
      if (last === undefined || !isOfStream(message, last.message)) last = { message, state: find(streamOf(message)) }
      return last.state
    },
    forget(isForgotten: (stream: string) => boolean): void {
      for (const [stream, state] of streams) {
        if (!isForgotten(stream)) continue
        state.seq = undefined
        state.missing.clear()
      }
    },
    /** Without epochs, the server may have restarted its count behind a new connection. */
    resetCounts(): void {
      for (const state of streams.values()) {
        if (state.epoch !== undefined) continue
        state.seq = undefined
        state.missing.clear()
      }
    },
  }
}

/** Checks the sequence of every stream. Bounded, and tolerant of servers without numbers. */
export function createSequence(): Sequence {
  const sockets: Record<FeedName, ReturnType<typeof createSocketSequence>> = {
    tdp: createSocketSequence(),
    analytics: createSocketSequence(),
  }

  return {
    hasGap: (feed, stream) => sockets[feed].hasGap(stream),
    forget(isForgotten) {
      sockets.tdp.forget(isForgotten)
      sockets.analytics.forget(isForgotten)
    },
    check(feed, message) {
      const socket = sockets[feed]
      if (message.type === 'ConnectionAck') socket.resetCounts()
      const { epoch, message_id: id } = message
      // Beyond safe integers n + 1 equals n, and counting up to a number would never end.
      const seq = Number.isSafeInteger(message.seq) ? message.seq : undefined
      if (seq === undefined && id === undefined) return 'new'
      const state = socket.stateOf(message)
      const isRestart = epoch !== undefined && state.epoch !== undefined && epoch !== state.epoch
      if (isRestart) {
        state.seq = undefined
        state.missing.clear()
        state.ids = createRecentIds()
      }
      if (state.epoch === undefined || isRestart) state.epoch = epoch
      if (id !== undefined && !state.ids.add(id)) return 'duplicate'
      const result = seq === undefined ? 'new' : checkSeq(state, seq, id !== undefined)
      return isRestart ? 'restart' : result
    },
  }
}

import { MONITORING } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { FeedName } from './ports.ts'
import { createRecentIds, type RecentIds } from './recent-ids.ts'

/** What a message's place in its stream says: take it, drop it, or take it and know that others were missed. */
export type Place = 'new' | 'duplicate' | 'gap' | 'restart'

export interface Sequence {
  /** Places a message and remembers it. `gap`: entries before it are missing. `restart`: the server lost its count. */
  place(feed: FeedName, message: ServerMessage): Place
  /** True while entries that were jumped over have not come. */
  lacks(feed: FeedName, stream: string): boolean
}

interface Held {
  epoch: string | undefined
  seq: number | undefined
  /** Numbers that were jumped over: one of them that still comes is late, not a duplicate. */
  readonly missing: Set<number>
  ids: RecentIds
}

const MISSING_KEPT = 64

const ownKeyOf = (message: ServerMessage): string | undefined =>
  message.type === 'AnalyticsUpdate' ? message.data.stream_key : undefined

/** Address of the stream a message belongs to. */
export const streamOf = (message: ServerMessage): string =>
  ownKeyOf(message) ?? `${message.type}:${message.trading_pair ?? ''}:${message.timeframe ?? ''}`

function miss({ missing }: Held, seq: number): void {
  missing.add(seq)
  const [oldest] = missing
  if (missing.size > MISSING_KEPT && oldest !== undefined) missing.delete(oldest)
}

function placeSeq(held: Held, seq: number, hasId: boolean): Place {
  const last = held.seq
  if (last === undefined || seq === last + 1) held.seq = seq
  else if (seq > last) {
    for (let lost = Math.max(last + 1, seq - MISSING_KEPT); lost < seq; lost += 1) miss(held, lost)
    held.seq = seq
    return 'gap'
  } else if (seq < last && !held.missing.delete(seq) && !hasId) return 'duplicate'
  return 'new'
}

const isOfStream = (a: ServerMessage, b: ServerMessage): boolean =>
  a.type === b.type && a.trading_pair === b.trading_pair && a.timeframe === b.timeframe

/** The streams of one socket. */
function createShelf() {
  const streams = new Map<string, Held>()
  let last: { readonly message: ServerMessage; readonly held: Held } | undefined

  function find(stream: string): Held {
    const found = streams.get(stream)
    if (found) return found
    const held: Held = { epoch: undefined, seq: undefined, missing: new Set(), ids: createRecentIds() }
    if (streams.size >= MONITORING.maxStreams) {
      const [oldest] = streams.keys()
      if (oldest !== undefined) streams.delete(oldest)
    }
    streams.set(stream, held)
    return held
  }

  return {
    lacks: (stream: string): boolean => (streams.get(stream)?.missing.size ?? 0) > 0,
    heldOf(message: ServerMessage): Held {
      const key = ownKeyOf(message)
      if (key !== undefined) return find(key)
      // Most others are live candles of one stream: putting its name together each time would cost more than the rest.
      if (last === undefined || !isOfStream(message, last.message)) last = { message, held: find(streamOf(message)) }
      return last.held
    },
    /** A server without epochs may have started anew behind a new connection: its count says nothing any more. */
    forgetCounts(): void {
      for (const held of streams.values()) {
        if (held.epoch !== undefined) continue
        held.seq = undefined
        held.missing.clear()
      }
    },
  }
}

/** Keeps count of every stream: bounded, and forgiving to servers that number nothing. */
export function createSequence(): Sequence {
  const shelves: Record<FeedName, ReturnType<typeof createShelf>> = { tdp: createShelf(), analytics: createShelf() }

  return {
    lacks: (feed, stream) => shelves[feed].lacks(stream),
    place(feed, message) {
      const shelf = shelves[feed]
      if (message.type === 'ConnectionAck') shelf.forgetCounts()
      const { epoch, message_id: id } = message
      // Beyond these, one more is no other number, and counting up to it never ends.
      const seq = Number.isSafeInteger(message.seq) ? message.seq : undefined
      if (seq === undefined && id === undefined) return 'new'
      const held = shelf.heldOf(message)
      const isRestart = epoch !== undefined && held.epoch !== undefined && epoch !== held.epoch
      if (isRestart) {
        held.seq = undefined
        held.missing.clear()
        held.ids = createRecentIds()
      }
      if (held.epoch === undefined || isRestart) held.epoch = epoch
      if (id !== undefined && !held.ids.add(id)) return 'duplicate'
      const place = seq === undefined ? 'new' : placeSeq(held, seq, id !== undefined)
      return isRestart ? 'restart' : place
    },
  }
}

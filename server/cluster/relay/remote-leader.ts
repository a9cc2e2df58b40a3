import type { LiveUpdate, MarketOverview } from '#contract/messages.ts'
import { parseTimeframe, DEFAULT_TIMEFRAME, type Timeframe } from '#contract/timeframes.ts'
import type { MarketPublication } from '#server/market/market-feed.ts'
import { parseLeader, parseMarketMessage } from './messages.ts'
import { LEADER_STREAM, type LeaderDescription, type LeaderScope } from './ports.ts'

export type MarketMessage = LiveUpdate | MarketOverview

export const timeframeOf = ({ timeframe }: MarketMessage): Timeframe | undefined =>
  timeframe === undefined ? undefined : parseTimeframe(timeframe)

/** Of one-minute candles and overviews, which every client gets. */
export const isForAll = (message: MarketMessage): boolean =>
  (timeframeOf(message) ?? DEFAULT_TIMEFRAME) === DEFAULT_TIMEFRAME

const isClosed = (message: MarketMessage): boolean =>
  message.type === 'LiveUpdate' && 'partial_candle' in message.data && message.data.partial_candle.is_complete

/** What a gateway has of one leader. */
export interface RemoteLeader {
  readonly scope: LeaderScope
  /** What it says of itself; undefined before the first. */
  description(): LeaderDescription | undefined
  /** When it was last seen, wall time in unix milliseconds; undefined if it never was. */
  seenAt(): number | undefined
  /** Length and last id of its streams of one-minute candles. */
  streams(): LeaderDescription['streams']
  newest(): Iterable<MarketMessage>
  /** Notes that it was seen. */
  onSeen(at: number): void
  /** Takes a message, or the description; returns what is to be published of it. */
  accept(stream: string, text: string): MarketPublication | undefined
  /** Takes the newest of every stream; returns what was not known before. */
  startOver(texts: ReadonlyMap<string, string>): MarketPublication[]
}

export function createRemoteLeader(scope: LeaderScope): RemoteLeader {
  const newest = new Map<string, MarketMessage>()
  let streams: LeaderDescription['streams'] = {}
  let description: LeaderDescription | undefined
  let seenAt: number | undefined

  function onMessage(stream: string, message: MarketMessage): MarketPublication {
    newest.set(stream, message)
    const { seq: length = 0, message_id: id = null } = message
    const isLossless = isClosed(message)
    if (isLossless && isForAll(message)) streams = { ...streams, [stream]: { length, last_message_id: id } }
    return { stream, delivery: isLossless ? 'lossless' : 'latest', message }
  }

  function onDescription(text: string): undefined {
    description = parseLeader(text)
    ;({ streams } = description)
  }

  function isKnown(stream: string, message: MarketMessage): boolean {
    const known = newest.get(stream)
    return known !== undefined && known.message_id === message.message_id && known.timestamp === message.timestamp
  }

  /** A leader publishes to a Redis that was emptied what it had published last. */
  function isRepeated(stream: string, message: MarketMessage): boolean {
    const { seq: known } = newest.get(stream) ?? {}
    if (isKnown(stream, message)) return true
    if (known === undefined || message.seq === undefined) return false
    return message.seq < known || (message.seq === known && isClosed(message))
  }

  return {
    scope,
    description: () => description,
    seenAt: () => seenAt ?? description?.at,
    streams: () => streams,
    newest: () => newest.values(),
    onSeen(at) {
      seenAt = at
    },
    accept(stream, text) {
      if (stream === LEADER_STREAM) return onDescription(text)
      const message = parseMarketMessage(text)
      return isRepeated(stream, message) ? undefined : onMessage(stream, message)
    },
    startOver(texts) {
      // First, as messages are only of interest with their market.
      const described = texts.get(LEADER_STREAM)
      if (described !== undefined) onDescription(described)
      const publications: MarketPublication[] = []
      for (const [stream, text] of texts) {
        if (stream === LEADER_STREAM) continue
        const message = parseMarketMessage(text)
        if (!isKnown(stream, message)) publications.push(onMessage(stream, message))
      }
      return publications
    },
  }
}

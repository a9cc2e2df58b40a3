import { merge, mergeMap, Subject, type Observable, type Subscription } from 'rxjs'
import type {
  AnalyticsUpdate,
  ConnectionAck,
  HeartbeatMessage,
  LiveUpdate,
  MarketOverview,
  PaperUpdate,
  ServerMessage,
  SystemStatus,
} from '#contract/messages.ts'
import type { FeedFrame, FeedName, StreamPorts } from './ports.ts'
import type { Problem } from './problems.ts'
import { createSequence, streamOf } from './sequence.ts'

/** A message with the socket it came through; `receivedAt` in unix ms. */
export interface ReceivedMessage<T extends ServerMessage = ServerMessage> {
  readonly message: T
  readonly feed: FeedName
  readonly receivedAt: number
}

/** Consecutive messages of the same type in one frame. Emitting each of ten thousand per second would cost too much. */
export type Batch<T extends ServerMessage = ServerMessage> = readonly ReceivedMessage<T>[]

/** Messages of this stream were missed: its snapshot must be reloaded. */
export interface Gap {
  readonly feed: FeedName
  readonly type: ServerMessage['type']
  readonly stream: string
}

/** Messages by type, deduplicated and in frame order, so that subscribers need not filter the flow. */
export interface MessageRouter {
  readonly messages$: Observable<ReceivedMessage>
  readonly acks$: Observable<ReceivedMessage<ConnectionAck>>
  readonly live$: Observable<Batch<LiveUpdate>>
  readonly overviews$: Observable<ReceivedMessage<MarketOverview>>
  readonly statuses$: Observable<ReceivedMessage<SystemStatus>>
  readonly updates$: Observable<Batch<AnalyticsUpdate>>
  /** All messages that are not batched. */
  readonly unbatched$: Observable<ReceivedMessage>
  readonly gaps$: Observable<Gap>
  /** All messages of an earlier gap have arrived late. */
  readonly closedGaps$: Observable<Pick<Gap, 'feed' | 'stream'>>
  readonly problems$: Observable<Problem>
  /** Number of unreadable messages of a frame. */
  readonly refused$: Observable<{ readonly feed: FeedName; readonly count: number }>
  /** Whether skipped entries of a stream are still missing. */
  readonly hasGap: (feed: FeedName, stream: string) => boolean
  /** Forgets the numbering of streams: they were left out on purpose, and what was missed is no gap. */
  readonly forget: (isForgotten: (stream: string) => boolean) => void
  readonly start: () => Subscription
}

export function createMessageRouter({ frames$, now }: Pick<StreamPorts, 'frames$' | 'now'>): MessageRouter {
  const acks = new Subject<ReceivedMessage<ConnectionAck>>()
  const live = new Subject<Batch<LiveUpdate>>()
  const overviews = new Subject<ReceivedMessage<MarketOverview>>()
  const statuses = new Subject<ReceivedMessage<SystemStatus>>()
  const updates = new Subject<Batch<AnalyticsUpdate>>()
  const others = new Subject<ReceivedMessage<HeartbeatMessage | PaperUpdate>>()
  const unbatched$: Observable<ReceivedMessage> = merge(acks, overviews, statuses, others)
  const gaps = new Subject<Gap>()
  const problems = new Subject<Problem>()
  const refused = new Subject<{ readonly feed: FeedName; readonly count: number }>()
  const closedGaps = new Subject<Pick<Gap, 'feed' | 'stream'>>()
  /** Gaps whose messages may still arrive. */
  const openGaps = new Map<string, Pick<Gap, 'feed' | 'stream'>>()
  let sequence = createSequence()
  /** Batches of the current frame; at most one is non-empty. */
  let candles: ReceivedMessage<LiveUpdate>[] = []
  let entries: ReceivedMessage<AnalyticsUpdate>[] = []

  /** Emits the pending batch before anything else. */
  function flush(): void {
    if (candles.length > 0) {
      const batch = candles
      candles = []
      live.next(batch)
    }
    if (entries.length > 0) {
      const batch = entries
      entries = []
      updates.next(batch)
    }
  }

  function dispatch(message: ServerMessage, feed: FeedName, receivedAt: number): void {
    if (message.type === 'LiveUpdate') {
      if (entries.length > 0) flush()
      const received = { message, feed, receivedAt }
      // A literal avoids over-allocation: pushing to an empty array reserves seventeen slots, and many frames have one
      // message.
      if (candles.length === 0) candles = [received]
      else candles.push(received)
      return
    }
    if (message.type === 'AnalyticsUpdate') {
      if (candles.length > 0) flush()
      const received = { message, feed, receivedAt }
      if (entries.length === 0) entries = [received]
      else entries.push(received)
      return
    }
    flush()
    switch (message.type) {
      case 'MarketOverview':
        return overviews.next({ message, feed, receivedAt })
      case 'SystemStatus':
        return statuses.next({ message, feed, receivedAt })
      case 'ConnectionAck':
        return acks.next({ message, feed, receivedAt })
      case 'Heartbeat':
      case 'PaperUpdate':
        return others.next({ message, feed, receivedAt })
    }
  }

  function route({ feed, frame }: FeedFrame): void {
    const receivedAt = now()
    for (const message of frame.messages) {
      const outcome = sequence.check(feed, message)
      if (outcome === 'duplicate') continue
      if (outcome !== 'new') {
        flush()
        const stream = streamOf(message)
        gaps.next({ feed, type: message.type, stream })
        const text = outcome === 'gap' ? `Missed messages of ${stream}` : `The server restarted ${stream}`
        const isRestart = outcome === 'restart'
        const missed = { feed, stream, isRestart, isFilled: isRestart }
        problems.next({ kind: 'gap', text, count: 1, at: receivedAt, missed })
        if (isRestart) openGaps.delete(`${feed} ${stream}`)
        else openGaps.set(`${feed} ${stream}`, { feed, stream })
      }
      dispatch(message, feed, receivedAt)
    }
    flush()
    for (const [key, gap] of openGaps) {
      if (sequence.hasGap(gap.feed, gap.stream)) continue
      openGaps.delete(key)
      closedGaps.next(gap)
    }
    for (const { text, count } of frame.rejects) {
      problems.next({ kind: 'frame', text, count, at: receivedAt })
      refused.next({ feed, count })
    }
  }

  return {
    messages$: merge(live.pipe(mergeMap((batch) => batch)), updates.pipe(mergeMap((batch) => batch)), unbatched$),
    acks$: acks.asObservable(),
    live$: live.asObservable(),
    overviews$: overviews.asObservable(),
    statuses$: statuses.asObservable(),
    updates$: updates.asObservable(),
    unbatched$,
    gaps$: gaps.asObservable(),
    closedGaps$: closedGaps.asObservable(),
    problems$: problems.asObservable(),
    refused$: refused.asObservable(),
    hasGap: (feed, stream) => sequence.hasGap(feed, stream),
    forget: (isForgotten) => sequence.forget(isForgotten),
    start() {
      sequence = createSequence()
      openGaps.clear()
      return frames$.subscribe(route)
    },
  }
}

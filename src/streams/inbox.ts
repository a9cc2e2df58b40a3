import { merge, mergeMap, Subject, type Observable, type Subscription } from 'rxjs'
import type {
  AnalyticsUpdate,
  ConnectionAck,
  HeartbeatMessage,
  LiveUpdate,
  MarketOverview,
  ServerMessage,
  SystemStatus,
} from '#contract/messages.ts'
import type { FeedFrame, FeedName, StreamPorts } from './ports.ts'
import type { Problem } from './problems.ts'
import { createSequence, streamOf } from './sequence.ts'

/** A message as it arrived here; `receivedAt` in unix ms. */
export interface Arrival<T extends ServerMessage = ServerMessage> {
  readonly message: T
  readonly feed: FeedName
  readonly receivedAt: number
}

/** Messages of one frame that came one after another: at ten thousand a second, telling each by itself costs too much. */
export type Run<T extends ServerMessage = ServerMessage> = readonly Arrival<T>[]

/** Something of a stream is missing before this message: its snapshot has to be read again. */
export interface Gap {
  readonly feed: FeedName
  readonly type: ServerMessage['type']
  readonly stream: string
}

/** Messages sorted by type once, so that nobody has to filter the whole flow. Each came once, in the order of its frame. */
export interface Inbox {
  readonly messages$: Observable<Arrival>
  readonly acks$: Observable<Arrival<ConnectionAck>>
  readonly live$: Observable<Run<LiveUpdate>>
  readonly overviews$: Observable<Arrival<MarketOverview>>
  readonly statuses$: Observable<Arrival<SystemStatus>>
  readonly updates$: Observable<Run<AnalyticsUpdate>>
  /** Everything that does not come in runs. */
  readonly singles$: Observable<Arrival>
  readonly gaps$: Observable<Gap>
  readonly problems$: Observable<Problem>
  /** How many messages of a frame could not be read. */
  readonly refused$: Observable<{ readonly feed: FeedName; readonly count: number }>
  /** True while entries of a stream that were jumped over have not come. */
  readonly lacks: (feed: FeedName, stream: string) => boolean
  readonly start: () => Subscription
}

export function createInbox({ frames$, now }: Pick<StreamPorts, 'frames$' | 'now'>): Inbox {
  const acks = new Subject<Arrival<ConnectionAck>>()
  const live = new Subject<Run<LiveUpdate>>()
  const overviews = new Subject<Arrival<MarketOverview>>()
  const statuses = new Subject<Arrival<SystemStatus>>()
  const updates = new Subject<Run<AnalyticsUpdate>>()
  const heartbeats = new Subject<Arrival<HeartbeatMessage>>()
  const singles$: Observable<Arrival> = merge(acks, overviews, statuses, heartbeats)
  const gaps = new Subject<Gap>()
  const problems = new Subject<Problem>()
  const refused = new Subject<{ readonly feed: FeedName; readonly count: number }>()
  let sequence = createSequence()
  /** What has gathered of the present frame: of the two, one is always empty. */
  let candles: Arrival<LiveUpdate>[] = []
  let entries: Arrival<AnalyticsUpdate>[] = []

  /** Hands on what has gathered, before anything else is. */
  function flush(): void {
    if (candles.length > 0) {
      const run = candles
      candles = []
      live.next(run)
    }
    if (entries.length > 0) {
      const run = entries
      entries = []
      updates.next(run)
    }
  }

  function sort(message: ServerMessage, feed: FeedName, receivedAt: number): void {
    if (message.type === 'LiveUpdate') {
      if (entries.length > 0) flush()
      const arrival = { message, feed, receivedAt }
      // An array that is grown from none has room for seventeen, and many frames bring one message.
      if (candles.length === 0) candles = [arrival]
      else candles.push(arrival)
      return
    }
    if (message.type === 'AnalyticsUpdate') {
      if (candles.length > 0) flush()
      const arrival = { message, feed, receivedAt }
      if (entries.length === 0) entries = [arrival]
      else entries.push(arrival)
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
        return heartbeats.next({ message, feed, receivedAt })
    }
  }

  function take({ feed, frame }: FeedFrame): void {
    const receivedAt = now()
    for (const message of frame.messages) {
      const place = sequence.place(feed, message)
      if (place === 'duplicate') continue
      if (place !== 'new') {
        flush()
        const stream = streamOf(message)
        gaps.next({ feed, type: message.type, stream })
        const text = place === 'gap' ? `Missed messages of ${stream}` : `The server restarted ${stream}`
        problems.next({ kind: 'gap', text, count: 1, at: receivedAt })
      }
      sort(message, feed, receivedAt)
    }
    flush()
    for (const { text, count } of frame.rejects) {
      problems.next({ kind: 'frame', text, count, at: receivedAt })
      refused.next({ feed, count })
    }
  }

  return {
    messages$: merge(live.pipe(mergeMap((run) => run)), updates.pipe(mergeMap((run) => run)), singles$),
    acks$: acks.asObservable(),
    live$: live.asObservable(),
    overviews$: overviews.asObservable(),
    statuses$: statuses.asObservable(),
    updates$: updates.asObservable(),
    singles$,
    gaps$: gaps.asObservable(),
    problems$: problems.asObservable(),
    refused$: refused.asObservable(),
    lacks: (feed, stream) => sequence.lacks(feed, stream),
    start() {
      sequence = createSequence()
      return frames$.subscribe(take)
    },
  }
}

import { mergeMap, Subject, type Observable, type Subscription } from 'rxjs'
import type {
  AnalyticsUpdate,
  ConnectionAck,
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
  /** The same in runs, none of them empty. */
  readonly runs$: Observable<Run>
  readonly acks$: Observable<Arrival<ConnectionAck>>
  readonly live$: Observable<Run<LiveUpdate>>
  readonly overviews$: Observable<Arrival<MarketOverview>>
  readonly statuses$: Observable<Arrival<SystemStatus>>
  readonly updates$: Observable<Run<AnalyticsUpdate>>
  readonly gaps$: Observable<Gap>
  readonly problems$: Observable<Problem>
  /** How many messages of a frame could not be read. */
  readonly refused$: Observable<{ readonly feed: FeedName; readonly count: number }>
  /** True while entries of a stream that were jumped over have not come. */
  readonly lacks: (feed: FeedName, stream: string) => boolean
  readonly start: () => Subscription
}

export function createInbox({ frames$, now }: Pick<StreamPorts, 'frames$' | 'now'>): Inbox {
  const runs = new Subject<Run>()
  const acks = new Subject<Arrival<ConnectionAck>>()
  const live = new Subject<Run<LiveUpdate>>()
  const overviews = new Subject<Arrival<MarketOverview>>()
  const statuses = new Subject<Arrival<SystemStatus>>()
  const updates = new Subject<Run<AnalyticsUpdate>>()
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
      runs.next(run)
      live.next(run)
    }
    if (entries.length > 0) {
      const run = entries
      entries = []
      runs.next(run)
      updates.next(run)
    }
  }

  function single<T extends ServerMessage>(subject: Subject<Arrival<T>> | undefined, arrival: Arrival<T>): void {
    flush()
    runs.next([arrival])
    subject?.next(arrival)
  }

  function sort(message: ServerMessage, feed: FeedName, receivedAt: number): void {
    switch (message.type) {
      case 'LiveUpdate':
        if (entries.length > 0) flush()
        candles.push({ message, feed, receivedAt })
        return undefined
      case 'AnalyticsUpdate':
        if (candles.length > 0) flush()
        entries.push({ message, feed, receivedAt })
        return undefined
      case 'MarketOverview':
        return single(overviews, { message, feed, receivedAt })
      case 'SystemStatus':
        return single(statuses, { message, feed, receivedAt })
      case 'ConnectionAck':
        return single(acks, { message, feed, receivedAt })
      case 'Heartbeat':
        return single(undefined, { message, feed, receivedAt })
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
    messages$: runs.pipe(mergeMap((run) => run)),
    runs$: runs.asObservable(),
    acks$: acks.asObservable(),
    live$: live.asObservable(),
    overviews$: overviews.asObservable(),
    statuses$: statuses.asObservable(),
    updates$: updates.asObservable(),
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

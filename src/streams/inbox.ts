import { Subject, type Observable, type Subscription } from 'rxjs'
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

/** Something of a stream is missing before this message: its snapshot has to be read again. */
export interface Gap {
  readonly feed: FeedName
  readonly type: ServerMessage['type']
  readonly stream: string
}

/** Messages sorted by type once, so that nobody has to filter the whole flow. Each came once. */
export interface Inbox {
  readonly messages$: Observable<Arrival>
  readonly acks$: Observable<Arrival<ConnectionAck>>
  readonly live$: Observable<Arrival<LiveUpdate>>
  readonly overviews$: Observable<Arrival<MarketOverview>>
  readonly statuses$: Observable<Arrival<SystemStatus>>
  readonly updates$: Observable<Arrival<AnalyticsUpdate>>
  readonly gaps$: Observable<Gap>
  readonly problems$: Observable<Problem>
  /** How many messages of a frame could not be read. */
  readonly refused$: Observable<{ readonly feed: FeedName; readonly count: number }>
  /** True while entries of a stream that were jumped over have not come. */
  readonly lacks: (feed: FeedName, stream: string) => boolean
  readonly start: () => Subscription
}

export function createInbox({ frames$, now }: Pick<StreamPorts, 'frames$' | 'now'>): Inbox {
  const messages = new Subject<Arrival>()
  const acks = new Subject<Arrival<ConnectionAck>>()
  const live = new Subject<Arrival<LiveUpdate>>()
  const overviews = new Subject<Arrival<MarketOverview>>()
  const statuses = new Subject<Arrival<SystemStatus>>()
  const updates = new Subject<Arrival<AnalyticsUpdate>>()
  const gaps = new Subject<Gap>()
  const problems = new Subject<Problem>()
  const refused = new Subject<{ readonly feed: FeedName; readonly count: number }>()
  let sequence = createSequence()

  function sort(message: ServerMessage, feed: FeedName, receivedAt: number): void {
    if (messages.observed) messages.next({ message, feed, receivedAt })
    switch (message.type) {
      case 'LiveUpdate':
        return live.next({ message, feed, receivedAt })
      case 'AnalyticsUpdate':
        return updates.next({ message, feed, receivedAt })
      case 'MarketOverview':
        return overviews.next({ message, feed, receivedAt })
      case 'SystemStatus':
        return statuses.next({ message, feed, receivedAt })
      case 'ConnectionAck':
        return acks.next({ message, feed, receivedAt })
      case 'Heartbeat':
        return undefined
    }
  }

  function take({ feed, frame }: FeedFrame): void {
    const receivedAt = now()
    for (const message of frame.messages) {
      const place = sequence.place(feed, message)
      if (place === 'duplicate') continue
      if (place !== 'new') {
        const stream = streamOf(message)
        gaps.next({ feed, type: message.type, stream })
        const text = place === 'gap' ? `Missed messages of ${stream}` : `The server restarted ${stream}`
        problems.next({ kind: 'gap', text, count: 1, at: receivedAt })
      }
      sort(message, feed, receivedAt)
    }
    for (const { text, count } of frame.rejects) {
      problems.next({ kind: 'frame', text, count, at: receivedAt })
      refused.next({ feed, count })
    }
  }

  return {
    messages$: messages.asObservable(),
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

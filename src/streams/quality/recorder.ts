import { distinctUntilChanged, interval, map, share, startWith, Subscription, type Observable } from 'rxjs'
import { MONITORING } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { toMillis } from '#contract/time.ts'
import type { Arrival, Inbox } from '../inbox.ts'
import { createPainted } from '../painted.ts'
import type { FeedName, StreamPorts } from '../ports.ts'
import { keyOf } from '../records/key.ts'
import { createHour, type Hour } from './hour.ts'
import type { Quality } from './quality.ts'

/** How the last hour of every socket and stream went, as this client saw it. */
export interface QualityBook {
  /** Its present value at once, then every few seconds if it changed. */
  readonly socket: (feed: FeedName) => Observable<Quality>
  readonly stream: (key: string) => Observable<Quality>
}

/** A stream was read anew because something of it was missing; the market-data socket's streams have no key. */
export interface Refill {
  readonly feed: FeedName
  readonly key?: string
}

export interface RecorderDeps {
  readonly inbox: Pick<Inbox, 'live$' | 'overviews$' | 'updates$' | 'acks$' | 'gaps$' | 'refused$'>
  readonly refills$: Observable<Refill>
  readonly ports: Pick<StreamPorts, 'hidden$' | 'now' | 'paint' | 'link$'> & {
    readonly analytics: Pick<StreamPorts['analytics'], 'link$'>
  }
}

/** What is measured of one stream; `sentAt` of its newest message that waits for its frame, on the server's clock. */
interface Source {
  readonly feed: FeedName
  readonly hour: Hour
  sentAt: number | undefined
}

/** What is measured of one socket. */
interface Socket {
  readonly hour: Hour
  readonly sources: Map<string, Source>
  /** The server's time at the last acknowledgement: what was sent before is caught up on, not live. */
  ackedAt: number
  /** The quickest way here so far. Below zero, this computer's clock is behind the server's by at least that. */
  quickest: number
  wasConnected: boolean
  awaySince: number | undefined
}

const READ_MS = 5_000

/** An hour without anything in it, for what was never seen. */
const NOTHING = createHour()

/**
 * Measures in one pass: a message costs a look-up and a mark, its frame a bucket. Of several messages of a stream in one
 * frame only the newest is painted, and only that is measured. What arrives in a hidden tab is not: nobody paints there.
 */
export function createRecorder({ inbox, refills$, ports }: RecorderDeps): QualityBook & { start: () => Subscription } {
  const { now, paint } = ports
  const newSocket = (): Socket => ({
    hour: createHour(),
    sources: new Map(),
    ackedAt: 0,
    quickest: 0,
    wasConnected: false,
    awaySince: undefined,
  })
  let sockets: Record<FeedName, Socket> = { tdp: newSocket(), analytics: newSocket() }
  const waiting: Source[] = []
  let isHidden = false

  const painted = createPainted(paint, () => {
    const at = now()
    for (const source of waiting) {
      const { sentAt, hour, feed } = source
      if (sentAt === undefined) continue
      const socket = sockets[feed]
      const age = at - sentAt - socket.quickest
      hour.painted(at, age)
      socket.hour.painted(at, age)
      source.sentAt = undefined
    }
    waiting.length = 0
  })

  function drop(): void {
    for (const source of waiting) source.sentAt = undefined
    waiting.length = 0
    painted.stop()
  }

  function sourceOf(feed: FeedName, key: string): Source | undefined {
    const { sources } = sockets[feed]
    const found = sources.get(key)
    if (found !== undefined || sources.size >= MONITORING.maxStreams) return found
    const source: Source = { feed, hour: createHour(), sentAt: undefined }
    sources.set(key, source)
    return source
  }

  function arrived({ message, feed, receivedAt }: Arrival, key: string): void {
    const socket = sockets[feed]
    const sentAt = toMillis(message.timestamp)
    const source = sentAt < socket.ackedAt || isHidden ? undefined : sourceOf(feed, key)
    if (source === undefined) return
    socket.quickest = Math.min(socket.quickest, receivedAt - sentAt)
    if (source.sentAt === undefined) waiting.push(source)
    source.sentAt = sentAt
    painted.mark()
  }

  const pairOf = ({ trading_pair }: ServerMessage): string => trading_pair ?? ''

  function acknowledged({ message, feed }: Arrival): void {
    sockets[feed].ackedAt = toMillis(message.timestamp)
    sockets[feed].quickest = 0
  }

  function linked(feed: FeedName, isConnected: boolean): void {
    const socket = sockets[feed]
    const at = now()
    if (!isConnected) {
      socket.awaySince ??= at
      return
    }
    if (socket.awaySince !== undefined) {
      socket.hour.away(socket.awaySince, at)
      if (socket.wasConnected) socket.hour.count('reconnects', at)
    }
    socket.wasConnected = true
    socket.awaySince = undefined
  }

  function count(what: 'gaps' | 'refills', feed: FeedName, key: string | undefined): void {
    const at = now()
    sockets[feed].hour.count(what, at)
    if (key !== undefined) sourceOf(feed, key)?.hour.count(what, at)
  }

  function start(): Subscription {
    sockets = { tdp: newSocket(), analytics: newSocket() }
    const running = new Subscription()
    const isConnected = map(({ status }: { readonly status: string }) => status === 'connected')
    running.add(
      ports.hidden$.subscribe((hidden) => {
        isHidden = hidden
        if (hidden) drop()
      }),
    )
    running.add(ports.link$.pipe(isConnected).subscribe((connected) => linked('tdp', connected)))
    running.add(ports.analytics.link$.pipe(isConnected).subscribe((connected) => linked('analytics', connected)))
    running.add(inbox.acks$.subscribe(acknowledged))
    running.add(
      inbox.updates$.subscribe((run) => {
        for (const arrival of run) {
          const key = keyOf(arrival.message)
          if (key !== undefined) arrived(arrival, key)
        }
      }),
    )
    running.add(
      inbox.live$.subscribe((run) => {
        for (const arrival of run) arrived(arrival, pairOf(arrival.message))
      }),
    )
    running.add(inbox.overviews$.subscribe((arrival) => arrived(arrival, 'overview')))
    running.add(
      inbox.gaps$.subscribe(({ feed, type, stream }) => {
        count('gaps', feed, type === 'AnalyticsUpdate' ? stream : undefined)
      }),
    )
    running.add(refills$.subscribe(({ feed, key }) => count('refills', feed, key)))
    running.add(
      inbox.refused$.subscribe((refused) => sockets[refused.feed].hour.count('refused', now(), refused.count)),
    )
    running.add(() => {
      drop()
      sockets = { tdp: newSocket(), analytics: newSocket() }
    })
    return running
  }

  const ticks$ = interval(READ_MS).pipe(share())
  const watch = (read: () => Quality): Observable<Quality> =>
    ticks$.pipe(startWith(0), map(read), distinctUntilChanged())

  return {
    socket: (feed) => watch(() => sockets[feed].hour.read(now(), sockets[feed].awaySince)),
    stream: (key) => watch(() => (sockets.analytics.sources.get(key)?.hour ?? NOTHING).read(now())),
    start,
  }
}

import {
  auditTime,
  distinctUntilChanged,
  EMPTY,
  interval,
  map,
  share,
  startWith,
  Subject,
  Subscription,
  switchMap,
  type Observable,
} from 'rxjs'
import { MONITORING } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { toMillis } from '#contract/time.ts'
import type { ReceivedMessage, MessageRouter } from '../message-router.ts'
import type { FeedName, StreamPorts } from '../ports.ts'
import { streamKeyOf } from '../records/stream-key.ts'
import { createRollingHour, type RollingHour } from './hour.ts'
import type { Quality } from './quality.ts'

/** Quality of every socket and stream over the last hour, as observed by this client. */
export interface QualityMonitor {
  /** Emits the current value on subscription, then every few seconds if it changed. */
  readonly socket: (feed: FeedName) => Observable<Quality>
  readonly stream: (key: string) => Observable<Quality>
}

/** A stream was reloaded after missed messages. Streams of the market-data socket have no key. */
export interface Refill {
  readonly feed: FeedName
  readonly key?: string
}

export interface QualityRecorderDeps {
  readonly router: Pick<MessageRouter, 'live$' | 'overviews$' | 'updates$' | 'acks$' | 'gaps$' | 'refused$'>
  readonly refills$: Observable<Refill>
  readonly ports: Pick<StreamPorts, 'hidden$' | 'now' | 'paint' | 'link$'> & {
    readonly analytics: Pick<StreamPorts['analytics'], 'link$'>
  }
}

/** Statistics of one stream. `sentAt` is the server time of its newest message not painted yet. */
interface StreamStats {
  readonly feed: FeedName
  readonly hour: RollingHour
  sentAt: number | undefined
}

/** Statistics of one socket. */
interface SocketStats {
  readonly hour: RollingHour
  readonly streams: Map<string, StreamStats>
  /** Server time of the last acknowledgement: messages sent earlier are catch-up, not live. */
  ackedAt: number
  /** Lowest latency so far. Below zero, this computer's clock is behind the server's by at least that much. */
  minLatency: number
  wasConnected: boolean
  disconnectedSince: number | undefined
}

const EMIT_INTERVAL_MS = 5_000

/** Statistics of unknown streams. */
const EMPTY_HOUR = createRollingHour()

/**
 * Measures the age at paint. Of several messages of a stream in one frame only the newest is painted, and only that one
 * is measured. Messages that arrive in a hidden tab are not painted and not measured.
 */
export function createQualityRecorder({
  router,
  refills$,
  ports,
}: QualityRecorderDeps): QualityMonitor & { start: () => Subscription } {
  const { now, paint } = ports
  const newSocket = (): SocketStats => ({
    hour: createRollingHour(),
    streams: new Map(),
    ackedAt: 0,
    minLatency: 0,
    wasConnected: false,
    disconnectedSince: undefined,
  })
  let sockets: Record<FeedName, SocketStats> = { tdp: newSocket(), analytics: newSocket() }
  const pending: StreamStats[] = []
  let isHidden = false

  const changes$ = new Subject<void>()

  function recordAges(): void {
    const at = now()
    for (const stats of pending) {
      const { sentAt, hour, feed } = stats
      if (sentAt === undefined) continue
      const socket = sockets[feed]
      const age = at - sentAt - socket.minLatency
      hour.recordAge(at, age)
      socket.hour.recordAge(at, age)
      stats.sentAt = undefined
    }
    pending.length = 0
  }

  function discardPending(): void {
    for (const stats of pending) stats.sentAt = undefined
    pending.length = 0
  }

  function statsOf(feed: FeedName, key: string): StreamStats | undefined {
    const { streams } = sockets[feed]
    const found = streams.get(key)
    if (found !== undefined || streams.size >= MONITORING.maxStreams) return found
    const stats: StreamStats = { feed, hour: createRollingHour(), sentAt: undefined }
    streams.set(key, stats)
    return stats
  }

  function onMessage({ message, feed, receivedAt }: ReceivedMessage, key: string): void {
    const socket = sockets[feed]
    const sentAt = toMillis(message.timestamp)
    const stats = sentAt < socket.ackedAt || isHidden ? undefined : statsOf(feed, key)
    if (stats === undefined) return
    socket.minLatency = Math.min(socket.minLatency, receivedAt - sentAt)
    if (stats.sentAt === undefined) pending.push(stats)
    stats.sentAt = sentAt
    changes$.next()
  }

  const pairOf = ({ trading_pair }: ServerMessage): string => trading_pair ?? ''

  function onAck({ message, feed }: ReceivedMessage): void {
    sockets[feed].ackedAt = toMillis(message.timestamp)
    sockets[feed].minLatency = 0
  }

  function onLink(feed: FeedName, isConnected: boolean): void {
    const socket = sockets[feed]
    const at = now()
    if (!isConnected) {
      socket.disconnectedSince ??= at
      return
    }
    if (socket.disconnectedSince !== undefined) {
      socket.hour.recordDisconnected(socket.disconnectedSince, at)
      if (socket.wasConnected) socket.hour.count('reconnects', at)
    }
    socket.wasConnected = true
    socket.disconnectedSince = undefined
  }

  function count(what: 'gaps' | 'refills', feed: FeedName, key: string | undefined): void {
    const at = now()
    sockets[feed].hour.count(what, at)
    if (key !== undefined) statsOf(feed, key)?.hour.count(what, at)
  }

  function start(): Subscription {
    sockets = { tdp: newSocket(), analytics: newSocket() }
    const running = new Subscription()
    const isConnected = map(({ status }: { readonly status: string }) => status === 'connected')
    const painted$ = changes$.pipe(auditTime(0, paint))
    running.add(ports.hidden$.pipe(switchMap((hidden) => (hidden ? EMPTY : painted$))).subscribe(recordAges))
    running.add(
      ports.hidden$.subscribe((hidden) => {
        isHidden = hidden
        if (hidden) discardPending()
      }),
    )
    running.add(ports.link$.pipe(isConnected).subscribe((connected) => onLink('tdp', connected)))
    running.add(ports.analytics.link$.pipe(isConnected).subscribe((connected) => onLink('analytics', connected)))
    running.add(router.acks$.subscribe(onAck))
    running.add(
      router.updates$.subscribe((batch) => {
        for (const received of batch) {
          const key = streamKeyOf(received.message)
          if (key !== undefined) onMessage(received, key)
        }
      }),
    )
    running.add(
      router.live$.subscribe((batch) => {
        for (const received of batch) onMessage(received, pairOf(received.message))
      }),
    )
    running.add(router.overviews$.subscribe((received) => onMessage(received, 'overview')))
    running.add(
      router.gaps$.subscribe(({ feed, type, stream }) => {
        count('gaps', feed, type === 'AnalyticsUpdate' ? stream : undefined)
      }),
    )
    running.add(refills$.subscribe(({ feed, key }) => count('refills', feed, key)))
    running.add(
      router.refused$.subscribe((refused) => sockets[refused.feed].hour.count('refused', now(), refused.count)),
    )
    running.add(() => {
      discardPending()
      sockets = { tdp: newSocket(), analytics: newSocket() }
    })
    return running
  }

  const ticks$ = interval(EMIT_INTERVAL_MS).pipe(share())
  const watch = (read: () => Quality): Observable<Quality> =>
    ticks$.pipe(startWith(0), map(read), distinctUntilChanged())

  return {
    socket: (feed) => watch(() => sockets[feed].hour.read(now(), sockets[feed].disconnectedSince)),
    stream: (key) => watch(() => (sockets.analytics.streams.get(key)?.hour ?? EMPTY_HOUR).read(now())),
    start,
  }
}

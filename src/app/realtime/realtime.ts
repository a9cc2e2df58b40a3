import {
  asyncScheduler,
  distinctUntilChanged,
  interval,
  map,
  Observable,
  Subject,
  type SchedulerLike,
  type Subscription,
} from 'rxjs'
import { createActor, type InspectionEvent } from 'xstate'
import * as z from 'zod/mini'
import type { ClientConfig } from '#contract/config.ts'
import { CACHE } from '#contract/limits.ts'
import { CANDLES } from '#contract/paths.ts'
import { selection$, snapshots$ } from '#src/lib/actor-observable.ts'
import { pageVisible$ } from '#src/lib/page-visibility.ts'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import { createConnectionMachine, type ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName, SessionCheckResult } from '#src/machines/connection/ports.ts'
import { connectionInfo, connectionLink, connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import { signedOutByUser, sessionStatus, sessionUser, tokenGeneration } from '#src/machines/session/selectors.ts'
import type { TokenSource } from '#src/machines/session/tokens.ts'
import type {
  AnalyticsPorts,
  FeedFrame,
  HistoryResult,
  Monitoring,
  StreamCache,
  StreamPorts,
  Streams,
} from '#src/streams/index.ts'
import { persistDue$ } from '#src/streams/cache-entry.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import { parseHistory } from '#src/transport/api/candles.ts'
import type { Call } from '#src/transport/http/http.ts'
import { watchPage } from '#src/transport/browser/page-events.ts'
import { shownSocketUrl, socketUrl } from '#src/transport/socket/socket-url.ts'
import { createSocketOpener, type WebSocketLike } from '#src/transport/socket/socket.ts'
import { createStreamApi } from '#src/transport/api/streams.ts'
import type { SocketToken } from '#src/transport/socket/ticket.ts'
import { lazyOnce } from '#src/lib/lazy-once.ts'
import { createCachedConnections, type CachedConnections } from './cached-connections.ts'
import type { LoadablePreferenceStore } from '../preferences.ts'

const FEEDS = ['tdp', 'analytics'] as const satisfies readonly FeedName[]

export interface RealtimeDeps {
  readonly config: ClientConfig
  readonly session: SessionActor
  readonly tokens: TokenSource
  readonly socketToken: SocketToken
  /** The market-data service. */
  readonly tdp: Call
  /** The stream-proxy service. */
  readonly proxy: Call
  readonly cache: Cache
  readonly preferences: LoadablePreferenceStore
  /** URL of this page; socket paths are relative to it. */
  readonly pageUrl: string
  readonly openWebSocket: (url: string) => WebSocketLike
  readonly now: () => number
  readonly renderScheduler: SchedulerLike
  /** Receives the connections' inspection events when inspection is on. */
  readonly inspect: ((event: InspectionEvent) => void) | undefined
  readonly createStreams: (ports: StreamPorts) => Streams
}

export interface Realtime {
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  /** Loaded after the first sign-in, behind what the first page needs, or on first use. */
  readonly monitoring: () => Promise<Monitoring>
  /** State of the connections on an earlier visit, until it expires. */
  readonly cachedConnections$: Observable<CachedConnections | undefined>
  stop(): void
}

function createConnection(feed: FeedName, deps: RealtimeDeps, frames: Subject<FeedFrame>): ConnectionActor {
  const { config, tokens, socketToken, pageUrl, now, inspect } = deps
  const address = config.sockets[feed]
  const { pathname } = new URL(address, pageUrl)
  const machine = createConnectionMachine({
    openSocket: createSocketOpener({
      address: async () => socketUrl(pageUrl, address, await socketToken(pathname)),
      create: deps.openWebSocket,
      frames: { next: (frame) => frames.next({ feed, frame }) },
      now,
    }),
    watchPage,
    checkSession: () => checkSession(tokens),
    now,
    random: Math.random,
  })
  return createActor(machine, {
    id: `${feed} connection`,
    input: { feed, maskedUrl: shownSocketUrl(pageUrl, address), isPersistent: true },
    ...(inspect && { inspect }),
  })
}

/** Checks by a token refresh whether the session still exists. Rejects when the refresh was not answered. */
async function checkSession(tokens: TokenSource): Promise<SessionCheckResult> {
  const current = tokens.current()
  if (!current) return 'ended'
  const renewal = await tokens.renew(current.generation, 'data')
  if (renewal === 'unanswered') throw new Error('No answer to the session check')
  return renewal === 'fresh' ? 'alive' : 'ended'
}

async function fetchCandles(tdp: Call, limit: number): Promise<HistoryResult> {
  const result = await tdp({ path: CANDLES.recent, query: { timeframe: '1m', limit }, schema: z.unknown() })
  return result.ok ? parseHistory(result.value) : { kind: 'failed', error: result.failure.text }
}

/** The analytics connection as the streams see it. */
function analyticsPorts(connection: ConnectionActor): AnalyticsPorts {
  const { pollRecovered, send } = connectionCommands(connection)
  return {
    link$: selection$(
      connection,
      (snapshot) => ({ status: connectionStatus(snapshot), isFallback: isFallback(snapshot) }),
      (a, b) => a.status === b.status && a.isFallback === b.isFallback,
    ),
    pollDue$: pollsOf(connection),
    recovered: pollRecovered,
    // The streams see the acknowledgement before the connection, which can send only once connected.
    resume: (resumption) =>
      queueMicrotask(() => send({ type: 'Resume', ...resumption, last_ids: { ...resumption.last_ids } })),
  }
}

/** Emits when a poll is due. */
const pollsOf = (connection: ConnectionActor) =>
  new Observable((subscriber) => {
    const polling = connection.on('poll.due', (due) => subscriber.next(due))
    return () => polling.unsubscribe()
  })

/** Sockets and streams. They run while a user is signed in and reconnect with every new token. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const frames = new Subject<FeedFrame>()
  const pageHides = new Subject<unknown>()
  // Subscribed before the connections, which close on the same event: their last state has to be cached.
  const unwatchPage = watchPage(({ type }) => {
    if (type === 'page.hide') pageHides.next(type)
  })
  const connections = {
    tdp: createConnection('tdp', deps, frames),
    analytics: createConnection('analytics', deps, frames),
  }
  const commands = FEEDS.map((feed) => connectionCommands(connections[feed]))
  const { cache, preferences } = deps
  const streamCache: StreamCache = { read: cache.read, write: cache.write, flush$: pageHides }
  const cachedConnections = createCachedConnections({
    cache,
    stateOf: (feed) => {
      const snapshot = connections[feed].getSnapshot()
      return { status: connectionStatus(snapshot), info: connectionInfo(snapshot) }
    },
    due$: persistDue$(streamCache, asyncScheduler),
    now: deps.now,
  })
  const ports: StreamPorts = {
    frames$: frames,
    link$: selection$(connections.tdp, connectionLink),
    pollDue$: pollsOf(connections.tdp),
    fetchCandles: (limit) => fetchCandles(deps.tdp, limit),
    recovered: () => connectionCommands(connections.tdp).pollRecovered(),
    analytics: analyticsPorts(connections.analytics),
    streamApi: createStreamApi(deps.proxy),
    cache: streamCache,
    hidden$: pageVisible$.pipe(map((isVisible) => !isVisible)),
    now: deps.now,
    timers: asyncScheduler,
    paint: deps.renderScheduler,
  }
  const streams = deps.createStreams(ports)
  for (const feed of FEEDS) connections[feed].start()

  let running: { readonly user: string; readonly work: Subscription } | undefined
  let startedMonitoring: (Monitoring & { start: () => Subscription }) | undefined
  const monitoring = lazyOnce(async () => {
    const { createMonitoring } = await import('#src/streams/monitoring.ts')
    startedMonitoring = createMonitoring(streams.monitoringSource, ports)
    running?.work.add(startedMonitoring.start())
    return startedMonitoring
  })
  const begin = (user: string) => {
    cache.open(user)
    preferences.load()
    running = { user, work: streams.start() }
    running.work.add(cachedConnections.start())
    running.work.add(interval(CACHE.cleanMs).subscribe(cache.removeExpired))
    if (startedMonitoring) running.work.add(startedMonitoring.start())
    // A failed load is retried on first use.
    else monitoring.get().catch(() => undefined)
    for (const { connect } of commands) connect()
  }
  const end = () => {
    for (const { disconnect } of commands) disconnect()
    running?.work.unsubscribe()
    running = undefined
  }

  const sessionSubscription = snapshots$(deps.session)
    .pipe(
      map((snapshot) => ({
        user: sessionStatus(snapshot) === 'authenticated' ? sessionUser(snapshot)?.email : undefined,
        generation: tokenGeneration(snapshot),
        isLeaving: signedOutByUser(snapshot),
      })),
      distinctUntilChanged((a, b) => a.user === b.user && (a.user === undefined || a.generation === b.generation)),
    )
    .subscribe(({ user, isLeaving }) => {
      if (running !== undefined && running.user === user) {
        for (const { tokenChanged } of commands) tokenChanged()
        return
      }
      if (running !== undefined) {
        end()
        preferences.clear()
        cache.clear(isLeaving ? 'remove' : 'keep')
      }
      if (user !== undefined) begin(user)
    })

  return {
    connections,
    streams,
    monitoring: monitoring.get,
    cachedConnections$: cachedConnections.connections$,
    stop: () => {
      unwatchPage()
      sessionSubscription.unsubscribe()
      end()
      for (const feed of FEEDS) connections[feed].stop()
    },
  }
}

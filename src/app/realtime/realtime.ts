import { asyncScheduler, fromEvent, interval, Subject, type Observable, type SchedulerLike } from 'rxjs'
import type { ClientConfig } from '#contract/config.ts'
import { CACHE } from '#contract/limits.ts'
import { lazyOnce } from '#src/lib/lazy-once.ts'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import { type ConnectionActor, createConnectionMachine } from '#src/machines/connection/machine.ts'
import { FEEDS, type FeedName, type SessionCheckResult } from '#src/machines/connection/ports.ts'
import { connectionInfo, connectionStatus } from '#src/machines/connection/selectors.ts'
import type { RealtimeRun, TokenSource } from '#src/machines/session/ports.ts'
import {
  createSelecting,
  createStreams,
  type FeedFrame,
  type Monitoring,
  type Selecting,
  type StreamCache,
  type Streams,
} from '#src/streams/index.ts'
import { persistDue$ } from '#src/streams/cache-entry.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import type { Environment } from '#src/transport/browser/environment.ts'
import type { Inspector } from '../inspection.ts'
import type { LoadablePreferenceStore } from '../preferences.ts'
import type { Session } from '../session.ts'
import { createCachedConnections, type CachedConnections } from './cached-connections.ts'
import { createStreamPorts } from './stream-ports.ts'
import { createActor } from 'xstate'
import type { Recorder } from '#src/lib/inspection/recorder.ts'
import { watchPage } from '#src/transport/browser/page.ts'
import { shownSocketUrl, socketUrl } from '#src/transport/socket/socket-url.ts'
import { createSocketOpener } from '#src/transport/socket/socket.ts'

interface ConnectionsDeps {
  readonly config: ClientConfig
  readonly session: Pick<Session, 'tokens' | 'socketToken'>
  readonly environment: Pick<Environment, 'pageUrl' | 'openWebSocket' | 'now'>
  readonly inspect: Recorder['inspect'] | undefined
  /** Receives the frames of both sockets. */
  readonly frames: Subject<FeedFrame>
  readonly selecting: Pick<Selecting, 'selectionFor'>
}

/** Checks by a token refresh whether the session still exists. Rejects when the refresh was not answered. */
async function checkSession(tokens: TokenSource): Promise<SessionCheckResult> {
  const current = tokens.current()
  if (!current) return 'ended'
  const renewal = await tokens.renew(current.generation, 'data')
  if (renewal === 'unanswered') throw new Error('No answer to the session check')
  return renewal === 'fresh' ? 'alive' : 'ended'
}

/** Creates the two connections; they are started by the caller. */
function createConnections(deps: ConnectionsDeps): Readonly<Record<FeedName, ConnectionActor>> {
  const { config, session, inspect, frames, selecting } = deps
  const { pageUrl, openWebSocket, now } = deps.environment

  function createConnection(feed: FeedName): ConnectionActor {
    const address = config.sockets[feed]
    const { pathname } = new URL(address, pageUrl)
    const machine = createConnectionMachine({
      openSocket: createSocketOpener({
        feed,
        address: async () =>
          socketUrl(pageUrl, address, await session.socketToken(pathname), selecting.selectionFor(feed)),
        create: openWebSocket,
        frames,
        now,
      }),
      watchPage,
      checkSession: () => checkSession(session.tokens),
      now,
      random: Math.random,
    })
    return createActor(machine, {
      id: `${feed} connection`,
      input: { feed, maskedUrl: shownSocketUrl(pageUrl, address), isPersistent: true },
      ...(inspect && { inspect }),
    })
  }

  return { tdp: createConnection('tdp'), analytics: createConnection('analytics') }
}

interface RealtimeDeps {
  readonly config: ClientConfig
  readonly session: Session
  readonly environment: Environment
  readonly cache: Cache
  readonly preferences: LoadablePreferenceStore
  /** Keeps them with the account while subscribed. */
  readonly preferenceSync$: Observable<unknown>
  readonly renderScheduler: SchedulerLike
  readonly inspector: Inspector | undefined
}

export interface Realtime {
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  /** Loaded after the first sign-in, behind what the first page needs, or on first use. */
  readonly monitoring: () => Promise<Monitoring>
  /** State of the connections on an earlier visit, until it expires. */
  readonly cachedConnections$: Observable<CachedConnections | undefined>
  /** Connects and streams for a user who signed in. */
  readonly start: (user: string) => RealtimeRun
  /** Releases everything. */
  readonly stop: () => void
}

/** Creates sockets and streams. Nothing runs before `start`. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { session, environment, cache, preferences, preferenceSync$, inspector, renderScheduler } = deps
  const { now } = environment
  const pageHides = new Subject<Event>()
  // Subscribed before the connections, which close on the same event: their last state has to be cached.
  const watching = fromEvent<Event>(window, 'pagehide').subscribe(pageHides)
  const frames = new Subject<FeedFrame>()
  const selecting = createSelecting()
  const connections = createConnections({
    ...deps,
    inspect: inspector?.inspection.recorder.inspect,
    frames,
    selecting,
  })
  const commands = FEEDS.map((feed) => connectionCommands(connections[feed]))
  const streamCache: StreamCache = { read: cache.read, write: cache.write, flush$: pageHides }
  const cachedConnections = createCachedConnections({
    cache,
    stateOf: (feed) => {
      const snapshot = connections[feed].getSnapshot()
      return { status: connectionStatus(snapshot), info: connectionInfo(snapshot) }
    },
    due$: persistDue$(streamCache, asyncScheduler),
    now,
  })
  const { calls } = session
  const ports = createStreamPorts({ frames$: frames, connections, calls, cache: streamCache, now, renderScheduler })
  const streams = (inspector?.streams ?? createStreams)(ports, selecting)
  const monitoring = lazyOnce(async () => {
    const { createMonitoring } = await import('#src/streams/monitoring.ts')
    return createMonitoring(streams.monitoringSource, ports)
  })
  for (const feed of FEEDS) connections[feed].start()

  return {
    connections,
    streams,
    monitoring: monitoring.get,
    cachedConnections$: cachedConnections.connections$,
    start(user) {
      cache.open(user)
      preferences.load()
      const running = streams.start()
      running.add(preferenceSync$.subscribe())
      running.add(cachedConnections.start())
      running.add(interval(CACHE.cleanMs).subscribe(cache.removeExpired))
      running.add(monitoring.created$.subscribe((created) => running.add(created.start())))
      // A failed load is retried on first use.
      monitoring.get().catch(() => undefined)
      for (const { connect } of commands) connect()
      return {
        tokenChanged() {
          for (const { tokenChanged } of commands) tokenChanged()
        },
        stop(reason) {
          for (const { disconnect } of commands) disconnect()
          running.unsubscribe()
          if (reason === 'page closed') return
          preferences.clear()
          cache.clear(reason === 'signed out' ? 'remove' : 'keep')
        },
      }
    },
    stop() {
      watching.unsubscribe()
      for (const feed of FEEDS) connections[feed].stop()
    },
  }
}

import { createActor, type InspectionEvent } from 'xstate'
import {
  createFaultInjectionMachine,
  type FaultInjectionActor,
  type FaultInjectionPorts,
} from '#src/machines/fault-injection/machine.ts'
import { onSessionChange } from '#src/app/session-changes.ts'
import type { Call } from '#src/transport/http/http.ts'
import {
  distinctUntilChanged,
  EMPTY,
  filter,
  ignoreElements,
  interval,
  map,
  merge,
  mergeMap,
  startWith,
  tap,
  type Observable,
  combineLatest,
  concat,
  of,
  scan,
  switchMap,
  take,
  timer,
} from 'rxjs'
import type { Fault } from '#contract/fault-injection.ts'
import { selection$ } from '#src/lib/actor-observable.ts'
import type { ConnectionActor, ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import { FEEDS, type FeedName } from '#src/machines/connection/ports.ts'
import { connectionErrors, connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import { CALL_EVERY_MS, SILENT_AFTER_MS } from '#src/machines/fault-injection/expectation.ts'
import type { Channel, Observation } from '#src/machines/fault-injection/record.ts'
import {
  type HealthActor,
  healthErrors,
  healthFailure,
  healthReport,
  type HealthSnapshot,
} from '#src/machines/health/machine.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import { tokenGeneration } from '#src/machines/session/selectors.ts'
import type { Streams, ReceivedMessage } from '#src/streams/index.ts'
import { healthCommands } from '#src/machines/health/types.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { parsePair } from '#contract/pairs.ts'
import { streamKey } from '#contract/stream-keys.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import { mapResult } from '#src/lib/result.ts'
import { messageOf } from '#src/transport/http/failures.ts'
import { requestOf } from '#src/transport/http/request-of.ts'

/** Fault injection of this session on the server. Administrators only. */
export const createFaultInjectionApi = (call: Call): FaultInjectionPorts['api'] => ({
  async start(body, signal) {
    const result = await call({ ...requestOf(ADMINISTRATION.injectFault, { body }), signal })
    return mapResult(result, ({ data }) => data.injection, messageOf)
  },
  async stop(signal) {
    const result = await call({ ...requestOf(ADMINISTRATION.endFault), signal })
    return mapResult(result, ({ data }) => data.injection, messageOf)
  },
})

type FeedSources = Pick<Streams, 'messages$' | 'problems$' | 'traffic'>

const feedsOf = (socket: FeedName | undefined): readonly FeedName[] => (socket === undefined ? FEEDS : [socket])

/** Acknowledgements and heartbeat responses are not part of the feed. */
const isPublished = ({ type }: ServerMessage) => type === 'LiveUpdate' || type === 'AnalyticsUpdate'

/** When a message was published, unix ms on the server's clock. */
function publishedAt(message: ServerMessage): number | undefined {
  if (message.type === 'AnalyticsUpdate') return message.data.provenance?.published_at
  if (message.type !== 'LiveUpdate') return undefined
  return ('data' in message.data ? message.data.data : message.data).provenance?.published_at
}

/** Latency of a message in ms; the two clocks may differ by any constant. */
function delayOf({ message, receivedAt }: ReceivedMessage): number[] {
  const published = publishedAt(message)
  return published === undefined ? [] : [receivedAt - published]
}

/** Combines the states of several feeds: `bad` while any of them is. */
const worst = (feeds$: readonly Observable<string>[], bad: string, good: string): Observable<string> =>
  combineLatest(feeds$).pipe(map((states) => (states.includes(bad) ? bad : good)))

/** A message is late if its latency exceeds the best one so far by half the injected delay. */
const latenessState = (feed: FeedName, delayMs: number, { messages$, traffic }: FeedSources): Observable<string> => {
  const last$ = traffic.of(feed).pipe(
    take(1),
    mergeMap(({ last }) => (last === undefined ? [] : [last])),
  )
  return concat(last$, messages$.pipe(filter((arrival) => arrival.feed === feed))).pipe(
    mergeMap(delayOf),
    scan(({ best }, delay) => ({ best: Math.min(best, delay), delay }), { best: Infinity, delay: 0 }),
    map(({ best, delay }) => (delay - best > delayMs / 2 ? 'late' : 'on time')),
    startWith('on time'),
  )
}

const readabilityState = (feed: FeedName, { messages$, problems$ }: FeedSources): Observable<string> =>
  merge(
    messages$.pipe(
      filter((arrival) => arrival.feed === feed && isPublished(arrival.message)),
      map(() => 'readable'),
    ),
    problems$.pipe(
      // Problems do not name their socket, so they count for every socket that the fault affects.
      scan((seen, problems) => ({ count: brokenFrames(problems), before: seen.count }), { count: -1, before: -1 }),
      mergeMap(({ count, before }) => (before >= 0 && count > before ? ['unreadable'] : [])),
    ),
  ).pipe(startWith('readable'))

const brokenFrames = (problems: readonly { readonly kind: string; readonly count: number }[]): number =>
  problems.reduce((sum, { kind, count }) => sum + (kind === 'frame' ? count : 0), 0)

/** The stream key of a message; candles on the market-data socket have one too. */
function keyOf(message: ServerMessage): string | undefined {
  if (message.type === 'AnalyticsUpdate') return message.data.stream_key
  const pair = message.type === 'LiveUpdate' ? parsePair(message.trading_pair ?? '') : undefined
  return pair === undefined ? undefined : streamKey(pair, 'processed_candles', 'm1')
}

const flowState = (stream: string, { messages$ }: FeedSources): Observable<string> =>
  messages$.pipe(
    filter(({ message }) => keyOf(message) === stream),
    startWith(undefined),
    switchMap(() => concat(of('flowing'), timer(SILENT_AFTER_MS).pipe(map(() => 'silent')))),
  )

/** State of the feed in the terms of the injected fault; empty for faults that do not affect the feed. */
function feedState(fault: Fault, sources: FeedSources): Observable<string> {
  switch (fault.kind) {
    case 'delay-feed': {
      const feeds = feedsOf(fault.socket).map((feed) => latenessState(feed, fault.delay_ms, sources))
      return worst(feeds, 'late', 'on time')
    }
    case 'broken-json': {
      const feeds = feedsOf(fault.socket).map((feed) => readabilityState(feed, sources))
      return worst(feeds, 'unreadable', 'readable')
    }
    case 'stop-stream':
      return flowState(fault.stream, sources)
    case 'cut-socket':
    case 'answer-401':
    case 'answer-503':
      return EMPTY
  }
}

interface ObservationSources {
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Pick<Streams, 'messages$' | 'problems$' | 'traffic'>
  readonly session: SessionActor
  readonly health: HealthActor
  /** Wall clock, unix ms. */
  readonly now: () => number
}

interface TimedText {
  readonly at: number
  readonly text: string
}

const socketState = (snapshot: ConnectionSnapshot) =>
  `${connectionStatus(snapshot)}${isFallback(snapshot) ? ', API polling' : ''}`

/** Undefined until the first poll has succeeded or failed. */
function callState(snapshot: HealthSnapshot): string | undefined {
  if (healthFailure(snapshot) !== undefined) return 'refused'
  return healthReport(snapshot) === undefined ? undefined : 'answered'
}

/** Observes everything that a fault may change: the current state first, then each change. */
export function observeFault(fault: Fault, sources: ObservationSources): Observable<Observation> {
  const { connections, streams, session, health, now } = sources
  const since = now()
  const states = (channel: Channel, states$: Observable<string | undefined>): Observable<Observation> =>
    states$.pipe(
      filter((state) => state !== undefined),
      distinctUntilChanged(),
      map((state) => ({ kind: 'state', channel, state, at: now() })),
    )
  const texts = (lists$: Observable<readonly TimedText[]>): Observable<Observation> =>
    lists$.pipe(
      distinctUntilChanged(),
      mergeMap((list) =>
        list.filter(({ at }) => at >= since).map(({ at, text }) => ({ kind: 'text', text, at }) as const),
      ),
    )

  const generation = tokenGeneration(session.getSnapshot())
  const renewals$ = selection$(session, (snapshot) =>
    tokenGeneration(snapshot) === generation ? 'signed in' : 'token renewed',
  )
  const isAboutCalls = fault.kind === 'answer-401' || fault.kind === 'answer-503'
  // Polls the proxy's health, because nothing else may be calling the server meanwhile.
  const calls$ = isAboutCalls
    ? interval(CALL_EVERY_MS).pipe(startWith(0), tap(healthCommands(health).refresh), ignoreElements())
    : EMPTY

  return merge(
    ...FEEDS.map((feed) => states(feed, selection$(connections[feed], socketState))),
    states('feed', feedState(fault, streams)),
    states('calls', selection$(health, callState)),
    states('session', renewals$),
    ...FEEDS.map((feed) => texts(selection$(connections[feed], connectionErrors))),
    texts(streams.problems$),
    texts(selection$(health, healthErrors)),
    calls$,
  )
}

interface FaultInjectionDeps extends ObservationSources {
  /** The identity service for administrators. */
  readonly admin: Call
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

/** Starts the fault injection machine, idle. It outlives screens, so that a fault can be watched on any of them. */
export function startFaultInjection({ admin, inspect, ...sources }: FaultInjectionDeps): FaultInjectionActor {
  const { session, now } = sources
  const machine = createFaultInjectionMachine({
    api: createFaultInjectionApi(admin),
    observe(fault, report) {
      const subscription = observeFault(fault, sources).subscribe(report)
      return () => subscription.unsubscribe()
    },
    watchSession: onSessionChange(session),
    now,
  })
  return createActor(machine, { id: 'fault-injection', ...(inspect && { inspect }) }).start()
}

import { createActor, type InspectionEvent } from 'xstate'
import { createFaultInjectionMachine, type FaultInjectionActor } from '#src/machines/fault-injection/machine.ts'
import { onSessionChange } from '#src/app/session-changes.ts'
import { createFaultInjectionApi } from '#src/transport/api/fault-injection.ts'
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
} from 'rxjs'
import type { Fault } from '#contract/fault-injection.ts'
import { selection$ } from '#src/lib/actor-observable.ts'
import type { ConnectionActor, ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import { FEEDS, type FeedName } from '#src/machines/connection/ports.ts'
import { connectionErrors, connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import { CALL_EVERY_MS } from '#src/machines/fault-injection/expectation.ts'
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
import type { Streams } from '#src/streams/index.ts'
import { feedState } from './feed-state.ts'
import { healthCommands } from '#src/machines/health/types.ts'

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

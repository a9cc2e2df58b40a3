import { flushSync } from 'react-dom'
import {
  defer,
  of,
  ReplaySubject,
  share,
  switchMap,
  retry,
  type Observable,
  distinctUntilChanged,
  filter,
  fromEvent,
  map,
  merge,
  skip,
} from 'rxjs'
import { lazyOnce } from '#src/lib/lazy-once.ts'
import { pageVisible$ } from '#src/lib/page-visibility.ts'
import { proofCommands } from '#src/machines/proof.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import type { Environment } from '#src/transport/browser/environment.ts'
import { pressesOf } from '#src/transport/browser/page.ts'
import { createFactorRequirement } from './factor-requirement.ts'
import type { Inspector } from './inspection.ts'
import type { LoadablePreferenceStore } from './preferences.ts'
import { askForProof, startProof } from './proof.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { createRenderScheduler } from './render-scheduler.ts'
import type { PageServices, Services } from './services.ts'
import { onSessionChange } from './session-changes.ts'
import type { Session } from './session.ts'
import { failure, success, type Result } from '../lib/result.ts'
import type { REFUSAL_REASONS } from '#contract/auth.ts'
import type { Call } from '../transport/http/http.ts'
import { ABORTED } from '../transport/http/failures.ts'
import { selection$ } from '../lib/actor-observable.ts'
import type { ConnectionActor } from '../machines/connection/machine.ts'
import type { FeedName } from '../machines/connection/ports.ts'
import { connectionStatus, isUnresponsive } from '../machines/connection/selectors.ts'
import { fetchCandlePage } from './realtime/stream-ports.ts'
import { livenessOf } from '../streams/index.ts'

/** Emits when a connection becomes live, at first or again, and when the browser is back online. */
export const restored$ = (
  connections: Readonly<Record<FeedName, ConnectionActor>>,
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): Observable<unknown> =>
  merge(
    fromEvent(window, 'online'),
    ...Object.values(connections).map((connection) =>
      selection$(connection, (snapshot) =>
        livenessOf({ status: connectionStatus(snapshot), isUnresponsive: isUnresponsive(snapshot) }),
      ).pipe(
        map((liveness) => liveness === 'live'),
        distinctUntilChanged(),
        skip(1),
        filter((isLive) => isLive),
      ),
    ),
  )

/**
 * Wraps `call` so that what the server does for no old proof of identity is repeated once after a new one. `ask` resolves to
 * whether the user gave it; otherwise the refusal stands.
 */
function withProof(call: Call, ask: () => Promise<boolean>): Call {
  return async (request) => {
    const result = await call(request)
    const isAsked = !result.ok && result.error.kind === 'http' && result.error.reason === 'proof_required'
    if (!isAsked || !(await ask())) return result
    return request.signal?.aborted ? failure(ABORTED) : call(request)
  }
}

/** Wraps `call` so that refusals for this reason are reported besides being returned. */
export function onRefusal(call: Call, reason: (typeof REFUSAL_REASONS)[number], report: () => void): Call {
  return async (request) => {
    const result = await call(request)
    if (!result.ok && result.error.kind === 'http' && result.error.reason === reason) report()
    return result
  }
}

const RETRY_MS = 30_000

/** A chunk of the program, or that it could not be loaded. Never rejects. */
export const loadChunk = <T>(load: () => Promise<T>): Promise<Result<T>> =>
  load().then(success, () => failure('A part of Pairbot could not be loaded'))

/** A chunk of the program, which is asked for until it can be loaded: for what the screens work without. */
export const chunk$ = <T>(load: () => Promise<T>): Observable<T> => defer(load).pipe(retry({ delay: RETRY_MS }))

/** What the dashboard looks up besides its streams; a recording answers it too. */
export const createLookups = (
  call: Call,
): Pick<Services, 'indicatorSeries' | 'candlePage' | 'trackRecords$' | 'scoreCard'> => ({
  candlePage: (view, page) => fetchCandlePage(call, view, page),
  indicatorSeries: (range) =>
    defer(() => loadChunk(() => import('#src/transport/api/indicator-series.ts'))).pipe(
      switchMap((chunk) => (chunk.ok ? chunk.value.fetchIndicatorSeries(call, range) : of(chunk))),
    ),
  trackRecords$: chunk$(() => import('./track-records.ts')).pipe(
    switchMap(({ loadTrackRecords }) => loadTrackRecords(call)),
    share({ connector: () => new ReplaySubject(1), resetOnComplete: false }),
  ),
  async scoreCard(query, signal) {
    const chunk = await loadChunk(() => import('#src/transport/api/score-card.ts'))
    return chunk.ok ? chunk.value.fetchScoreCard(call, query, signal) : chunk
  },
})

interface SignedInServicesDeps {
  readonly shared: PageServices
  readonly session: Session
  readonly environment: Environment
  readonly cache: Cache
  readonly preferences: LoadablePreferenceStore
  readonly inspector: Inspector | undefined
}

/** The services that only signed-in users need. */
export interface SignedInServices {
  readonly services: Services
  readonly realtime: Realtime
  readonly stop: () => void
}

/** Creates the services of signed-in users. What the first page does not need is loaded on first use. */
export function createSignedInServices(deps: SignedInServicesDeps): SignedInServices {
  const { shared, session, environment, inspector } = deps
  const { actor, calls } = session
  const { now } = environment
  const { config } = shared
  const inspect = inspector?.inspection.recorder.inspect
  const renderScheduler = createRenderScheduler({ commit: flushSync, press$: pressesOf(environment.window) })
  const preferenceSync$ = chunk$(() => import('./account-preferences.ts')).pipe(
    switchMap(({ syncPreferences }) =>
      syncPreferences({ call: calls.admin, preferences: deps.preferences, visible$: pageVisible$ }),
    ),
  )
  const realtime = createRealtime({ ...deps, config, preferenceSync$, renderScheduler })
  const { connections, streams, monitoring, cachedConnections$ } = realtime
  const proof = startProof({ call: calls.admin, session: actor, inspect })
  const factorRequirement = createFactorRequirement()
  const provenCall = withProof(calls.admin, () => askForProof(proof))
  const strategies = lazyOnce(async () => {
    const { createStrategies, paperFeedOf } = await import('./strategies.ts')
    const { newId } = environment
    return createStrategies({
      call: calls.strategy,
      cache: deps.cache,
      watchSession: onSessionChange(actor),
      now,
      newId,
      paperFeed: paperFeedOf(streams),
      inspect,
    })
  })
  const health = lazyOnce(async () => {
    const { startHealth } = await import('./health.ts')
    return startHealth({ proxy: calls.proxy, session: actor, now, inspect })
  })
  const faultInjection = lazyOnce(async () => {
    const [{ startFaultInjection }, monitor] = await Promise.all([import('./fault-injection/start.ts'), health.get()])
    const sources = { connections, streams, session: actor, health: monitor, now }
    return startFaultInjection({ ...sources, admin: calls.admin, inspect })
  })
  const admin = lazyOnce(async () => {
    const { createAdminApi } = await import('#src/transport/api/admin.ts')
    return createAdminApi(onRefusal(provenCall, 'factor_required', factorRequirement.report))
  })
  const candleImports = lazyOnce(async () => {
    const [{ createCandleImports }, { createQueries }] = await Promise.all([
      import('#src/transport/api/candle-imports.ts'),
      import('#src/streams/queries.ts'),
    ])
    const { newRequest } = environment
    return createCandleImports(
      { call: calls.tdp, withToken: session.withToken, newRequest, base: config.tdp },
      createQueries({ visible$: pageVisible$, now }),
    )
  })
  const account = lazyOnce(async () => {
    const { createAccountApi } = await import('#src/transport/api/account.ts')
    return createAccountApi(provenCall)
  })

  return {
    services: {
      ...shared,
      admin: admin.get,
      account: account.get,
      candleImports: candleImports.get,
      proof,
      factorRequirement,
      connections,
      streams,
      restored$: restored$(connections, environment.window),
      monitoring,
      cachedConnections$,
      strategies: strategies.get,
      health: health.get,
      faultInjection: faultInjection.get,
      ...createLookups(inspector?.recordCall(calls.tdp) ?? calls.tdp),
      async models() {
        const { createModelsApi } = await import('#src/transport/api/models.ts')
        const { newRequest } = environment
        return createModelsApi({ call: calls.tdp, withToken: session.withToken, newRequest, base: config.tdp, now })
      },
    },
    realtime,
    stop() {
      proofCommands(proof).cancel()
      proof.stop()
      faultInjection.dispose((running) => running.stop())
      health.dispose((monitor) => monitor.stop())
      realtime.stop()
      renderScheduler.stop()
    },
  }
}

import { flushSync } from 'react-dom'
import type { Inspector } from './inspection.ts'
import { createRealtime } from './realtime/realtime.ts'
import { onSessionChange } from './session-changes.ts'
import { lazyOnce } from '#src/lib/lazy-once.ts'
import { createRenderScheduler } from './render-scheduler.ts'
import type { PublicServices, Services } from './services.ts'
import type { Session } from './session.ts'
import { createStreams } from '#src/streams/index.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import type { Environment } from '#src/transport/browser/environment.ts'
import { pressesOf } from '#src/transport/browser/page.ts'
import type { LoadablePreferenceStore } from './preferences.ts'

export interface SignedInServicesDeps {
  readonly shared: Omit<PublicServices, 'preferences'> & { readonly preferences: LoadablePreferenceStore }
  readonly session: Session
  readonly environment: Environment
  readonly cache: Cache
  readonly inspector: Inspector | undefined
}

/** Creates the services that only signed-in users need, on top of the existing session. */
export function createSignedInServices({ shared, session, environment, cache, inspector }: SignedInServicesDeps) {
  const { actor, calls, tokens, socketToken, withToken } = session
  const { now, newId, pageUrl, openWebSocket, newRequest } = environment
  const { config, preferences } = shared
  const { tdp, proxy, admin } = calls
  const inspect = inspector?.inspection.recorder.inspect
  const renderScheduler = createRenderScheduler({ commit: flushSync, press$: pressesOf(environment.window) })
  const realtime = createRealtime({
    config,
    session: actor,
    tokens,
    socketToken,
    tdp,
    proxy,
    cache,
    preferences,
    pageUrl,
    openWebSocket,
    now,
    renderScheduler,
    inspect,
    createStreams: inspector?.streams ?? createStreams,
  })
  // In a chunk of its own: the first page does not wait for it.
  const strategies = lazyOnce(async () => {
    const { createStrategies } = await import('./strategies.ts')
    return createStrategies({ call: calls.strategy, watchSession: onSessionChange(actor), now, newId, inspect })
  })
  const health = lazyOnce(async () =>
    (await import('./health.ts')).startHealth({ proxy, session: actor, now, inspect }),
  )
  const faultInjection = lazyOnce(async () => {
    const [{ startFaultInjection }, monitor] = await Promise.all([import('./fault-injection/start.ts'), health.get()])
    return startFaultInjection({ ...realtime, admin, session: actor, health: monitor, now, inspect })
  })
  const services: Services = {
    ...shared,
    connections: realtime.connections,
    streams: realtime.streams,
    strategies: strategies.get,
    calls,
    monitoring: realtime.monitoring,
    health: health.get,
    faultInjection: faultInjection.get,
    cachedConnections$: realtime.cachedConnections$,
    models: async () =>
      (await import('#src/transport/api/models.ts')).createModelsApi({
        call: tdp,
        withToken,
        newRequest,
        base: config.tdp,
        now,
      }),
  }
  return {
    services,
    stop: (): void => {
      faultInjection.dispose((running) => running.stop())
      health.dispose((monitor) => monitor.stop())
      realtime.stop()
      renderScheduler.stop()
    },
  }
}

import { flushSync } from 'react-dom'
import { from, map, startWith } from 'rxjs'
import type { Inspector } from './inspection.ts'
import { createLive } from './realtime.ts'
import { sessionId } from '../machines/session/selectors.ts'
import { onDemand } from '../lib/lazy-once.ts'
import { createPaint } from './render-scheduler.ts'
import type { PublicServices, Services } from './services.ts'
import type { Session } from './session.ts'
import { createStreams } from '../streams/index.ts'
import type { Cache } from '../transport/cache.ts'
import type { Environment } from '../transport/environment.ts'
import { pressesOf } from '../transport/page.ts'
import type { OwnPreferences } from './preferences.ts'

export interface WholeDeps {
  readonly shared: Omit<PublicServices, 'preferences'> & { readonly preferences: OwnPreferences }
  readonly session: Session
  readonly environment: Environment
  readonly cache: Cache
  readonly inspector: Inspector | undefined
}

/** Builds what only signed-in people need, on the session that is there already. */
export function createWhole({ shared, session, environment, cache, inspector }: WholeDeps) {
  const { actor, calls, tokens, socketToken, withToken } = session
  const { now, newId, pageUrl, openWebSocket, newRequest } = environment
  const { config, preferences } = shared
  const { tdp, proxy, admin } = calls
  const inspect = inspector?.inspection.recorder.inspect
  const paint = createPaint({ commit: flushSync, press$: pressesOf(environment.window) })
  const live = createLive({
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
    paint,
    inspect,
    createStreams: inspector?.streams ?? createStreams,
  })
  // In no chunk that a first page waits for.
  const strategies = onDemand(async () => {
    const { createStrategies } = await import('./strategies.ts')
    const sessionId$ = from(actor).pipe(startWith(actor.getSnapshot()), map(sessionId))
    return createStrategies({ call: calls.strategy, sessionId$, now, newId, inspect })
  })
  const health = onDemand(async () =>
    (await import('./health.ts')).startHealth({ proxy, session: actor, now, inspect }),
  )
  const drill = onDemand(async () => {
    const [{ startDrill }, monitor] = await Promise.all([import('./fault-injection/start.ts'), health.get()])
    return startDrill({ ...live, admin, session: actor, health: monitor, now, inspect })
  })
  const services: Services = {
    ...shared,
    connections: live.connections,
    streams: live.streams,
    strategies: strategies.get,
    calls,
    monitoring: live.monitoring,
    health: health.get,
    drill: drill.get,
    keptConnections$: live.keptConnections$,
    models: async () =>
      (await import('../transport/models-api.ts')).createModelsApi({
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
      drill.end((running) => running.stop())
      health.end((monitor) => monitor.stop())
      live.stop()
      paint.stop()
    },
  }
}

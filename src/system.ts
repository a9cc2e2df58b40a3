import { from, map, startWith } from 'rxjs'
import type { ClientConfig } from '#contract/config.ts'
import type { Inspector } from './inspection.ts'
import { createLive } from './live.ts'
import { sessionId } from './machines/session/selectors.ts'
import type { ModelsApi } from './machines/models/model.ts'
import type { Services } from './services.ts'
import { createPreferences } from './preferences.ts'
import { createSession } from './session.ts'
import { createStreams } from './streams/index.ts'
import { createCache } from './transport/cache.ts'
import type { Environment } from './transport/environment.ts'
import { onDemand } from './on-demand.ts'
import type { ModelsApiDeps } from './transport/models-api.ts'

/** Every long-lived part of the client. */
export interface System {
  readonly services: Services
  stop(): void
}

const loadModels = async (deps: ModelsApiDeps): Promise<ModelsApi> =>
  (await import('./transport/models-api.ts')).createModelsApi(deps)

/** Builds every long-lived part once, outside React, and starts it. */
export function createSystem(config: ClientConfig, environment: Environment, inspector?: Inspector): System {
  const inspect = inspector?.inspection.recorder.inspect
  const { actor, commands, tokens, calls, withToken, socketToken, storage, invitation } = createSession(
    config,
    environment,
    inspect,
  )
  const { now, newId, pageUrl, openWebSocket, newRequest } = environment
  const { tdp, proxy, admin } = calls
  const cache = createCache(storage, now)
  const preferences = createPreferences(cache)
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
    const [{ startDrill }, monitor] = await Promise.all([import('./drill/start.ts'), health.get()])
    return startDrill({ ...live, admin, session: actor, health: monitor, now, inspect })
  })
  return {
    services: {
      config,
      session: actor,
      sessionCommands: commands,
      connections: live.connections,
      streams: live.streams,
      inspection: inspector?.inspection,
      strategies: strategies.get,
      calls,
      monitoring: live.monitoring,
      health: health.get,
      drill: drill.get,
      invitation,
      preferences,
      keptConnections$: live.keptConnections$,
      models: () => loadModels({ call: tdp, withToken, newRequest, base: config.tdp, now }),
    },
    stop() {
      drill.end((running) => running.stop())
      health.end((monitor) => monitor.stop())
      live.stop()
      actor.stop()
    },
  }
}

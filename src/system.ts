import type { ClientConfig } from '#contract/config.ts'
import { createLive } from './live.ts'
import type { ModelsApi } from './machines/models/model.ts'
import type { Services } from './services.ts'
import { createSession } from './session.ts'
import type { Environment } from './transport/environment.ts'
import type { ModelsApiDeps } from './transport/models-api.ts'

/** Every long-lived part of the client. */
export interface System {
  readonly services: Services
  stop(): void
}

const loadModels = async (deps: ModelsApiDeps): Promise<ModelsApi> =>
  (await import('./transport/models-api.ts')).createModelsApi(deps)

/** Builds every long-lived part once, outside React, and starts it. */
export function createSystem(config: ClientConfig, environment: Environment): System {
  const { actor, commands, tokens, calls, withToken, socketToken, storage } = createSession(config, environment)
  const { now, pageUrl, openWebSocket, newRequest } = environment
  const { tdp, proxy } = calls
  const live = createLive({
    config,
    session: actor,
    tokens,
    socketToken,
    tdp,
    proxy,
    storage,
    pageUrl,
    openWebSocket,
    now,
  })
  return {
    services: {
      config,
      session: actor,
      sessionCommands: commands,
      connections: live.connections,
      streams: live.streams,
      models: () => loadModels({ call: tdp, withToken, newRequest, base: config.tdp, now }),
    },
    stop() {
      live.stop()
      actor.stop()
    },
  }
}

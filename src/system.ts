import type { ClientConfig } from '#contract/config.ts'
import type { Inspector } from './inspection.ts'
import { createLive } from './live.ts'
import type { Services } from './services.ts'
import { createPreferences } from './preferences.ts'
import { createSession } from './session.ts'
import { createStreams } from './streams/index.ts'
import { createCache } from './transport/cache.ts'
import type { Environment } from './transport/environment.ts'

/** Every long-lived part of the client. */
export interface System {
  readonly services: Services
  stop(): void
}

/** Builds every long-lived part once, outside React, and starts it. */
export function createSystem(config: ClientConfig, environment: Environment, inspector?: Inspector): System {
  const inspect = inspector?.inspection.recorder.inspect
  const { actor, commands, tokens, calls, socketToken, storage } = createSession(config, environment, inspect)
  const { now, pageUrl, openWebSocket } = environment
  const { tdp, proxy } = calls
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
  return {
    services: {
      config,
      session: actor,
      sessionCommands: commands,
      connections: live.connections,
      streams: live.streams,
      preferences,
      keptConnections$: live.keptConnections$,
      inspection: inspector?.inspection,
    },
    stop() {
      live.stop()
      actor.stop()
    },
  }
}

import type { ClientConfig } from '#contract/config.ts'
import { createLive } from './live.ts'
import type { Services } from './services.ts'
import { createSession } from './session.ts'
import type { Environment } from './transport/environment.ts'

/** Every long-lived part of the client. */
export interface System {
  readonly services: Services
  stop(): void
}

/** Builds every long-lived part once, outside React, and starts it. */
export function createSystem(config: ClientConfig, environment: Environment): System {
  const { actor, commands, tokens, calls, socketToken, storage, invitation } = createSession(config, environment)
  const { now, pageUrl, openWebSocket } = environment
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
      invitation,
    },
    stop() {
      live.stop()
      actor.stop()
    },
  }
}

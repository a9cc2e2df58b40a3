import type { ClientConfig } from '#contract/config.ts'
import type { Inspector } from './inspection.ts'
import { onDemand } from '../lib/lazy-once.ts'
import { createPreferences } from './preferences.ts'
import type { PublicServices, Services } from './services.ts'
import { createSession } from './session.ts'
import { createCache } from '../transport/cache.ts'
import type { Environment } from '../transport/environment.ts'

/** Every long-lived part of the client. */
export interface System {
  readonly services: PublicServices
  stop(): void
}

/**
 * Builds every long-lived part once, outside React, and starts it. What only signed-in people need is loaded when
 * somebody is, and then lives as long as the page.
 */
export function createSystem(config: ClientConfig, environment: Environment, inspector?: Inspector): System {
  const session = createSession(config, environment, inspector?.inspection.recorder.inspect)
  const { actor, commands, storage, invitation } = session
  const cache = createCache(storage, environment.now)
  const preferences = createPreferences(cache)
  const whole = onDemand(async () => {
    const { createWhole } = await import('./signed-in-services.ts')
    return createWhole({ shared, session, environment, cache, inspector })
  })
  const shared: Omit<PublicServices, 'preferences'> & { readonly preferences: typeof preferences } = {
    config,
    session: actor,
    sessionCommands: commands,
    invitation,
    preferences,
    inspection: inspector?.inspection,
    whole: async (): Promise<Services> => (await whole.get()).services,
  }
  return {
    services: shared,
    stop() {
      whole.end(({ stop }) => stop())
      actor.stop()
    },
  }
}

import type { ClientConfig } from '#contract/config.ts'
import type { Inspector } from './inspection.ts'
import { lazyOnce } from '../lib/lazy-once.ts'
import { createPreferences } from './preferences.ts'
import type { PublicServices, Services } from './services.ts'
import { createSession } from './session.ts'
import { createCache } from '../transport/cache.ts'
import type { Environment } from '../transport/environment.ts'

/** Every long-lived part of the client. */
export interface PublicServicesHandle {
  readonly services: PublicServices
  stop(): void
}

/**
 * Builds every long-lived part once, outside React, and starts it. What only signed-in people need is loaded when
 * somebody is, and then lives as long as the page.
 */
export function createPublicServices(
  config: ClientConfig,
  environment: Environment,
  inspector?: Inspector,
): PublicServicesHandle {
  const session = createSession(config, environment, inspector?.inspection.recorder.inspect)
  const { actor, commands, storage, invitation } = session
  const cache = createCache(storage, environment.now)
  const preferences = createPreferences(cache)
  const whole = lazyOnce(async () => {
    const { createSignedInServices: createWhole } = await import('./signed-in-services.ts')
    return createWhole({ shared, session, environment, cache, inspector })
  })
  const shared: Omit<PublicServices, 'preferences'> & { readonly preferences: typeof preferences } = {
    config,
    session: actor,
    sessionCommands: commands,
    invitation,
    preferences,
    inspection: inspector?.inspection,
    loadSignedInServices: async (): Promise<Services> => (await whole.get()).services,
  }
  return {
    services: shared,
    stop() {
      whole.dispose(({ stop }) => stop())
      actor.stop()
    },
  }
}

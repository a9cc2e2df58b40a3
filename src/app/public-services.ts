import type { ClientConfig } from '#contract/config.ts'
import type { Inspector } from './inspection.ts'
import { lazyOnce } from '#src/lib/lazy-once.ts'
import { createPreferences } from './preferences.ts'
import type { PublicServices, Services } from './services.ts'
import { createSession } from './session.ts'
import { createCache } from '#src/transport/browser/cache.ts'
import type { Environment } from '#src/transport/browser/environment.ts'

/** The services of every page, running. */
export interface PublicServicesHandle {
  readonly services: PublicServices
  stop(): void
}

/**
 * Creates the services that every page needs, once and outside React, and starts them. The services of signed-in users
 * are loaded on sign-in and live as long as the page.
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
  const signedIn = lazyOnce(async () => {
    const { createSignedInServices } = await import('./signed-in-services.ts')
    return createSignedInServices({ shared, session, environment, cache, inspector })
  })
  const shared: Omit<PublicServices, 'preferences'> & { readonly preferences: typeof preferences } = {
    config,
    session: actor,
    sessionCommands: commands,
    invitation,
    preferences,
    inspection: inspector?.inspection,
    loadSignedInServices: async (): Promise<Services> => (await signedIn.get()).services,
  }
  return {
    services: shared,
    stop() {
      signedIn.dispose(({ stop }) => stop())
      actor.stop()
    },
  }
}

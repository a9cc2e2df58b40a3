import { ReplaySubject } from 'rxjs'
import type { ClientConfig } from '#contract/config.ts'
import { lazyOnce } from '#src/lib/lazy-once.ts'
import type { RealtimeRun } from '#src/machines/session/ports.ts'
import { createCache } from '#src/transport/browser/cache.ts'
import { type Environment, hasPasskeys } from '#src/transport/browser/environment.ts'
import { createCall } from '#src/transport/http/http.ts'
import type { Inspector } from './inspection.ts'
import { createPreferences } from './preferences.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { PageServices, PublicServices } from './services.ts'
import { createSession } from './session.ts'
import { watchReadOnly } from '#src/transport/api/config.ts'

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
  const realtime$ = new ReplaySubject<Realtime>(1)
  const identity = createCall(environment.fetch, config.identity)
  const passwordReset = lazyOnce(async () => {
    const { createPasswordReset } = await import('#src/transport/api/password-reset.ts')
    return createPasswordReset(identity)
  })

  /** Starts when the services are loaded, which the pages of signed-in users request. */
  function startRealtime(user: string): RealtimeRun {
    let run: RealtimeRun | undefined
    const loading = realtime$.subscribe((realtime) => (run = realtime.start(user)))
    return {
      tokenChanged: () => run?.tokenChanged(),
      stop(reason) {
        loading.unsubscribe()
        run?.stop(reason)
      },
    }
  }

  const inspection = inspector?.inspection
  const session = createSession({ config, environment, inspect: inspection?.recorder.inspect, startRealtime })
  const cache = createCache(session.storage, environment.now)
  const preferences = createPreferences(cache)
  const shared: PageServices = {
    config,
    session: session.actor,
    sessionCommands: session.commands,
    invitation: session.invitation,
    hasPasskeys: hasPasskeys(environment),
    suggestPasskey: async (signal) =>
      (await import('#src/transport/session/passkey-sign-in.ts')).suggestPasskey(identity, signal),
    passwordReset: passwordReset.get,
    preferences,
    readOnly$: watchReadOnly(environment.fetch, environment.document),
    inspection,
  }
  const signedIn = lazyOnce(async () => {
    const { createSignedInServices } = await import('./signed-in-services.ts')
    const created = createSignedInServices({ shared, session, environment, cache, preferences, inspector })
    realtime$.next(created.realtime)
    return created
  })
  return {
    services: { ...shared, loadSignedInServices: async () => (await signedIn.get()).services },
    stop() {
      signedIn.dispose(({ stop }) => stop())
      session.actor.stop()
    },
  }
}

import { createActor } from 'xstate'
import type { ClientConfig } from '#contract/config.ts'
import { sessionCommands } from '#src/machines/session/commands.ts'
import { implement } from '#src/machines/session/implement.ts'
import { tokenSource, type TokenSource } from '#src/machines/session/tokens.ts'
import type { Services } from '#src/services.ts'
import { authorised } from '#src/transport/authorised.ts'
import type { Environment } from '#src/transport/environment.ts'
import { createCall, type Call } from '#src/transport/http.ts'
import { createIdentity } from '#src/transport/identity.ts'
import { createPage } from '#src/transport/page.ts'
import { safeStorage } from '#src/transport/storage.ts'
import { createTabs } from '#src/transport/tabs.ts'
import { createSocketToken, type SocketToken } from '#src/transport/ticket.ts'
import { createVault } from '#src/transport/vault.ts'

/** Calls of the services behind the sign-in, each with the session's token. */
export interface Calls {
  readonly tdp: Call
  readonly proxy: Call
  readonly strategy: Call
  /** The identity service for administrators: its failures have their own words. */
  readonly admin: Call
}

export interface System {
  readonly services: Services
  readonly calls: Calls
  readonly tokens: TokenSource
  readonly socketToken: SocketToken
  stop(): void
}

/** Builds every long-lived part once, outside React, and starts it. */
export function createSystem(config: ClientConfig, environment: Environment): System {
  const { fetch, now, newId } = environment
  const storage = safeStorage(environment.storage)
  const vault = createVault(storage, now)
  const identityCall = createCall(fetch, config.identity)

  const session = createActor(
    implement({
      api: createIdentity(identityCall, vault),
      vault,
      tabs: createTabs({ ...environment, storage }),
      page: createPage(environment),
      now,
      newId,
    }),
  )
  const tokens = tokenSource(session, vault, now)
  const authority = { ...tokens, token: () => vault.token() }
  const data = (base: string) => authorised(createCall(fetch, base), authority, 'data')

  session.start()
  return {
    services: { config, session, sessionCommands: sessionCommands(session) },
    calls: {
      tdp: data(config.tdp),
      proxy: data(config.proxy),
      strategy: data(config.strategy),
      admin: authorised(identityCall, authority, 'admin'),
    },
    tokens,
    socketToken: createSocketToken(authorised(identityCall, authority, 'data'), vault),
    stop: () => session.stop(),
  }
}

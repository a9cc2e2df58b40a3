import { createActor, type InspectionEvent } from 'xstate'
import type { ClientConfig } from '#contract/config.ts'
import { sessionCommands, type SessionCommands } from '#src/machines/session/commands.ts'
import { createSessionMachine } from '#src/machines/session/provide.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import type { Invitation, SessionPorts, TokenSource } from '#src/machines/session/ports.ts'
import { tokenSource } from '#src/machines/session/tokens.ts'
import { withAuth } from '#src/transport/http/with-auth.ts'
import type { Environment } from '#src/transport/browser/environment.ts'
import { createCall, type Call } from '#src/transport/http/http.ts'
import { createIdentity } from '#src/transport/session/identity.ts'
import { createPage } from '#src/transport/browser/page.ts'
import { safeStorage, type SafeStorage } from '#src/transport/browser/storage.ts'
import { createTabs } from '#src/transport/session/tabs.ts'
import { createSocketToken, type SocketToken } from '#src/transport/socket/ticket.ts'
import { createTokenStore } from '#src/transport/session/token-store.ts'

/** The services that need a sign-in, called with the session's token. */
export interface ServiceCalls {
  readonly tdp: Call
  readonly proxy: Call
  readonly strategy: Call
  /** The identity service for administrators; its failures have messages of their own. */
  readonly admin: Call
}

/** The session actor and everything that uses its token. */
export interface Session {
  readonly actor: SessionActor
  readonly commands: SessionCommands
  readonly tokens: TokenSource
  readonly calls: ServiceCalls
  /** Adds the session's token to any other call. */
  readonly withToken: (call: Call) => Call
  readonly socketToken: SocketToken
  readonly storage: SafeStorage
  readonly invitation: Invitation
}

interface SessionDeps extends Pick<SessionPorts, 'startRealtime'> {
  readonly config: ClientConfig
  readonly environment: Environment
  readonly inspect?: ((event: InspectionEvent) => void) | undefined
}

/** Creates and starts the session of this tab. */
export function createSession({ config, environment, inspect, startRealtime }: SessionDeps): Session {
  const { fetch, now, newId } = environment
  const storage = safeStorage(environment.storage)
  const tokenStore = createTokenStore(storage, now)
  const identity = createCall(fetch, config.identity)
  // Loaded on demand: few pages are opened with an invitation.
  const invitation = async () =>
    (await import('#src/transport/session/invitation.ts')).createInvitation(identity, environment.invitationCode)
  const actor = createActor(
    createSessionMachine({
      api: {
        ...createIdentity(identity, tokenStore),
        register: async (...request) => (await invitation()).register(...request),
      },
      tokenStore,
      tabs: createTabs({ ...environment, storage }),
      page: createPage(environment),
      startRealtime,
      now,
      newId,
    }),
    { id: 'session', ...(inspect && { inspect }) },
  )
  const tokens = tokenSource(actor, tokenStore, now)
  const authority = { ...tokens, token: () => tokenStore.token() }
  const data = (base: string) => withAuth(createCall(fetch, base), authority, 'data')
  actor.start()
  return {
    actor,
    commands: sessionCommands(actor),
    tokens,
    calls: {
      tdp: data(config.tdp),
      proxy: data(config.proxy),
      strategy: data(config.strategy),
      admin: withAuth(identity, authority, 'admin'),
    },
    withToken: (call) => withAuth(call, authority, 'data'),
    socketToken: createSocketToken(withAuth(identity, authority, 'data'), tokenStore),
    storage,
    invitation: { check: async (signal) => (await invitation()).check(signal) },
  }
}

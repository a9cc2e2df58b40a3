import { createActor, type InspectionEvent } from 'xstate'
import type { ClientConfig } from '#contract/config.ts'
import { sessionCommands, type SessionCommands } from '#src/machines/session/commands.ts'
import { createSessionMachine } from '#src/machines/session/provide.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import type { Invitation, SessionPorts, TokenSource, Caller } from '#src/machines/session/ports.ts'
import { tokenSource } from '#src/machines/session/tokens.ts'
import type { Environment } from '#src/transport/browser/environment.ts'
import { createCall, type Call, type HttpRequest } from '#src/transport/http/http.ts'
import { createIdentity } from '#src/transport/session/identity.ts'
import { createPage } from '#src/transport/browser/page.ts'
import { safeStorage, type SafeStorage } from '#src/transport/browser/storage.ts'
import { createTabs } from '#src/transport/session/tabs.ts'
import { createTokenStore, type TokenStore } from '#src/transport/session/token-store.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { requestOf } from '../transport/http/request-of.ts'
import { failure } from '../lib/result.ts'
import { ABORTED, NETWORK, type HttpFailure, type HttpResult } from '../transport/http/failures.ts'

/** The session's token and its renewal. */
interface SessionAuth extends TokenSource {
  token(): string | undefined
}

const TEXTS = {
  data: {
    missing: 'Authentication required. Please log in again.',
    ended: 'Authentication required. Please log in again.',
  },
  admin: { missing: 'No access token available. Please login.', ended: 'Session expired. Please login again.' },
}

const unauthenticated = (text: string) => failure<HttpFailure>({ kind: 'unauthenticated', text })

/**
 * Wraps `call` with the session's token. After a 401 the token is renewed and the request repeated once; without a
 * token nothing is sent.
 */
function withAuth(call: Call, auth: SessionAuth, caller: Caller): Call {
  const texts = TEXTS[caller]

  const send = <T>(request: HttpRequest<T>): Promise<HttpResult<T>> => {
    const token = auth.token()
    if (token === undefined) return Promise.resolve(unauthenticated(texts.missing))
    return call({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  }

  async function retryRenewed<T>(request: HttpRequest<T>, generation: number): Promise<HttpResult<T>> {
    const renewal = await auth.renew(generation, caller)
    if (request.signal?.aborted) return failure(ABORTED)
    if (renewal === 'unanswered') return failure(NETWORK)
    if (renewal === 'ended') return unauthenticated(texts.ended)
    const used = auth.current()
    const result = await send(request)
    if (!isUnauthorised(result) || !used) return caller === 'admin' ? withoutServerMessage(result) : result
    auth.reportUnauthorized(used.generation)
    return unauthenticated(texts.ended)
  }

  return async (request) => {
    const current = auth.current()
    if (!current) return unauthenticated(texts.missing)
    if (current.state === 'missing' && caller === 'admin') return unauthenticated(texts.missing)
    if (current.state !== 'usable') return retryRenewed(request, current.generation)
    const result = await send(request)
    return isUnauthorised(result) ? retryRenewed(request, current.generation) : result
  }
}

/** For the administration, a failed retry is reported by its status alone. */
const withoutServerMessage = <T>(result: HttpResult<T>): HttpResult<T> =>
  !result.ok && result.error.kind === 'http' ? failure({ ...result.error, serverMessage: undefined }) : result

const isUnauthorised = (result: HttpResult<unknown>): boolean =>
  !result.ok && result.error.kind === 'http' && result.error.status === 401

/** Returns the `token` of a socket, for every attempt anew. Rejects if none is available now. */
type SocketToken = (path: string) => Promise<string | undefined>

const WITHOUT_TICKETS: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Returns a single-use ticket for the socket at `path`, so that no lasting token is part of an address. Backends
 * without tickets get the access token. Undefined when signed out. `call` is the identity service's, with the session's
 * token.
 */
function createSocketToken(call: Call, tokenStore: Pick<TokenStore, 'token'>): SocketToken {
  let ticketsExist = true
  return async (path) => {
    if (!ticketsExist) return tokenStore.token()
    // Other backends have their sockets elsewhere.
    const result = await call({ ...requestOf(AUTH.socketTicket, { body: {} }), body: { path } })
    if (result.ok) return result.value.data.ticket
    const { error: failure } = result
    if (failure.kind === 'unauthenticated') return undefined
    // Browsers log the addresses of failed sockets: a service error is no reason to put a lasting token there.
    if (failure.kind !== 'http' || !WITHOUT_TICKETS.has(failure.status)) throw new Error(failure.text)
    ticketsExist = false
    return tokenStore.token()
  }
}

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

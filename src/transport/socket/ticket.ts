import * as AUTH from '#contract/endpoints/auth.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import type { TokenStore } from '../session/token-store.ts'

/** Returns the `token` of a socket, for every attempt anew. Rejects if none is available now. */
export type SocketToken = (path: string) => Promise<string | undefined>

const WITHOUT_TICKETS: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Returns a single-use ticket for the socket at `path`, so that no lasting token is part of an address. Backends
 * without tickets get the access token. Undefined when signed out. `call` is the identity service's, with the session's
 * token.
 */
export function createSocketToken(call: Call, tokenStore: Pick<TokenStore, 'token'>): SocketToken {
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

import { socketTicketSchema, successOf } from '#contract/auth.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Call } from './http.ts'
import type { TokenStore } from './token-store.ts'

/** What a socket sends as its `token`: asked anew for every connection attempt. Rejects when none is to be had now. */
export type SocketToken = (path: string) => Promise<string | undefined>

const WITHOUT_TICKETS: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * A single-use ticket for the socket at `path`, so that no lasting token stands in an address.
 * A backend without tickets gets the plain access token. Undefined when nobody is signed in.
 * `call` is the identity service's, with the session's token.
 */
export function createSocketToken(call: Call, tokenStore: Pick<TokenStore, 'token'>): SocketToken {
  let ticketsExist = true
  return async (path) => {
    if (!ticketsExist) return tokenStore.token()
    const result = await call({
      method: 'POST',
      path: IDENTITY.socketTicket,
      body: { path },
      schema: successOf(socketTicketSchema),
    })
    if (result.ok) return result.value.data.ticket
    const { failure } = result
    if (failure.kind === 'unauthenticated') return undefined
    // A browser writes the address of every socket that fails into its log: a service in trouble is no reason to put a
    // lasting token there.
    if (failure.kind !== 'http' || !WITHOUT_TICKETS.has(failure.status)) throw new Error(failure.text)
    ticketsExist = false
    return tokenStore.token()
  }
}

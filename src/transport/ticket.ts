import { socketTicketSchema, successOf } from '#contract/auth.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Call } from './http.ts'
import type { Vault } from './vault.ts'

/** What a socket sends as its `token`: asked anew for every connection attempt. */
export type SocketToken = (path: string) => Promise<string | undefined>

const WITHOUT_TICKETS: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * A single-use ticket for the socket at `path`, so that no lasting token stands in an address.
 * A backend without tickets gets the plain access token. Undefined when nobody is signed in.
 * `call` is the identity service's, with the session's token.
 */
export function createSocketToken(call: Call, vault: Pick<Vault, 'token'>): SocketToken {
  let ticketsExist = true
  return async (path) => {
    if (!ticketsExist) return vault.token()
    const result = await call({
      method: 'POST',
      path: IDENTITY.socketTicket,
      body: { path },
      schema: successOf(socketTicketSchema),
    })
    if (result.ok) return result.value.data.ticket
    const { failure } = result
    if (failure.kind === 'unauthenticated') return undefined
    if (failure.kind === 'http' && WITHOUT_TICKETS.has(failure.status)) ticketsExist = false
    return vault.token()
  }
}

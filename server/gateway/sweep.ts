import { CLOSE } from '#contract/close-codes.ts'
import { POLICY } from './policy.ts'
import type { Client } from './client.ts'

/** Ends the connections whose time is over: silent peers, readers that stall, tokens that ended. */
export function sweepClients(clients: Iterable<Client>, now: number) {
  for (const client of clients) {
    const heldSince = client.outbox.heldSince()
    if (now - client.lastHeardAt() > POLICY.silentMs) client.cut('silent')
    else if (client.expiresAt !== undefined && now >= client.expiresAt) {
      client.close(CLOSE.token, 'Token expired', 'token-expired')
    } else if (heldSince !== undefined && now - heldSince > POLICY.stalledMs) closeSlow(client)
  }
}

/** Costs one slow reader its connection, so that it costs the others nothing. */
export const closeSlow = (client: Client) => client.close(CLOSE.tryLater, 'Reading too slowly', 'slow-reader')

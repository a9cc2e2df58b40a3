import { CLOSE } from '#contract/close-codes.ts'
import { ping, type Client } from './client.ts'
import type { Endings } from './endings.ts'
import { POLICY } from './policy.ts'

/** Costs one slow reader its connection, so that it costs the others nothing. */
export function closeSlow(client: Client, endings: Endings) {
  endings.close(client, CLOSE.tryLater, 'Reading too slowly', 'slow-reader')
}

function stalls({ heldSince = Infinity, owesPong, knowsPings, pingedAt }: Client, now: number): boolean {
  return now - heldSince > POLICY.stalledMs || (owesPong && knowsPings && now - pingedAt > POLICY.stalledMs)
}

/** Ends the connections whose time is over: silent peers, tokens that ended, readers that stall. Asks the others how far they are. */
export function sweepClients(clients: Iterable<Client>, endings: Endings, now: number) {
  for (const client of clients) {
    const { lastHeardAt, expiresAt, owesPong, pingedAt } = client
    if (now - lastHeardAt > POLICY.silentMs) endings.cut(client, 'silent')
    else if (now >= expiresAt) endings.close(client, CLOSE.token, 'Token expired', 'token-expired')
    else if (stalls(client, now)) closeSlow(client, endings)
    else if (!owesPong && now - pingedAt >= POLICY.pingMs) ping(client, now)
  }
}

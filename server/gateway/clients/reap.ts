import { CLOSE } from '#contract/close-codes.ts'
import { ping, type Client } from './client.ts'
import type { Disconnect } from './disconnect.ts'
import { POLICY } from '../policy.ts'

/** Costs one slow reader its connection, so that it costs the others nothing. */
export function closeSlowReader(client: Client, disconnect: Disconnect) {
  disconnect.close(client, CLOSE.tryLater, 'Reading too slowly', 'slow-reader')
}

function isStalled({ blockedSince = Infinity, isAwaitingPong, answersPings, pingedAt }: Client, now: number): boolean {
  return now - blockedSince > POLICY.stalledMs || (isAwaitingPong && answersPings && now - pingedAt > POLICY.stalledMs)
}

/** Ends the connections whose time is over: silent peers, tokens that ended, readers that stall. Asks the others how far they are. */
export function reapClients(clients: Iterable<Client>, disconnect: Disconnect, now: number) {
  for (const client of clients) {
    const { lastReceivedAt, expiresAt, isAwaitingPong, pingedAt } = client
    if (now - lastReceivedAt > POLICY.silentMs) disconnect.terminate(client, 'silent')
    else if (now >= expiresAt) disconnect.close(client, CLOSE.token, 'Token expired', 'token-expired')
    else if (isStalled(client, now)) closeSlowReader(client, disconnect)
    else if (!isAwaitingPong && now - pingedAt >= POLICY.pingMs) ping(client, now)
  }
}

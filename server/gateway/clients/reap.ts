import { CLOSE } from '#contract/close-codes.ts'
import { POLICY } from '../policy.ts'
import { ping, type Client } from './client.ts'
import type { Disconnect } from './disconnect.ts'

/** Disconnects a slow reader, so that it does not affect the others. */
export function closeSlowReader(client: Client, disconnect: Disconnect) {
  disconnect.close(client, CLOSE.tryLater, 'Reading too slowly', 'slow-reader')
}

function isStalled({ blockedSince = Infinity, isAwaitingPong, answersPings, pingedAt }: Client, now: number): boolean {
  return now - blockedSince > POLICY.stalledMs || (isAwaitingPong && answersPings && now - pingedAt > POLICY.stalledMs)
}

/** Ends connections of silent peers, expired tokens and stalled readers; pings the others when due. */
export function reapClients(clients: Iterable<Client>, disconnect: Disconnect, now: number) {
  for (const client of clients) {
    const { lastReceivedAt, expiresAt, isAwaitingPong, pingedAt } = client
    if (now - lastReceivedAt > POLICY.silentMs) disconnect.terminate(client, 'silent')
    else if (now >= expiresAt) disconnect.close(client, CLOSE.token, 'Token expired', 'token-expired')
    else if (isStalled(client, now)) closeSlowReader(client, disconnect)
    else if (!isAwaitingPong && now - pingedAt >= POLICY.pingMs) ping(client, now)
  }
}

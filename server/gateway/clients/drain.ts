import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { POLICY } from '../policy.ts'
import type { Timers } from '../timers.ts'
import type { Client } from './client.ts'
import type { Disconnect } from './disconnect.ts'
import type { Registry } from './registry.ts'

/** Share of the drain time reserved for the parts that stop after the sockets. */
const DRAIN_MARGIN_MS = 1_000

/** Random reconnect delay after a planned stop, so that clients do not all reconnect at once. */
export const retryAfter = (random: () => number): number =>
  Math.floor(GATEWAY.retryAfterMinMs + random() * (GATEWAY.retryAfterMaxMs - GATEWAY.retryAfterMinMs))

/** The same where others go on: long enough for a proxy to have found out which. */
export const movedRetryAfter = (random: () => number): number => Math.floor(GATEWAY.retryAfterMinMs * (1 + random()))

/** Close code and reason that ask a client to reconnect after `retryAfterMs`. */
export const restartNotice = (retryAfterMs: number) => ({
  code: CLOSE.restart,
  reason: JSON.stringify({ retry_after_ms: retryAfterMs }),
})

export interface DrainDeps {
  readonly registry: Registry
  readonly delivery: Delivery<Client>
  readonly disconnect: Disconnect
  readonly random: () => number
  readonly timers: Timers
  readonly statusFor: (retryAfterMs: number) => ServerMessage
}

/** Flushes, notifies and closes every client, then waits for the closing handshakes within the drain time. */
export async function drainClients(deps: DrainDeps): Promise<void> {
  const { registry, delivery, disconnect, random, timers, statusFor } = deps
  for (const [index, client] of [...registry.all()].entries()) {
    const retryAfterMs = retryAfter(random)
    const { code, reason } = restartNotice(retryAfterMs)
    delivery.flush(client)
    delivery.send(client, statusFor(retryAfterMs))
    disconnect.close(client, code, reason)
    if (index % POLICY.slice === POLICY.slice - 1) await new Promise<void>((done) => timers.soon(done))
  }
  let cancel = () => {}
  const deadline = new Promise<void>((done) => {
    cancel = timers.after(GATEWAY.drainMs - DRAIN_MARGIN_MS, done)
  })
  await Promise.race([registry.allClosed(), deadline])
  cancel()
  for (const client of registry.unclosed()) disconnect.terminate(client)
}

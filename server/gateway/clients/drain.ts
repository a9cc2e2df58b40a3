import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Client } from './client.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Disconnect } from './disconnect.ts'
import { POLICY } from '../policy.ts'
import type { Registry } from './registry.ts'
import type { Timers } from '../timers.ts'

/** Kept back of the time a stop may take, for what is stopped after the sockets. */
const DRAIN_MARGIN_MS = 1_000

/** When one client is to come back after a planned stop: spread, so that they don't all come at once. */
export const retryAfter = (random: () => number): number =>
  Math.floor(GATEWAY.retryAfterMinMs + random() * (GATEWAY.retryAfterMaxMs - GATEWAY.retryAfterMinMs))

/** How a client is closed that may come back in so many milliseconds. */
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

/** Tells every client when to come back, writes what it still waits for, closes it, and waits for the closings. */
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

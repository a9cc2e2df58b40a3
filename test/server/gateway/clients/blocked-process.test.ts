import { expect, it } from 'vitest'
import { connectClient, startGateway } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const HOLD_UP_MS = 5_000

it('[GW-9] [GW-24] BC-29 a process blocked for 5 s drops no client, answers heartbeats and publishes again', async () => {
  const timers = createManualTimers()
  let heldUpMs = 0
  await using harness = await startGateway({ timers, now: () => timers.now() + heldUpMs })
  const ids = ['7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60', '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f61']
  const clients = ids.map((id) => connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`))
  await Promise.all(clients.map(({ received }) => received(1)))
  // At any time between two pings and reaps.
  for (let n = 0; n < 12; n += 1) {
    await timers.advance(1_700)
    heldUpMs += HOLD_UP_MS
    await timers.advance(1_000)
    harness.publish('a', 'lossless', { number: n })
    for (const [at, { send: say }] of clients.entries())
      say({ type: 'Heartbeat', timestamp: n, connection_id: ids[at] })
    const outcome = clients.map((client, at) => () => {
      const answers = client.messages().filter((said) => said.connection_id === ids[at] && said.type === 'Heartbeat')
      const numbers = client.messages().flatMap(({ data }) => (data as { number?: number } | undefined)?.number ?? [])
      return { answers: answers.length, numbers }
    })
    for (const received of outcome) {
      await expect.poll(received).toEqual({ answers: n + 1, numbers: [...Array(n + 1).keys()] })
    }
  }
  const { clients: open, dropped } = harness.gateway.stats()
  expect([open, Object.values(dropped).filter((count) => count > 0)]).toEqual([2, []])
  expect(clients.map(({ ws }) => ws.readyState)).toEqual([1, 1])
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKrakenProbe } from '#server/market/kraken/probe.ts'
import { startFaultProxy } from '#test/support/server/fault-proxy.ts'
import { startFakeKraken, type FakeKraken } from '#test/support/server/kraken.ts'

let kraken: FakeKraken
let ending: AbortController
let now: number
beforeEach(async () => {
  kraken = await startFakeKraken()
  ending = new AbortController()
  now = 0
})
afterEach(async () => {
  ending.abort()
  await kraken.stop()
})

it('[LD-16] asks Kraken again and again on one connection, which ends with the signal', async () => {
  const probe = createKrakenProbe(kraken.ws, () => now)
  for (let turn = 0; turn < 5; turn += 1) {
    await probe(ending.signal)
    now += 1_500
  }
  expect(kraken.connections()).toBe(1)
  ending.abort()
  await expect.poll(() => kraken.open()).toBe(0)
})

it('[LD-16] rejects while Kraken closes or refuses, and connects at most every ten seconds', async () => {
  const probe = createKrakenProbe(kraken.ws, () => now)
  kraken.behaviour = 'closing'
  for (; now < 10_000; now += 1_000) await expect(probe(ending.signal)).rejects.toThrow()
  expect(kraken.connections()).toBe(1)
  kraken.behaviour = 'normal'
  await probe(ending.signal)
  expect(kraken.connections()).toBe(2)
})

it('[LD-16] replaces a connection on which nothing came back', async () => {
  const proxy = await startFaultProxy(Number(new URL(kraken.ws).port))
  const probe = createKrakenProbe(kraken.ws.replace(/:\d+/, `:${proxy.port}`), () => now)
  await probe(ending.signal)
  proxy.set('blackhole')
  let settled = 0
  for (now = 1_000; now < 9_000; now += 2_000)
    probe(ending.signal).then(
      () => (settled += 1),
      () => undefined,
    )
  proxy.set('pass')
  now = 11_000
  await probe(ending.signal)
  expect(settled).toBeLessThanOrEqual(4)
  expect(proxy.accepted()).toBe(2)
  await proxy.close()
})

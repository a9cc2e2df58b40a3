import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restored$ } from '#src/app/signed-in-services.ts'
import { startConnection } from '#test/support/client/connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('[AS-18] a connection that comes to life, at first or again, and a browser that is back online are told', async () => {
  const connections = { tdp: startConnection(), analytics: startConnection({ feed: 'analytics' }) }
  const window = new EventTarget()
  let restorations = 0
  const subscription = restored$(
    { tdp: connections.tdp.actor, analytics: connections.analytics.actor },
    window,
  ).subscribe(() => (restorations += 1))
  const counts: number[] = []
  const count = () => counts.push(restorations)

  connections.tdp.connect()
  connections.tdp.socket().acknowledge()
  count()
  connections.tdp.socket().drop()
  count()
  await connections.tdp.pass(2_000)
  connections.tdp.socket().acknowledge()
  count()
  window.dispatchEvent(new Event('online'))
  count()
  subscription.unsubscribe()
  window.dispatchEvent(new Event('online'))
  count()
  expect(counts).toEqual([1, 1, 2, 3, 3])
})

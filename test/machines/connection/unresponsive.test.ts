import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionStatus, connectionSummary, isUnresponsive } from '#src/machines/connection/selectors.ts'
import { startConnection, type ConnectionHarness } from '#test/support/client/connection.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Connected to a server that promised to send something at least every `idleHeartbeatMs`. */
function startPromised(idleHeartbeatMs?: number): ConnectionHarness {
  const harness = startConnection()
  harness.connect()
  harness.socket().acknowledge('c', idleHeartbeatMs)
  return harness
}
const state = (harness: ConnectionHarness) => [connectionStatus(harness.snapshot()), isUnresponsive(harness.snapshot())]

describe('[CO-23] a server that has stopped sending', () => {
  it('is unresponsive after three idle heartbeats, and responds with the next message', async () => {
    const harness = startPromised(1_000)
    await harness.pass(2_999)
    expect(state(harness)).toEqual(['connected', false])
    await harness.pass(1)
    expect(state(harness)).toEqual(['connected', true])
    expect(connectionSummary(harness.snapshot())).toMatchObject({ status: 'connected', isUnresponsive: true })
    harness.socket().receive()
    expect(state(harness)).toEqual(['connected', false])
  })

  it('WS-08 is still lost after 40 s of silence, no earlier', async () => {
    const harness = startPromised(1_000)
    await harness.pass(39_999)
    expect(state(harness)).toEqual(['connected', true])
    await harness.pass(1)
    expect(state(harness)).toEqual(['reconnecting', false])
  })

  it('stays responsive while it sends something every second', async () => {
    const harness = startPromised(1_000)
    for (let second = 0; second < 60; second += 1) {
      await harness.pass(1_000)
      harness.socket().receive()
      expect(state(harness)).toEqual(['connected', false])
    }
  })

  it('without a promise is never unresponsive', async () => {
    const harness = startPromised()
    await harness.pass(39_000)
    expect(state(harness)).toEqual(['connected', false])
  })

  it('is judged anew by the next connection', async () => {
    const harness = startPromised(1_000)
    await harness.pass(10_000)
    harness.socket().drop()
    expect(state(harness)).toEqual(['reconnecting', false])
    await harness.pass(1_000)
    harness.socket().acknowledge('c-2', 2_000)
    await harness.pass(5_999)
    expect(state(harness)).toEqual(['connected', false])
    await harness.pass(1)
    expect(state(harness)).toEqual(['connected', true])
  })

  it('CS-06 is judged by the wall clock, also when it was set back', async () => {
    const harness = startPromised(1_000)
    await harness.pass(2_000)
    vi.setSystemTime(Date.now() - 1_000)
    await harness.pass(1_000)
    expect(state(harness)).toEqual(['connected', false])
    await harness.pass(1_000)
    expect(state(harness)).toEqual(['connected', true])
  })
})

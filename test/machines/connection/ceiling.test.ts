import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectLimitWait } from '#src/machines/connection/backoff.ts'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { startConnection, type ConnectionHarness } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000
const WINDOW_MS = 600_000
const CEILING = 150

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (harness: ConnectionHarness) => connectionStatus(harness.snapshot())

/** Connected at START, by this many connects. */
function connectedAt(number: number): ConnectionHarness {
  const harness = startConnection()
  for (let spent = 1; spent < number; spent += 1) {
    harness.connect()
    harness.disconnect()
  }
  harness.connect()
  harness.socket().acknowledge()
  expect(harness.sockets).toHaveLength(number)
  return harness
}

/** Expects no socket until the first connects are ten minutes old, and then exactly one. */
async function expectToWait(harness: ConnectionHarness): Promise<void> {
  await harness.pass(START + WINDOW_MS - 1 - Date.now())
  expect(harness.sockets).toHaveLength(CEILING)
  await harness.pass(1)
  expect(harness.sockets).toHaveLength(CEILING + 1)
}

describe('[CO-4] the connect limit', () => {
  it('applies to the renewal with a new token', async () => {
    const harness = connectedAt(CEILING)
    const alive = setInterval(() => harness.sockets[CEILING - 1]?.receive(), 1_000)
    harness.tokenChanged()
    expect(harness.sockets).toHaveLength(CEILING)
    expect(status(harness)).toBe('connected')
    await expectToWait(harness)
    clearInterval(alive)
  })

  it('applies to a network that returns: the current socket stays', () => {
    const harness = connectedAt(CEILING)
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(CEILING)
    expect(status(harness)).toBe('connected')
  })

  it('applies to Reconnect', async () => {
    const harness = connectedAt(CEILING)
    harness.restart()
    expect(status(harness)).toBe('reconnecting')
    await expectToWait(harness)
  })

  it('applies to retries, whatever page events occur', async () => {
    const harness = connectedAt(CEILING)
    harness.socket().drop()
    harness.page('page.online')
    harness.page('page.visible')
    expect(harness.sockets).toHaveLength(CEILING)
    harness.page('page.offline')
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(CEILING)
    await expectToWait(harness)
  })

  it('applies to probes, whatever triggers them', async () => {
    const harness = connectedAt(CEILING - 5)
    harness.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await harness.pass(wait)
      harness.socket().fail()
    }
    expect(status(harness)).toBe('error')
    harness.page('page.online')
    harness.page('page.visible')
    harness.pollRecovered()
    expect(harness.sockets).toHaveLength(CEILING)
    await expectToWait(harness)
  })

  it('a clock that is set back never delays longer than the window', () => {
    const connects = Array.from({ length: CEILING }, () => START)
    expect(connectLimitWait(connects, START + 1)).toBe(WINDOW_MS - 1)
    expect(connectLimitWait(connects, START - 3_600_000)).toBe(WINDOW_MS)
    expect(connectLimitWait(connects.slice(1), START)).toBe(0)
  })
})

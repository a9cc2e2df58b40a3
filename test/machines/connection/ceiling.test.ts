import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectLimitWait } from '#src/machines/connection/backoff.ts'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { startConnection, type ConnectionRig } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000
const WINDOW_MS = 600_000
const CEILING = 150

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (rig: ConnectionRig) => connectionStatus(rig.snapshot())

/** Connected, at START, by the connect with this number. */
function connectedAt(number: number): ConnectionRig {
  const rig = startConnection()
  for (let spent = 1; spent < number; spent += 1) {
    rig.connect()
    rig.disconnect()
  }
  rig.connect()
  rig.socket().acknowledge()
  expect(rig.sockets).toHaveLength(number)
  return rig
}

/** Nothing is opened until the first connects are ten minutes ago, and then one socket is. */
async function expectToWait(rig: ConnectionRig): Promise<void> {
  await rig.pass(START + WINDOW_MS - 1 - Date.now())
  expect(rig.sockets).toHaveLength(CEILING)
  await rig.pass(1)
  expect(rig.sockets).toHaveLength(CEILING + 1)
}

describe('[CO-4] the ceiling of connects', () => {
  it('holds for the renewal with a new token', async () => {
    const rig = connectedAt(CEILING)
    const alive = setInterval(() => rig.sockets[CEILING - 1]?.hear(), 1_000)
    rig.tokenChanged()
    expect(rig.sockets).toHaveLength(CEILING)
    expect(status(rig)).toBe('connected')
    await expectToWait(rig)
    clearInterval(alive)
  })

  it('holds for a network that comes back: the socket that is there stays', () => {
    const rig = connectedAt(CEILING)
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(CEILING)
    expect(status(rig)).toBe('connected')
  })

  it('holds for Reconnect', async () => {
    const rig = connectedAt(CEILING)
    rig.restart()
    expect(status(rig)).toBe('reconnecting')
    await expectToWait(rig)
  })

  it('holds for retries, whatever the page goes through', async () => {
    const rig = connectedAt(CEILING)
    rig.socket().drop()
    rig.page('page.online')
    rig.page('page.visible')
    expect(rig.sockets).toHaveLength(CEILING)
    rig.page('page.offline')
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(CEILING)
    await expectToWait(rig)
  })

  it('holds for the quiet probes, whatever wakes them', async () => {
    const rig = connectedAt(CEILING - 5)
    rig.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await rig.pass(wait)
      rig.socket().fail()
    }
    expect(status(rig)).toBe('error')
    rig.page('page.online')
    rig.page('page.visible')
    rig.pollRecovered()
    expect(rig.sockets).toHaveLength(CEILING)
    await expectToWait(rig)
  })

  it('a clock that is set back makes nobody wait for longer than the window', () => {
    const connects = Array.from({ length: CEILING }, () => START)
    expect(connectLimitWait(connects, START + 1)).toBe(WINDOW_MS - 1)
    expect(connectLimitWait(connects, START - 3_600_000)).toBe(WINDOW_MS)
    expect(connectLimitWait(connects.slice(1), START)).toBe(0)
  })
})

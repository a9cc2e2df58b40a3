import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { msUntilDead } from '#src/machines/connection/liveness.ts'
import { connectionErrors, connectionInfo, connectionStatus } from '#src/machines/connection/selectors.ts'
import { startConnected, type ConnectionHarness } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (harness: ConnectionHarness) => connectionStatus(harness.snapshot())
const texts = (harness: ConnectionHarness) => connectionErrors(harness.snapshot()).map(({ text }) => text)
const SILENCE = ['Connection lost: Heartbeat timeout']

/** Moves the wall clock without running timers, as sleep or a manual change does. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('[CO-11] heartbeats', () => {
  it('are sent every 30 s with time and connection id', async () => {
    const harness = startConnected()
    await harness.pass(29_999)
    expect(harness.socket().sent).toEqual([])
    await harness.pass(1)
    harness.socket().receive(true)
    await harness.pass(30_000)
    expect(harness.socket().sent).toEqual([
      { type: 'Heartbeat', timestamp: START + 30_000, connection_id: 'id-1' },
      { type: 'Heartbeat', timestamp: START + 60_000, connection_id: 'id-1' },
    ])
    expect(connectionInfo(harness.snapshot()).lastHeartbeat).toBe(START + 30_000)
  })
})

describe('[CO-12] dead links', () => {
  it('WS-08 WS-09 40 s of silence lose the connection, and it is back a second later', async () => {
    const harness = startConnected()
    await harness.pass(39_999)
    expect(status(harness)).toBe('connected')
    await harness.pass(1)
    expect(texts(harness)).toEqual(SILENCE)
    expect(harness.open()).toEqual([])
    await harness.pass(1_000)
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
  })

  it('WS-10 incoming data keeps the connection even if heartbeats are not answered', async () => {
    const harness = startConnected()
    for (let second = 0; second < 300; second += 1) {
      await harness.pass(1_000)
      harness.socket().receive()
    }
    expect(status(harness)).toBe('connected')
    expect(texts(harness)).toEqual([])
  })

  it('WS-11 WS-40 pauses of a few seconds are not a loss', async () => {
    const harness = startConnected()
    for (let round = 0; round < 60; round += 1) {
      await harness.pass(33_000)
      harness.socket().receive()
    }
    expect(status(harness)).toBe('connected')
    expect(harness.sockets).toHaveLength(1)
  })

  it('WS-44 answered heartbeats alone keep the connection for half an hour', async () => {
    const harness = startConnected()
    for (let round = 0; round < 60; round += 1) {
      await harness.pass(30_000)
      harness.socket().receive(true)
    }
    expect(status(harness)).toBe('connected')
    expect(harness.socket().sent).toHaveLength(60)
  })

  it('CS-08 a hidden tab whose timers run once a minute does not lose a responding link', async () => {
    let wall = START
    const harness = startConnected({ now: () => wall })
    const { generation, report } = harness.socket()
    for (let minute = 0; minute < 30; minute += 1) {
      // Heartbeat and dead-link timers, due after 30 and 40 s, both run at the full minute.
      wall += 60_000
      await harness.pass(40_000)
      report({ type: 'socket.activity', generation, at: wall, isHeartbeat: true })
    }
    expect(status(harness)).toBe('connected')
    expect(texts(harness)).toEqual([])
  })

  it('CS-09 a page that was frozen for ten minutes detects the loss at once, and is back a second later', async () => {
    const harness = startConnected()
    setClock(600_000)
    harness.page('page.visible')
    expect(texts(harness)).toEqual(SILENCE)
    await harness.pass(1_000)
    expect(harness.sockets).toHaveLength(2)
  })

  it('CS-08 a page that becomes visible sends an overdue heartbeat', () => {
    const harness = startConnected()
    setClock(35_000)
    harness.page('page.visible')
    expect(harness.socket().sent).toHaveLength(1)
    harness.page('page.visible')
    expect(harness.socket().sent).toHaveLength(1)
    harness.socket().receive()
    setClock(35_000)
    harness.page('page.visible')
    expect(harness.socket().sent).toHaveLength(2)
  })

  it('CS-05 a clock that jumps a day ahead costs one reconnect', async () => {
    const harness = startConnected()
    setClock(86_400_000)
    await harness.pass(41_000)
    harness.socket().acknowledge()
    for (let round = 0; round < 10; round += 1) {
      harness.socket().receive()
      await harness.pass(30_000)
    }
    expect({ status: status(harness), texts: texts(harness) }).toEqual({ status: 'connected', texts: SILENCE })
  })

  it('CS-06 a dead link is detected after the clock was set back an hour', async () => {
    const harness = startConnected()
    setClock(-3_600_000)
    await harness.pass(80_000)
    expect(texts(harness)).toEqual(SILENCE)
  })

  it.each([
    ['nothing sent yet', { lastActivityAt: 0, unansweredSince: undefined }, 0, 40_000],
    ['a heartbeat in time', { lastActivityAt: 0, unansweredSince: 30_000 }, 30_000, 10_000],
    ['both over', { lastActivityAt: 0, unansweredSince: 30_000 }, 40_000, 0],
    ['a heartbeat that went out late', { lastActivityAt: 0, unansweredSince: 60_000 }, 60_000, 10_000],
    ['silence for longer than the server waits', { lastActivityAt: 0, unansweredSince: 89_000 }, 90_000, 0],
    ['a clock that was set back', { lastActivityAt: 50_000, unansweredSince: undefined }, 40_000, 50_000],
  ])('time until dead with %s', (_, pulse, now, expected) => {
    expect(msUntilDead(pulse, now)).toBe(expected)
  })
})

describe('[CO-14] renewal', () => {
  it('happens after 24 h; the old socket closes only when the new one is acknowledged', async () => {
    const harness = startConnected()
    const old = harness.socket()
    for (let beat = 0; beat < 86_400 / 30; beat += 1) {
      expect(harness.sockets).toHaveLength(1)
      await harness.pass(30_000)
      harness.sockets[0]?.receive(true)
    }
    expect(harness.sockets).toHaveLength(2)
    expect(harness.open()).toHaveLength(2)
    expect(connectionInfo(harness.snapshot()).connectionId).toBe('id-1')
    harness.socket().acknowledge()
    expect(old.isClosed).toBe(true)
    expect(connectionInfo(harness.snapshot())).toMatchObject({ connectionId: 'id-2', reconnectCount: 0 })
    expect(texts(harness)).toEqual([])
  })

  it('WS-29 a new token renews; a thousand of them leave exactly one socket and no gap', async () => {
    const harness = startConnected()
    for (let round = 0; round < 1_000; round += 1) {
      await harness.pass(25_000)
      harness.socket().receive(true)
      harness.tokenChanged()
      expect(harness.open()).toHaveLength(2)
      expect(status(harness)).toBe('connected')
      harness.socket().acknowledge()
      expect(harness.open()).toHaveLength(1)
    }
    expect(harness.open()).toEqual([harness.socket()])
    expect(connectionInfo(harness.snapshot()).connectionId).toBe('id-1001')
  })

  it('[CO-16] a network that returns renews the connection without a change of status', async () => {
    const harness = startConnected()
    harness.page('page.offline')
    await harness.pass(5_000)
    expect(harness.sockets).toHaveLength(1)
    harness.page('page.online')
    expect(harness.open().map(({ generation }) => generation)).toEqual([1, 2])
    harness.page('page.online')
    expect(harness.open().map(({ generation }) => generation)).toEqual([1, 3])
    expect(status(harness)).toBe('connected')
    harness.socket().acknowledge()
    expect(harness.open()).toEqual([harness.socket()])
    expect(connectionInfo(harness.snapshot())).toMatchObject({ connectionId: 'id-3', reconnectCount: 0 })
    expect(texts(harness)).toEqual([])
  })

  it('a second new token meanwhile starts over with a fresh socket', () => {
    const harness = startConnected()
    harness.tokenChanged()
    harness.tokenChanged()
    expect(harness.open().map(({ generation }) => generation)).toEqual([1, 3])
    harness.sockets[1]?.acknowledge()
    expect(connectionInfo(harness.snapshot()).connectionId).toBe('id-1')
  })

  it.each([
    ['closes', (harness: ConnectionHarness) => harness.socket().drop(4401, 'token')],
    ['fails', (harness: ConnectionHarness) => harness.socket().fail()],
    ['hangs', () => vi.advanceTimersByTime(10_000)],
  ])('a new socket that %s leaves the old one, and is retried after 30 s', async (_, spoil) => {
    const harness = startConnected()
    harness.tokenChanged()
    spoil(harness)
    expect(harness.open().map(({ generation }) => generation)).toEqual([1])
    expect(status(harness)).toBe('connected')
    harness.sockets[0]?.receive()
    await harness.pass(30_000)
    expect(harness.open().map(({ generation }) => generation)).toEqual([1, 3])
  })

  it('a loss during a renewal closes both sockets', async () => {
    const harness = startConnected()
    harness.tokenChanged()
    harness.sockets[0]?.drop()
    expect(harness.open()).toEqual([])
    await harness.pass(1_000)
    expect(harness.open().map(({ generation }) => generation)).toEqual([3])
  })

  it('a new token while not connected changes nothing: the next attempt uses it', () => {
    const harness = startConnected()
    harness.disconnect()
    harness.tokenChanged()
    expect(harness.sockets).toHaveLength(1)
  })

  it('CS-05 a page that wakes up after a day renews at once', async () => {
    const harness = startConnected()
    vi.setSystemTime(Date.now() + 86_400_000)
    harness.socket().receive()
    harness.page('page.visible')
    expect(harness.open()).toHaveLength(2)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { msUntilDead } from '#src/machines/connection/liveness.ts'
import { connectionErrors, connectionInfo, connectionStatus } from '#src/machines/connection/selectors.ts'
import { startConnected, type ConnectionRig } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (rig: ConnectionRig) => connectionStatus(rig.snapshot())
const texts = (rig: ConnectionRig) => connectionErrors(rig.snapshot()).map(({ text }) => text)
const SILENCE = ['Connection lost: Heartbeat timeout']

/** Moves the wall clock without running timers, as a sleep does, or somebody who sets the clock. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('[CO-11] heartbeats', () => {
  it('go out every 30 s with time and connection id', async () => {
    const rig = startConnected()
    await rig.pass(29_999)
    expect(rig.socket().sent).toEqual([])
    await rig.pass(1)
    rig.socket().hear(true)
    await rig.pass(30_000)
    expect(rig.socket().sent).toEqual([
      { type: 'Heartbeat', timestamp: START + 30_000, connection_id: 'id-1' },
      { type: 'Heartbeat', timestamp: START + 60_000, connection_id: 'id-1' },
    ])
    expect(connectionInfo(rig.snapshot()).lastHeartbeat).toBe(START + 30_000)
  })
})

describe('[CO-12] dead links', () => {
  it('WS-08 WS-09 silence of 40 s loses the connection, and it comes back a second later', async () => {
    const rig = startConnected()
    await rig.pass(39_999)
    expect(status(rig)).toBe('connected')
    await rig.pass(1)
    expect(texts(rig)).toEqual(SILENCE)
    expect(rig.open()).toEqual([])
    await rig.pass(1_000)
    rig.socket().acknowledge()
    expect(status(rig)).toBe('connected')
  })

  it('WS-10 data that still comes in keeps it, whatever became of our heartbeats', async () => {
    const rig = startConnected()
    for (let second = 0; second < 300; second += 1) {
      await rig.pass(1_000)
      rig.socket().hear()
    }
    expect(status(rig)).toBe('connected')
    expect(texts(rig)).toEqual([])
  })

  it('WS-11 WS-40 pauses of some seconds are no loss', async () => {
    const rig = startConnected()
    for (let round = 0; round < 60; round += 1) {
      await rig.pass(33_000)
      rig.socket().hear()
    }
    expect(status(rig)).toBe('connected')
    expect(rig.sockets).toHaveLength(1)
  })

  it('WS-44 answered heartbeats alone keep it for half an hour', async () => {
    const rig = startConnected()
    for (let round = 0; round < 60; round += 1) {
      await rig.pass(30_000)
      rig.socket().hear(true)
    }
    expect(status(rig)).toBe('connected')
    expect(rig.socket().sent).toHaveLength(60)
  })

  it('CS-08 a hidden tab whose timers run once a minute does not lose a link that answers', async () => {
    let wall = START
    const rig = startConnected({ now: () => wall })
    const { generation, report } = rig.socket()
    for (let minute = 0; minute < 30; minute += 1) {
      // Heartbeat and patience, due after 30 and 40 s, both run at the full minute.
      wall += 60_000
      await rig.pass(40_000)
      report({ type: 'socket.activity', generation, at: wall, isHeartbeat: true })
    }
    expect(status(rig)).toBe('connected')
    expect(texts(rig)).toEqual([])
  })

  it('CS-09 a page that was frozen for ten minutes finds out at once, and is back a second later', async () => {
    const rig = startConnected()
    setClock(600_000)
    rig.page('page.visible')
    expect(texts(rig)).toEqual(SILENCE)
    await rig.pass(1_000)
    expect(rig.sockets).toHaveLength(2)
  })

  it('CS-08 a page that becomes visible sends a heartbeat that is overdue', () => {
    const rig = startConnected()
    setClock(35_000)
    rig.page('page.visible')
    expect(rig.socket().sent).toHaveLength(1)
    rig.page('page.visible')
    expect(rig.socket().sent).toHaveLength(1)
  })

  it('CS-05 a clock that jumps a day ahead costs one reconnect', async () => {
    const rig = startConnected()
    setClock(86_400_000)
    await rig.pass(41_000)
    rig.socket().acknowledge()
    for (let round = 0; round < 10; round += 1) {
      rig.socket().hear()
      await rig.pass(30_000)
    }
    expect({ status: status(rig), texts: texts(rig) }).toEqual({ status: 'connected', texts: SILENCE })
  })

  it('CS-06 a clock that is set back an hour still lets a dead link be found', async () => {
    const rig = startConnected()
    setClock(-3_600_000)
    await rig.pass(80_000)
    expect(texts(rig)).toEqual(SILENCE)
  })

  it.each([
    ['nothing sent yet', { lastActivityAt: 0, unansweredSince: undefined }, 0, 40_000],
    ['a heartbeat in time', { lastActivityAt: 0, unansweredSince: 30_000 }, 30_000, 10_000],
    ['both over', { lastActivityAt: 0, unansweredSince: 30_000 }, 40_000, 0],
    ['a heartbeat that went out late', { lastActivityAt: 0, unansweredSince: 60_000 }, 60_000, 10_000],
    ['silence for longer than the server waits', { lastActivityAt: 0, unansweredSince: 89_000 }, 90_000, 0],
    ['a clock that was set back', { lastActivityAt: 50_000, unansweredSince: undefined }, 40_000, 50_000],
  ])('patience with %s', (_, pulse, now, expected) => {
    expect(msUntilDead(pulse, now)).toBe(expected)
  })
})

describe('[CO-14] renewal', () => {
  it('happens after 24 h; the old socket goes only when the new one is acknowledged', async () => {
    const rig = startConnected()
    const old = rig.socket()
    for (let beat = 0; beat < 86_400 / 30; beat += 1) {
      expect(rig.sockets).toHaveLength(1)
      await rig.pass(30_000)
      rig.sockets[0]?.hear(true)
    }
    expect(rig.sockets).toHaveLength(2)
    expect(rig.open()).toHaveLength(2)
    expect(connectionInfo(rig.snapshot()).connectionId).toBe('id-1')
    rig.socket().acknowledge()
    expect(old.isClosed).toBe(true)
    expect(connectionInfo(rig.snapshot())).toMatchObject({ connectionId: 'id-2', reconnectCount: 0 })
    expect(texts(rig)).toEqual([])
  })

  it('WS-29 a new token renews; a thousand of them leave exactly one socket and never a moment without', async () => {
    const rig = startConnected()
    for (let round = 0; round < 1_000; round += 1) {
      await rig.pass(25_000)
      rig.socket().hear(true)
      rig.tokenChanged()
      expect(rig.open()).toHaveLength(2)
      expect(status(rig)).toBe('connected')
      rig.socket().acknowledge()
      expect(rig.open()).toHaveLength(1)
    }
    expect(rig.open()).toEqual([rig.socket()])
    expect(connectionInfo(rig.snapshot()).connectionId).toBe('id-1001')
  })

  it('[CO-16] a network that comes back takes the connection over, without a moment of another word', async () => {
    const rig = startConnected()
    rig.page('page.offline')
    await rig.pass(5_000)
    expect(rig.sockets).toHaveLength(1)
    rig.page('page.online')
    expect(rig.open().map(({ generation }) => generation)).toEqual([1, 2])
    rig.page('page.online')
    expect(rig.open().map(({ generation }) => generation)).toEqual([1, 3])
    expect(status(rig)).toBe('connected')
    rig.socket().acknowledge()
    expect(rig.open()).toEqual([rig.socket()])
    expect(connectionInfo(rig.snapshot())).toMatchObject({ connectionId: 'id-3', reconnectCount: 0 })
    expect(texts(rig)).toEqual([])
  })

  it('a second new token meanwhile starts over with a fresh socket', () => {
    const rig = startConnected()
    rig.tokenChanged()
    rig.tokenChanged()
    expect(rig.open().map(({ generation }) => generation)).toEqual([1, 3])
    rig.sockets[1]?.acknowledge()
    expect(connectionInfo(rig.snapshot()).connectionId).toBe('id-1')
  })

  it.each([
    ['closes', (rig: ConnectionRig) => rig.socket().drop(4401, 'token')],
    ['fails', (rig: ConnectionRig) => rig.socket().fail()],
    ['hangs', () => vi.advanceTimersByTime(10_000)],
  ])('a new socket that %s leaves the old one, and is tried again after 30 s', async (_, spoil) => {
    const rig = startConnected()
    rig.tokenChanged()
    spoil(rig)
    expect(rig.open().map(({ generation }) => generation)).toEqual([1])
    expect(status(rig)).toBe('connected')
    rig.sockets[0]?.hear()
    await rig.pass(30_000)
    expect(rig.open().map(({ generation }) => generation)).toEqual([1, 3])
  })

  it('a loss during a renewal lets both sockets go', async () => {
    const rig = startConnected()
    rig.tokenChanged()
    rig.sockets[0]?.drop()
    expect(rig.open()).toEqual([])
    await rig.pass(1_000)
    expect(rig.open().map(({ generation }) => generation)).toEqual([3])
  })

  it('a new token while not connected changes nothing: the next attempt takes it anyway', () => {
    const rig = startConnected()
    rig.disconnect()
    rig.tokenChanged()
    expect(rig.sockets).toHaveLength(1)
  })

  it('CS-05 a page that wakes up after a day renews at once', async () => {
    const rig = startConnected()
    vi.setSystemTime(Date.now() + 86_400_000)
    rig.socket().hear()
    rig.page('page.visible')
    expect(rig.open()).toHaveLength(2)
  })
})

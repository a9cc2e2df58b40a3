import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectionErrors,
  connectionInfo,
  connectionLink,
  connectionStatus,
  isFallback,
} from '#src/machines/connection/selectors.ts'
import {
  startConnected,
  startConnection,
  type ConnectionRig,
  type FakeSocket,
} from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (rig: ConnectionRig) => connectionStatus(rig.snapshot())
const texts = (rig: ConnectionRig) => connectionErrors(rig.snapshot()).map(({ text }) => text)
const secondsOf = (rig: ConnectionRig, since = START) => rig.sockets.map(({ openedAt }) => (openedAt - since) / 1000)
const refuse = (socket: FakeSocket) => socket.fail()

describe('making a connection', () => {
  it('[CO-1] is connected only when the acknowledgement came', () => {
    const rig = startConnection()
    expect(status(rig)).toBe('disconnected')
    rig.connect()
    const { generation, report } = rig.socket()
    report({ type: 'socket.open', generation })
    report({ type: 'socket.live', generation })
    expect(status(rig)).toBe('connecting')
    rig.socket().acknowledge('abc')
    expect(status(rig)).toBe('connected')
    expect(connectionInfo(rig.snapshot())).toEqual({
      connectionId: 'abc',
      connectedAt: START,
      lastHeartbeat: undefined,
      reconnectCount: 0,
      isPersistent: true,
    })
  })

  it('WS-07 [CO-2] a hanging attempt ends after 10 s and its socket is let go', async () => {
    const rig = startConnection()
    rig.connect()
    await rig.pass(9_999)
    expect(rig.open()).toHaveLength(1)
    await rig.pass(1)
    expect(texts(rig)).toEqual(['Connection timeout'])
    expect(rig.open()).toEqual([])
    expect(status(rig)).toBe('reconnecting')
  })

  it('WS-07 [CO-2] a lost link whose retries all hang is in error after 31 s of waits and five time-outs', async () => {
    const rig = startConnected()
    rig.socket().drop()
    await rig.pass(80_999)
    expect(status(rig)).toBe('reconnecting')
    await rig.pass(1)
    expect(status(rig)).toBe('error')
    expect(texts(rig).at(-1)).toBe('Reconnection failed: Connection timeout')
  })

  it('[CO-4] connects no more than 150 times in ten minutes', async () => {
    const rig = startConnection({ answer: (socket) => (socket.acknowledge(), socket.drop()) })
    rig.connect()
    await rig.pass(599_999)
    expect(rig.sockets).toHaveLength(150)
    expect(status(rig)).toBe('reconnecting')
    rig.disconnect()
    rig.connect()
    expect(rig.sockets).toHaveLength(150)
    await rig.pass(1_000)
    expect(rig.sockets).toHaveLength(151)
  })
})

describe('losing it', () => {
  it('[CO-5] a normal close is no error', () => {
    const rig = startConnected()
    rig.socket().drop(1000, 'bye')
    expect(status(rig)).toBe('disconnected')
    expect(texts(rig)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('WS-03 [CO-5] without persistence an abnormal close is error and fallback, and nothing reconnects', async () => {
    const rig = startConnected({ isPersistent: false })
    await rig.pass(5_000)
    rig.socket().drop()
    expect(status(rig)).toBe('error')
    expect(isFallback(rig.snapshot())).toBe(true)
    await rig.pass(20_000)
    expect(rig.polls).toEqual([START + 5_000, START + 15_000, START + 25_000])
    await rig.pass(3_600_000)
    rig.page('page.visible')
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(1)
  })

  it('WS-06 [CO-6] [CO-7] tries again after 1, 2, 4, 8 and 16 s, then polls', async () => {
    const rig = startConnected({ answer: refuse })
    rig.socket().drop()
    await rig.pass(30_999)
    expect(status(rig)).toBe('reconnecting')
    expect(isFallback(rig.snapshot())).toBe(false)
    await rig.pass(1)
    expect(secondsOf(rig)).toEqual([0, 1, 3, 7, 15, 31])
    expect(status(rig)).toBe('error')
    expect(rig.polls).toEqual([START + 31_000])
    expect(texts(rig)).toEqual([
      'Connection lost: Connection closed unexpectedly',
      ...Array<string>(5).fill('Reconnection failed: WebSocket connection error'),
    ])
  })

  it('WS-41 [CO-6] jitter only ever makes a retry later, by at most a fifth', async () => {
    const rig = startConnected({ answer: refuse, random: () => 0.999_999 })
    rig.socket().drop()
    await rig.pass(40_000)
    expect(secondsOf(rig)).toEqual([0, 1.2, 3.6, 8.4, 18, 37.2])
  })

  it('WS-04 [CO-8] a server that is back at the second retry starts the count anew', async () => {
    const rig = startConnected()
    rig.socket().drop()
    await rig.pass(1_000)
    rig.socket().fail()
    await rig.pass(2_000)
    rig.socket().acknowledge()
    expect(secondsOf(rig)).toEqual([0, 1, 3])
    expect(status(rig)).toBe('connected')
    expect(connectionInfo(rig.snapshot()).reconnectCount).toBe(1)
    rig.socket().drop()
    await rig.pass(1_000)
    expect(secondsOf(rig)).toEqual([0, 1, 3, 4])
  })

  it('[CO-8] a live message before the acknowledgement resets the count too', async () => {
    const rig = startConnected()
    rig.socket().drop()
    await rig.pass(1_000)
    rig.socket().drop()
    await rig.pass(2_000)
    const { report, generation } = rig.socket()
    report({ type: 'socket.live', generation })
    rig.socket().drop()
    await rig.pass(1_000)
    expect(secondsOf(rig)).toEqual([0, 1, 3, 4])
  })

  it('[CO-1] open, then close, over and over, still ends in error: opening is no success', async () => {
    const rig = startConnected({
      answer: ({ report, generation, drop }) => {
        report({ type: 'socket.open', generation })
        drop()
      },
    })
    rig.socket().drop()
    await rig.pass(31_000)
    expect(status(rig)).toBe('error')
  })

  it('reads as one phase of reconnecting, attempts included', async () => {
    const rig = startConnected()
    rig.socket().drop()
    await rig.pass(1_000)
    expect(rig.sockets).toHaveLength(2)
    expect(status(rig)).toBe('reconnecting')
  })
})

describe('coming back from error', () => {
  it('[CO-10] a probe that is refused twice over the session stops', async () => {
    const rig = startConnected()
    rig.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await rig.pass(wait)
      rig.socket().fail()
    }
    await rig.pass(30_000)
    rig.socket().drop(4403, 'account')
    await rig.pass(0)
    expect(rig.checks).toEqual(['ended'])
    expect(status(rig)).toBe('error')
    await rig.pass(30_000)
    rig.socket().drop(4403, 'account')
    await rig.pass(0)
    expect(rig.checks).toEqual(['ended'])
    expect(status(rig)).toBe('disconnected')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[CO-20] a browser that takes sockets after all is no longer called unable to', async () => {
    const rig = startConnection()
    rig.connect()
    rig.socket().fail(true)
    expect(connectionLink(rig.snapshot())).toMatchObject({ isUnavailable: true })
    await rig.pass(1_000)
    rig.socket().acknowledge()
    expect(connectionLink(rig.snapshot())).toEqual({ status: 'connected', wasConnected: true, isUnavailable: false })
  })

  async function failed(): Promise<ConnectionRig> {
    const rig = startConnected()
    for (const wait of [0, 1_000, 2_000, 4_000, 8_000, 16_000]) {
      await rig.pass(wait)
      rig.socket().fail()
    }
    expect(status(rig)).toBe('error')
    return rig
  }

  it('[CO-9] probes quietly every 30 s, and polling goes on until the acknowledgement', async () => {
    const rig = await failed()
    const errors = texts(rig)
    await rig.pass(29_999)
    expect(rig.sockets).toHaveLength(6)
    await rig.pass(1)
    expect(rig.sockets).toHaveLength(7)
    expect(status(rig)).toBe('error')
    rig.socket().drop(1013, 'overloaded')
    await rig.pass(30_000)
    expect(rig.sockets).toHaveLength(8)
    await rig.pass(10_000)
    expect(rig.open()).toEqual([])
    await rig.pass(30_000)
    expect({ status: status(rig), polls: isFallback(rig.snapshot()), errors: texts(rig) }).toEqual({
      status: 'error',
      polls: true,
      errors,
    })
    rig.socket().acknowledge()
    expect(status(rig)).toBe('connected')
    expect(isFallback(rig.snapshot())).toBe(false)
    expect(connectionInfo(rig.snapshot()).reconnectCount).toBe(1)
    const polls = rig.polls.length
    await rig.pass(15_000)
    expect(rig.polls).toHaveLength(polls)
  })

  it.each(['page.online', 'page.visible', 'poll.recovered'] as const)('[CO-9] probes at once on %s', async (sign) => {
    const rig = await failed()
    if (sign === 'poll.recovered') rig.pollRecovered()
    else rig.page(sign)
    expect(rig.sockets).toHaveLength(7)
    expect(status(rig)).toBe('error')
  })

  it('[CO-9] does not probe while offline', async () => {
    const rig = await failed()
    rig.page('page.offline')
    await rig.pass(120_000)
    rig.page('page.visible')
    expect(rig.sockets).toHaveLength(6)
  })
})

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
  type ConnectionHarness,
  type FakeSocket,
} from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (harness: ConnectionHarness) => connectionStatus(harness.snapshot())
const texts = (harness: ConnectionHarness) => connectionErrors(harness.snapshot()).map(({ text }) => text)
const secondsOf = (harness: ConnectionHarness, since = START) =>
  harness.sockets.map(({ openedAt }) => (openedAt - since) / 1000)
const refuse = (socket: FakeSocket) => socket.fail()

describe('connecting', () => {
  it('[CO-1] is connected only after the acknowledgement', () => {
    const harness = startConnection()
    expect(status(harness)).toBe('disconnected')
    harness.connect()
    const { generation, report } = harness.socket()
    report({ type: 'socket.open', generation })
    report({ type: 'socket.live', generation })
    expect(status(harness)).toBe('connecting')
    harness.socket().acknowledge('abc')
    expect(status(harness)).toBe('connected')
    expect(connectionInfo(harness.snapshot())).toEqual({
      connectionId: 'abc',
      connectedAt: START,
      lastHeartbeat: undefined,
      reconnectCount: 0,
      isPersistent: true,
    })
  })

  it('WS-07 [CO-2] a hanging attempt ends after 10 s and its socket is closed', async () => {
    const harness = startConnection()
    harness.connect()
    await harness.pass(9_999)
    expect(harness.open()).toHaveLength(1)
    await harness.pass(1)
    expect(texts(harness)).toEqual(['Connection timeout'])
    expect(harness.open()).toEqual([])
    expect(status(harness)).toBe('reconnecting')
  })

  it('WS-07 [CO-2] a lost link whose retries all hang is in error after 31 s of waits and five timeouts', async () => {
    const harness = startConnected()
    harness.socket().drop()
    await harness.pass(80_999)
    expect(status(harness)).toBe('reconnecting')
    await harness.pass(1)
    expect(status(harness)).toBe('error')
    expect(texts(harness).at(-1)).toBe('Reconnection failed: Connection timeout')
  })

  it('[CO-4] connects no more than 150 times in ten minutes', async () => {
    const harness = startConnection({ answer: (socket) => (socket.acknowledge(), socket.drop()) })
    harness.connect()
    await harness.pass(599_999)
    expect(harness.sockets).toHaveLength(150)
    expect(status(harness)).toBe('reconnecting')
    harness.disconnect()
    harness.connect()
    expect(harness.sockets).toHaveLength(150)
    await harness.pass(1_000)
    expect(harness.sockets).toHaveLength(151)
  })
})

describe('losing the connection', () => {
  it('[CO-5] a normal close is no error', () => {
    const harness = startConnected()
    harness.socket().drop(1000, 'bye')
    expect(status(harness)).toBe('disconnected')
    expect(texts(harness)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('WS-03 [CO-5] without persistence an abnormal close is error and fallback, and nothing reconnects', async () => {
    const harness = startConnected({ isPersistent: false })
    await harness.pass(5_000)
    harness.socket().drop()
    expect(status(harness)).toBe('error')
    expect(isFallback(harness.snapshot())).toBe(true)
    await harness.pass(20_000)
    expect(harness.polls).toEqual([START + 5_000, START + 15_000, START + 25_000])
    await harness.pass(600_000)
    harness.page('page.visible')
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(1)
  })

  it('WS-06 [CO-6] [CO-7] retries after 1, 2, 4, 8 and 16 s, then polls', async () => {
    const harness = startConnected({ answer: refuse })
    harness.socket().drop()
    await harness.pass(30_999)
    expect(status(harness)).toBe('reconnecting')
    expect(isFallback(harness.snapshot())).toBe(false)
    await harness.pass(1)
    expect(secondsOf(harness)).toEqual([0, 1, 3, 7, 15, 31])
    expect(status(harness)).toBe('error')
    expect(harness.polls).toEqual([START + 31_000])
    expect(texts(harness)).toEqual([
      'Connection lost: Connection closed unexpectedly',
      ...Array<string>(5).fill('Reconnection failed: WebSocket connection error'),
    ])
  })

  it('WS-41 [CO-6] jitter only delays a retry, by at most a fifth', async () => {
    const harness = startConnected({ answer: refuse, random: () => 0.999_999 })
    harness.socket().drop()
    await harness.pass(40_000)
    expect(secondsOf(harness)).toEqual([0, 1.2, 3.6, 8.4, 18, 37.2])
  })

  it('WS-04 [CO-8] a server that is back at the second retry resets the count', async () => {
    const harness = startConnected()
    harness.socket().drop()
    await harness.pass(1_000)
    harness.socket().fail()
    await harness.pass(2_000)
    harness.socket().acknowledge()
    expect(secondsOf(harness)).toEqual([0, 1, 3])
    expect(status(harness)).toBe('connected')
    expect(connectionInfo(harness.snapshot()).reconnectCount).toBe(1)
    harness.socket().drop()
    await harness.pass(1_000)
    expect(secondsOf(harness)).toEqual([0, 1, 3, 4])
  })

  it('[CO-8] a live message before the acknowledgement resets the count too', async () => {
    const harness = startConnected()
    harness.socket().drop()
    await harness.pass(1_000)
    harness.socket().drop()
    await harness.pass(2_000)
    const { report, generation } = harness.socket()
    report({ type: 'socket.live', generation })
    harness.socket().drop()
    await harness.pass(1_000)
    expect(secondsOf(harness)).toEqual([0, 1, 3, 4])
  })

  it('[CO-1] repeated open and close still ends in error: opening is not success', async () => {
    const harness = startConnected({
      answer: ({ report, generation, drop }) => {
        report({ type: 'socket.open', generation })
        drop()
      },
    })
    harness.socket().drop()
    await harness.pass(31_000)
    expect(status(harness)).toBe('error')
  })

  it('shows retries and their waits as one phase of reconnecting', async () => {
    const harness = startConnected()
    harness.socket().drop()
    await harness.pass(1_000)
    expect(harness.sockets).toHaveLength(2)
    expect(status(harness)).toBe('reconnecting')
  })
})

describe('coming back from error', () => {
  it('[CO-10] a probe that is refused twice because of the session stops', async () => {
    const harness = startConnected()
    harness.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await harness.pass(wait)
      harness.socket().fail()
    }
    await harness.pass(30_000)
    harness.socket().drop(4403, 'account')
    await harness.pass(0)
    expect(harness.checks).toEqual(['ended'])
    expect(status(harness)).toBe('error')
    await harness.pass(30_000)
    harness.socket().drop(4403, 'account')
    await harness.pass(0)
    expect(harness.checks).toEqual(['ended'])
    expect(status(harness)).toBe('disconnected')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[CO-20] a connected socket that errs without a close is lost with what it says', () => {
    const harness = startConnected()
    harness.socket().fail()
    expect(status(harness)).toBe('reconnecting')
    expect(texts(harness)).toEqual(['Connection lost: WebSocket connection error'])
  })

  it('[CO-20] a browser is not reported as unable to open sockets before it has tried', () => {
    expect(connectionLink(startConnection().snapshot())).toMatchObject({ isUnavailable: false })
  })

  it('[CO-20] a browser that opens sockets after all is no longer reported as unable to', async () => {
    const harness = startConnection()
    harness.connect()
    harness.socket().fail(true)
    expect(connectionLink(harness.snapshot())).toMatchObject({ isUnavailable: true })
    await harness.pass(1_000)
    harness.socket().acknowledge()
    expect(connectionLink(harness.snapshot())).toEqual({
      status: 'connected',
      isUnresponsive: false,
      wasConnected: true,
      isUnavailable: false,
    })
  })

  async function failed(): Promise<ConnectionHarness> {
    const harness = startConnected()
    for (const wait of [0, 1_000, 2_000, 4_000, 8_000, 16_000]) {
      await harness.pass(wait)
      harness.socket().fail()
    }
    expect(status(harness)).toBe('error')
    return harness
  }

  it('[CO-9] probes silently every 30 s, and polling goes on until the acknowledgement', async () => {
    const harness = await failed()
    const errors = texts(harness)
    await harness.pass(29_999)
    expect(harness.sockets).toHaveLength(6)
    await harness.pass(1)
    expect(harness.sockets).toHaveLength(7)
    expect(status(harness)).toBe('error')
    harness.socket().drop(1013, 'overloaded')
    await harness.pass(30_000)
    expect(harness.sockets).toHaveLength(8)
    await harness.pass(10_000)
    expect(harness.open()).toEqual([])
    await harness.pass(30_000)
    expect({ status: status(harness), polls: isFallback(harness.snapshot()), errors: texts(harness) }).toEqual({
      status: 'error',
      polls: true,
      errors,
    })
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
    expect(isFallback(harness.snapshot())).toBe(false)
    expect(connectionInfo(harness.snapshot()).reconnectCount).toBe(1)
    const polls = harness.polls.length
    await harness.pass(15_000)
    expect(harness.polls).toHaveLength(polls)
  })

  it.each(['page.online', 'page.visible', 'poll.recovered'] as const)('[CO-9] probes at once on %s', async (sign) => {
    const harness = await failed()
    if (sign === 'poll.recovered') harness.pollRecovered()
    else harness.page(sign)
    expect(harness.sockets).toHaveLength(7)
    expect(status(harness)).toBe('error')
  })

  it('[CO-9] does not probe while offline', async () => {
    const harness = await failed()
    harness.page('page.offline')
    await harness.pass(120_000)
    harness.page('page.visible')
    expect(harness.sockets).toHaveLength(6)
  })

  it('[CO-9] a probe that fails is over at once, and the next follows after 30 s', async () => {
    const harness = await failed()
    await harness.pass(30_000)
    harness.socket().fail()
    expect(harness.open()).toEqual([])
    await harness.pass(29_999)
    expect(harness.sockets).toHaveLength(7)
    await harness.pass(1)
    expect(harness.sockets).toHaveLength(8)
  })

  it('[CO-9] goes on probing after the network was away', async () => {
    const harness = await failed()
    harness.page('page.offline')
    harness.page('page.online')
    harness.socket().fail()
    await harness.pass(30_000)
    expect(harness.sockets).toHaveLength(8)
  })

  it('connects at once when asked to after the retries are exhausted', async () => {
    const harness = await failed()
    harness.connect()
    expect(harness.sockets).toHaveLength(7)
    expect(status(harness)).toBe('connecting')
  })
})

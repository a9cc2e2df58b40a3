import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectionErrors,
  connectionInfo,
  connectionLink,
  connectionStatus,
  isFallback,
  maskedUrl,
} from '#src/machines/connection/selectors.ts'
import { startConnected, startConnection, type ConnectionHarness } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (harness: ConnectionHarness) => connectionStatus(harness.snapshot())
const texts = (harness: ConnectionHarness) => connectionErrors(harness.snapshot()).map(({ text }) => text)

describe('[CO-15] restart', () => {
  it('disconnects, waits a second, connects', async () => {
    const harness = startConnected()
    harness.restart()
    expect(harness.open()).toEqual([])
    expect(status(harness)).toBe('reconnecting')
    await harness.pass(999)
    expect(harness.sockets).toHaveLength(1)
    await harness.pass(1)
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
    expect(connectionInfo(harness.snapshot()).reconnectCount).toBe(1)
  })

  it('WS-26 pressed five times within 200 ms leaves one socket and one reconnect', async () => {
    const harness = startConnected()
    for (let press = 0; press < 5; press += 1) {
      harness.restart()
      await harness.pass(50)
    }
    await harness.pass(750)
    harness.socket().acknowledge()
    expect(harness.open()).toHaveLength(1)
    expect(harness.sockets).toHaveLength(2)
    expect(connectionInfo(harness.snapshot()).reconnectCount).toBe(1)
  })

  it('WS-27 cancels a pending wait of 16 s, reports a failure, and restarts the backoff', async () => {
    const harness = startConnected()
    harness.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      await harness.pass(wait)
      harness.socket().fail()
    }
    await harness.pass(5_000)
    harness.restart()
    await harness.pass(1_000)
    expect(harness.sockets).toHaveLength(6)
    harness.socket().fail()
    expect(texts(harness).at(-1)).toBe('Restart failed: WebSocket connection error')
    await harness.pass(1_000)
    expect(harness.sockets).toHaveLength(7)
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
  })

  it('leaves polling on until it is connected', async () => {
    const harness = startConnected({ isPersistent: false })
    harness.socket().drop()
    harness.restart()
    await harness.pass(1_000)
    expect(isFallback(harness.snapshot())).toBe(true)
    harness.socket().acknowledge()
    expect(isFallback(harness.snapshot())).toBe(false)
  })
})

describe('disconnect', () => {
  it('ends polling, waits and sockets', async () => {
    const harness = startConnected()
    harness.socket().drop()
    harness.disconnect()
    await harness.pass(3_600_000)
    expect(status(harness)).toBe('disconnected')
    expect(harness.sockets).toHaveLength(1)
    expect(isFallback(harness.snapshot())).toBe(false)
  })

  it('clears its history: the next user may be another one', async () => {
    const harness = startConnected()
    harness.socket().receive(true)
    harness.socket().drop()
    await harness.pass(1_000)
    harness.socket().acknowledge()
    harness.disconnect()
    expect(connectionInfo(harness.snapshot())).toEqual({
      connectionId: undefined,
      connectedAt: undefined,
      lastHeartbeat: undefined,
      reconnectCount: 0,
      isPersistent: true,
    })
    expect(texts(harness)).toEqual([])
    expect(connectionLink(harness.snapshot())).toEqual({
      status: 'disconnected',
      isUnresponsive: false,
      wasConnected: false,
      isUnavailable: false,
    })
    harness.connect()
    harness.socket().acknowledge()
    expect(connectionInfo(harness.snapshot()).reconnectCount).toBe(0)
  })

  it('a stopped actor closes its socket', () => {
    const harness = startConnected()
    harness.actor.stop()
    expect(harness.open()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('[CO-21] sending', () => {
  it('fills in time and connection id', () => {
    const harness = startConnected()
    harness.send({ type: 'Resume', epoch: 'e1', last_ids: { a: '5-0' } })
    expect(harness.socket().sent).toEqual([
      { type: 'Resume', epoch: 'e1', last_ids: { a: '5-0' }, timestamp: START, connection_id: 'id-1' },
    ])
  })

  it('WS-28 reports what cannot be sent and drops it', async () => {
    const harness = startConnection()
    harness.send({ type: 'Resume', epoch: 'e1', last_ids: {} })
    harness.connect()
    harness.send({ type: 'Resume', epoch: 'e1', last_ids: {} })
    harness.socket().acknowledge()
    const { generation, report, sent } = harness.socket()
    report({ type: 'socket.unsent', generation, message: 'Failed to send message' })
    expect(texts(harness)).toEqual(['WebSocket not connected', 'WebSocket not connected', 'Failed to send message'])
    expect(sent).toEqual([])
    expect(status(harness)).toBe('connected')
  })
})

describe('[CO-20] no WebSocket', () => {
  it('WS-45 counts as failed attempts, is reported to the chart, and ends in fallback', async () => {
    const harness = startConnection({ answer: ({ fail }) => fail(true) })
    harness.connect()
    await harness.pass(0)
    expect(texts(harness)).toEqual(['WebSocket connection error'])
    expect(connectionLink(harness.snapshot())).toEqual({
      status: 'reconnecting',
      isUnresponsive: false,
      wasConnected: false,
      isUnavailable: true,
    })
    await harness.pass(31_000)
    expect(harness.sockets).toHaveLength(6)
    expect(isFallback(harness.snapshot())).toBe(true)
  })
})

describe('[CO-16] the page', () => {
  it('WS-32 closes on pagehide and connects on pageshow', async () => {
    const harness = startConnected()
    harness.page('page.hide')
    expect(harness.open()).toEqual([])
    expect(status(harness)).toBe('disconnected')
    await harness.pass(600_000)
    expect(harness.sockets).toHaveLength(1)
    harness.page('page.show')
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
  })

  it('WS-32 a hidden page does not connect on any command', async () => {
    const harness = startConnected()
    harness.page('page.hide')
    harness.restart()
    harness.connect()
    await harness.pass(60_000)
    expect(harness.sockets).toHaveLength(1)
    expect(status(harness)).toBe('disconnected')
  })

  it('WS-32 the first pageshow opens no second socket', () => {
    const harness = startConnected()
    harness.page('page.show')
    expect(harness.sockets).toHaveLength(1)
    harness.disconnect()
    harness.page('page.hide')
    harness.page('page.show')
    expect(harness.sockets).toHaveLength(1)
  })

  it('WS-33 five minutes offline use no attempts and fall back after the limit; online tries at once', async () => {
    const harness = startConnected()
    harness.page('page.offline')
    harness.socket().drop()
    await harness.pass(30_999)
    expect(status(harness)).toBe('reconnecting')
    await harness.pass(1)
    expect(status(harness)).toBe('error')
    expect(isFallback(harness.snapshot())).toBe(true)
    await harness.pass(269_000)
    expect(harness.sockets).toHaveLength(1)
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(2)
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
  })

  it('WS-33 an attempt that fails because the network is down is not counted', async () => {
    const harness = startConnected()
    harness.socket().drop()
    await harness.pass(1_000)
    harness.page('page.offline')
    harness.socket().fail()
    await harness.pass(10_000)
    expect(harness.sockets).toHaveLength(2)
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(3)
    expect(harness.snapshot().context.attempts).toBe(1)
  })

  it('WS-33 going offline during a wait stops it without using an attempt', async () => {
    const harness = startConnected()
    harness.socket().drop()
    await harness.pass(1_000)
    harness.socket().fail()
    await harness.pass(1_999)
    harness.page('page.offline')
    await harness.pass(20_000)
    expect(harness.sockets).toHaveLength(2)
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(3)
    expect(harness.snapshot().context.attempts).toBe(2)
  })

  it('coming online during a wait tries at once', async () => {
    const harness = startConnected()
    harness.socket().drop()
    harness.page('page.offline')
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(2)
    await harness.pass(5_000)
    expect(harness.sockets).toHaveLength(2)
  })

  it('another network during a wait is tried at once', async () => {
    const harness = startConnected()
    harness.socket().drop()
    harness.page('page.online')
    expect(harness.sockets).toHaveLength(2)
    harness.socket().acknowledge()
    await harness.pass(5_000)
    expect(harness.sockets).toHaveLength(2)
  })

  it('CS-02 becoming visible tries at once if the wait is over, and not before', async () => {
    const harness = startConnected()
    harness.socket().drop()
    harness.page('page.visible')
    expect(harness.sockets).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1_200_000)
    harness.page('page.visible')
    expect(harness.sockets).toHaveLength(2)
  })
})

describe('[CO-19] what it exposes', () => {
  it('shows the URL without its token and retains the last 20 errors with their times', async () => {
    const harness = startConnected()
    expect(maskedUrl(harness.snapshot())).toBe('wss://host/ws/tdp?token=***&batch=1')
    const { generation, report } = harness.socket()
    for (let count = 0; count < 30; count += 1) {
      await harness.pass(1_000)
      report({ type: 'socket.unsent', generation, message: `number ${count}` })
    }
    const errors = connectionErrors(harness.snapshot())
    expect(errors).toHaveLength(20)
    expect(errors.at(-1)).toEqual({ at: START + 30_000, text: 'number 29' })
  })
})

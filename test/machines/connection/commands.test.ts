import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectionErrors,
  connectionInfo,
  connectionLink,
  connectionStatus,
  isFallback,
  maskedUrl,
} from '#src/machines/connection/selectors.ts'
import { startConnected, startConnection, type ConnectionRig } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (rig: ConnectionRig) => connectionStatus(rig.snapshot())
const texts = (rig: ConnectionRig) => connectionErrors(rig.snapshot()).map(({ text }) => text)

describe('[CO-15] restart', () => {
  it('disconnects, waits a second, connects', async () => {
    const rig = startConnected()
    rig.restart()
    expect(rig.open()).toEqual([])
    expect(status(rig)).toBe('reconnecting')
    await rig.pass(999)
    expect(rig.sockets).toHaveLength(1)
    await rig.pass(1)
    rig.socket().acknowledge()
    expect(status(rig)).toBe('connected')
    expect(connectionInfo(rig.snapshot()).reconnectCount).toBe(1)
  })

  it('WS-26 pressed five times within 200 ms leaves one socket and one reconnect', async () => {
    const rig = startConnected()
    for (let press = 0; press < 5; press += 1) {
      rig.restart()
      await rig.pass(50)
    }
    await rig.pass(750)
    rig.socket().acknowledge()
    expect(rig.open()).toHaveLength(1)
    expect(rig.sockets).toHaveLength(2)
    expect(connectionInfo(rig.snapshot()).reconnectCount).toBe(1)
  })

  it('WS-27 cancels a pending wait of 16 s, says when it fails, and begins a new ladder', async () => {
    const rig = startConnected()
    rig.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      await rig.pass(wait)
      rig.socket().fail()
    }
    await rig.pass(5_000)
    rig.restart()
    await rig.pass(1_000)
    expect(rig.sockets).toHaveLength(6)
    rig.socket().fail()
    expect(texts(rig).at(-1)).toBe('Restart failed: WebSocket connection error')
    await rig.pass(1_000)
    expect(rig.sockets).toHaveLength(7)
    rig.socket().acknowledge()
    expect(status(rig)).toBe('connected')
  })

  it('leaves polling on until it is connected', async () => {
    const rig = startConnected({ isPersistent: false })
    rig.socket().drop()
    rig.restart()
    await rig.pass(1_000)
    expect(isFallback(rig.snapshot())).toBe(true)
    rig.socket().acknowledge()
    expect(isFallback(rig.snapshot())).toBe(false)
  })
})

describe('disconnect', () => {
  it('ends polling, waits and sockets', async () => {
    const rig = startConnected()
    rig.socket().drop()
    rig.disconnect()
    await rig.pass(3_600_000)
    expect(status(rig)).toBe('disconnected')
    expect(rig.sockets).toHaveLength(1)
    expect(isFallback(rig.snapshot())).toBe(false)
  })

  it('forgets what was: the next to connect may be somebody else', async () => {
    const rig = startConnected()
    rig.socket().hear(true)
    rig.socket().drop()
    await rig.pass(1_000)
    rig.socket().acknowledge()
    rig.disconnect()
    expect(connectionInfo(rig.snapshot())).toEqual({
      connectionId: undefined,
      connectedAt: undefined,
      lastHeartbeat: undefined,
      reconnectCount: 0,
      isPersistent: true,
    })
    expect(texts(rig)).toEqual([])
    expect(connectionLink(rig.snapshot())).toEqual({
      status: 'disconnected',
      wasConnected: false,
      isUnavailable: false,
    })
    rig.connect()
    rig.socket().acknowledge()
    expect(connectionInfo(rig.snapshot()).reconnectCount).toBe(0)
  })

  it('a stopped actor closes its socket', () => {
    const rig = startConnected()
    rig.actor.stop()
    expect(rig.open()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('[CO-21] sending', () => {
  it('fills in time and connection id', () => {
    const rig = startConnected()
    rig.send({ type: 'Resume', epoch: 'e1', last_ids: { a: '5-0' } })
    expect(rig.socket().sent).toEqual([
      { type: 'Resume', epoch: 'e1', last_ids: { a: '5-0' }, timestamp: START, connection_id: 'id-1' },
    ])
  })

  it('WS-28 what cannot be sent is said and not kept', async () => {
    const rig = startConnection()
    rig.send({ type: 'Resume', epoch: 'e1', last_ids: {} })
    rig.connect()
    rig.send({ type: 'Resume', epoch: 'e1', last_ids: {} })
    rig.socket().acknowledge()
    const { generation, report, sent } = rig.socket()
    report({ type: 'socket.unsent', generation, message: 'Failed to send message' })
    expect(texts(rig)).toEqual(['WebSocket not connected', 'WebSocket not connected', 'Failed to send message'])
    expect(sent).toEqual([])
    expect(status(rig)).toBe('connected')
  })
})

describe('[CO-20] no WebSocket', () => {
  it('WS-45 counts as failed attempts, is told to the chart, and ends in fallback', async () => {
    const rig = startConnection({ answer: ({ fail }) => fail(true) })
    rig.connect()
    await rig.pass(0)
    expect(texts(rig)).toEqual(['WebSocket connection error'])
    expect(connectionLink(rig.snapshot())).toEqual({ status: 'reconnecting', wasConnected: false, isUnavailable: true })
    await rig.pass(31_000)
    expect(rig.sockets).toHaveLength(6)
    expect(isFallback(rig.snapshot())).toBe(true)
  })
})

describe('[CO-16] the page', () => {
  it('WS-32 closes when it goes and connects when it comes back', async () => {
    const rig = startConnected()
    rig.page('page.hide')
    expect(rig.open()).toEqual([])
    expect(status(rig)).toBe('disconnected')
    await rig.pass(600_000)
    expect(rig.sockets).toHaveLength(1)
    rig.page('page.show')
    rig.socket().acknowledge()
    expect(status(rig)).toBe('connected')
  })

  it('WS-32 a page that is away does not connect, whoever asks', async () => {
    const rig = startConnected()
    rig.page('page.hide')
    rig.restart()
    rig.connect()
    await rig.pass(60_000)
    expect(rig.sockets).toHaveLength(1)
    expect(status(rig)).toBe('disconnected')
  })

  it('WS-32 a page that merely shows itself for the first time opens nothing twice', () => {
    const rig = startConnected()
    rig.page('page.show')
    expect(rig.sockets).toHaveLength(1)
    rig.disconnect()
    rig.page('page.hide')
    rig.page('page.show')
    expect(rig.sockets).toHaveLength(1)
  })

  it('WS-33 offline for five minutes uses no attempt up, falls back after the limit, and online tries at once', async () => {
    const rig = startConnected()
    rig.page('page.offline')
    rig.socket().drop()
    await rig.pass(30_999)
    expect(status(rig)).toBe('reconnecting')
    await rig.pass(1)
    expect(status(rig)).toBe('error')
    expect(isFallback(rig.snapshot())).toBe(true)
    await rig.pass(269_000)
    expect(rig.sockets).toHaveLength(1)
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(2)
    rig.socket().acknowledge()
    expect(status(rig)).toBe('connected')
  })

  it('WS-33 an attempt that fails because the network went is given back', async () => {
    const rig = startConnected()
    rig.socket().drop()
    await rig.pass(1_000)
    rig.page('page.offline')
    rig.socket().fail()
    await rig.pass(10_000)
    expect(rig.sockets).toHaveLength(2)
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(3)
    expect(rig.snapshot().context.attempts).toBe(1)
  })

  it('WS-33 offline during a wait stops it, and takes no attempt away', async () => {
    const rig = startConnected()
    rig.socket().drop()
    await rig.pass(1_000)
    rig.socket().fail()
    await rig.pass(1_999)
    rig.page('page.offline')
    await rig.pass(20_000)
    expect(rig.sockets).toHaveLength(2)
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(3)
    expect(rig.snapshot().context.attempts).toBe(2)
  })

  it('online during a wait tries at once', async () => {
    const rig = startConnected()
    rig.socket().drop()
    rig.page('page.offline')
    rig.page('page.online')
    expect(rig.sockets).toHaveLength(2)
    await rig.pass(5_000)
    expect(rig.sockets).toHaveLength(2)
  })

  it('CS-02 visible during a wait that is over tries at once, and not before', async () => {
    const rig = startConnected()
    rig.socket().drop()
    rig.page('page.visible')
    expect(rig.sockets).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1_200_000)
    rig.page('page.visible')
    expect(rig.sockets).toHaveLength(2)
  })
})

describe('[CO-19] what is told of it', () => {
  it('shows the address without its token and keeps the last 20 errors with their times', async () => {
    const rig = startConnected()
    expect(maskedUrl(rig.snapshot())).toBe('wss://host/ws/tdp?token=***&batch=1')
    const { generation, report } = rig.socket()
    for (let count = 0; count < 30; count += 1) {
      await rig.pass(1_000)
      report({ type: 'socket.unsent', generation, message: `number ${count}` })
    }
    const errors = connectionErrors(rig.snapshot())
    expect(errors).toHaveLength(20)
    expect(errors.at(-1)).toEqual({ at: START + 30_000, text: 'number 29' })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Frame } from '#src/streams/ports.ts'
import { createSocketOpener, type WebSocketLike } from '#src/transport/socket/socket.ts'
import { aLiveUpdate, anAck, T0 } from '#test/support/data/messages.ts'

const START = 1_700_000_000_000
const HEARTBEAT = { type: 'Heartbeat', timestamp: START, connection_id: 'c1' } as const

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

class FakeWebSocket implements WebSocketLike {
  readyState = 0
  onopen: ((event: object) => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((event: object) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly sent: string[] = []
  readonly closed: (number | undefined)[] = []
  send(text: string): void {
    this.sent.push(text)
  }
  close(code?: number): void {
    this.closed.push(code)
  }
  open(): void {
    this.readyState = 1
    this.onopen?.({})
  }
  say(...messages: unknown[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }
}

function harness(options: Partial<Parameters<typeof createSocketOpener>[0]> = {}) {
  const web = new FakeWebSocket()
  const urls: string[] = []
  const frames: Frame[] = []
  const events: object[] = []
  const openSocket = createSocketOpener({
    feed: 'tdp',
    address: () => Promise.resolve('wss://host/ws/tdp?token=t0&batch=1'),
    create: (url) => {
      urls.push(url)
      return web
    },
    frames: { next: ({ frame }) => frames.push(frame) },
    now: () => Date.now(),
    ...options,
  })
  const socket = openSocket(7, (event) => events.push(event))
  return { web, urls, frames, events, socket, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

async function opened(options?: Parameters<typeof harness>[0]) {
  const all = harness(options)
  await all.pass(0)
  all.web.open()
  all.events.length = 0
  return all
}

const received = (at: number, isHeartbeat = false) => ({ type: 'socket.activity', generation: 7, at, isHeartbeat })

describe('what a socket reports', () => {
  it('[CO-1] [CO-22] open, acknowledged and live once each; the frames go to the streams, in order', async () => {
    const { web, events, frames, pass } = harness()
    await pass(0)
    web.open()
    const early = aLiveUpdate({ close: 101 })
    web.say([early, anAck()], anAck(), aLiveUpdate())
    expect(events.filter((event) => !('at' in event))).toEqual([
      { type: 'socket.open', generation: 7 },
      { type: 'socket.live', generation: 7 },
      { type: 'socket.ack', generation: 7, connectionId: 'c1' },
    ])
    expect(frames.map(({ messages }) => messages)).toEqual([[early, anAck()], [anAck()], [aLiveUpdate()]])
  })

  it('[CO-12] received data at most once a second with the exact last time, heartbeats immediately', async () => {
    const { web, events, pass } = await opened()
    web.say(aLiveUpdate())
    events.length = 0
    await pass(400)
    web.say(aLiveUpdate())
    await pass(100)
    web.say(aLiveUpdate())
    web.say({ type: 'Heartbeat', timestamp: T0 })
    expect(events).toEqual([received(START + 500, true)])
    await pass(500)
    expect(events).toEqual([received(START + 500, true), received(START + 500)])
    await pass(60_000)
    expect(events).toHaveLength(2)
  })

  it('[CO-23] a promised idle heartbeat with the acknowledgement, and such heartbeats as received data only', async () => {
    const { web, events, pass } = await opened()
    web.say(anAck({ data: { connection_id: 'c1', idle_heartbeat_ms: 1_000 } }))
    expect(events[0]).toEqual({ type: 'socket.ack', generation: 7, connectionId: 'c1', idleHeartbeatMs: 1_000 })
    await pass(1_000)
    events.length = 0
    web.say({ type: 'Heartbeat', timestamp: START })
    expect(events).toEqual([received(START + 1_000)])
    web.say(HEARTBEAT)
    expect(events).toEqual([received(START + 1_000), received(START + 1_000, true)])
  })

  it.each([0, -1, 999])('[CO-23] an implausible promise of %d ms as none', async (promised) => {
    const { web, events } = await opened()
    web.say(anAck({ data: { connection_id: 'c1', idle_heartbeat_ms: promised } }))
    expect(events[0]).toMatchObject({ idleHeartbeatMs: undefined })
  })

  it('[CO-12] unreadable frames as received data', async () => {
    const { web, events, frames } = await opened()
    web.onmessage?.({ data: '{' })
    expect(events).toEqual([received(START)])
    expect(frames.map(({ rejects }) => rejects)).toEqual([
      [{ kind: 'format', text: 'Invalid message format received', count: 1 }],
    ])
  })

  it('a close with its code and reason, and nothing after it', async () => {
    const { web, events, frames, pass } = await opened()
    web.say(anAck())
    web.onclose?.({ code: 1012, reason: 'restart' })
    events.splice(0, events.length - 1)
    web.say(aLiveUpdate())
    web.onclose?.({ code: 1000, reason: '' })
    await pass(10_000)
    expect(events).toEqual([{ type: 'socket.closed', generation: 7, code: 1012, reason: 'restart' }])
    expect(frames).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('an acknowledged connection that breaks is a close, although an error came first', async () => {
    const { web, events } = await opened()
    web.say(anAck())
    events.length = 0
    web.onerror?.({})
    web.onclose?.({ code: 1006, reason: '' })
    expect(events).toEqual([{ type: 'socket.closed', generation: 7, code: 1006, reason: '' }])
  })

  it('a refused handshake keeps the code that the server gave', async () => {
    const { web, events } = await opened()
    web.onerror?.({})
    web.onclose?.({ code: 4401, reason: 'token expired' })
    expect(events).toEqual([{ type: 'socket.closed', generation: 7, code: 4401, reason: 'token expired' }])
  })
})

describe('[CO-20] sockets that fail', () => {
  const failed = (isUnavailable: boolean) => ({
    type: 'socket.failed',
    generation: 7,
    message: 'WebSocket connection error',
    isUnavailable,
  })

  it('WS-45 a throwing constructor, without the address in the message', async () => {
    const { events, pass } = harness({
      create: (url) => {
        throw new SyntaxError(`The URL '${url}' is invalid`)
      },
    })
    await pass(0)
    expect(events).toEqual([failed(true)])
  })

  it('WS-45 an error without a close', async () => {
    const { web, events, pass } = await opened()
    web.onerror?.({})
    await pass(249)
    expect(events).toEqual([])
    await pass(1)
    expect(events).toEqual([failed(false)])
  })

  it('WS-45 an unreachable server: error, then close 1006', async () => {
    const { web, events, pass } = harness()
    await pass(0)
    web.onerror?.({})
    web.onclose?.({ code: 1006, reason: '' })
    await pass(1_000)
    expect(events).toEqual([failed(false)])
  })

  it('an unavailable token', async () => {
    const { events, urls, pass } = harness({ address: () => Promise.reject(new Error('no answer')) })
    await pass(0)
    expect(events).toEqual([failed(false)])
    expect(urls).toEqual([])
  })
})

describe('[CO-17] a released socket', () => {
  it('closes with 1000 and reports nothing more', async () => {
    const { web, socket, events, frames, pass } = await opened()
    const { onmessage, onclose, onopen } = web
    web.say(anAck())
    events.length = 0
    socket.close()
    expect(web.closed).toEqual([1000])
    onopen?.({})
    onmessage?.({ data: JSON.stringify(aLiveUpdate()) })
    onclose?.({ code: 1006, reason: '' })
    web.onerror?.({})
    await pass(10_000)
    expect(events).toEqual([])
    expect(frames).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is never created if its token arrives too late', async () => {
    const { urls, socket, pass } = harness()
    socket.close()
    await pass(0)
    expect(urls).toEqual([])
  })

  it('reports nothing more of a frame that led to its release', async () => {
    const events: string[] = []
    const web = new FakeWebSocket()
    const openSocket = createSocketOpener({
      feed: 'tdp',
      address: () => Promise.resolve('ws://host'),
      create: () => web,
      frames: { next: () => undefined },
      now: () => Date.now(),
    })
    const socket = openSocket(1, ({ type }) => {
      events.push(type)
      socket.close()
    })
    await vi.advanceTimersByTimeAsync(0)
    web.say([anAck(), aLiveUpdate()])
    expect(events).toEqual(['socket.ack'])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('[CO-21] sending', () => {
  it('WS-28 fails before it is open and when sending throws', async () => {
    const { web, socket, events, pass } = harness()
    socket.send(HEARTBEAT)
    await pass(0)
    socket.send(HEARTBEAT)
    web.open()
    socket.send(HEARTBEAT)
    web.send = () => {
      throw new DOMException('no')
    }
    socket.send(HEARTBEAT)
    const unsent = (message: string) => ({ type: 'socket.unsent', generation: 7, message })
    expect(events).toEqual([
      unsent('WebSocket not connected'),
      unsent('WebSocket not connected'),
      { type: 'socket.open', generation: 7 },
      unsent('Failed to send message'),
    ])
    expect(web.sent).toEqual([JSON.stringify(HEARTBEAT)])
  })
})

import type { Observable } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { candlesOf, type StreamRecord } from '#src/streams/index.ts'
import { createPublicServices } from '#src/app/public-services.ts'
import type { WebSocketLike } from '#src/transport/socket/socket.ts'
import { createBrowser } from '#test/support/client/browser.ts'
import { CONFIG, createBackend, json, SIGN_IN } from '#test/support/client/identity-service.ts'
import { pass, START } from '#test/support/client/session.ts'

/** Longer than a render may be delayed. */
const SHOWN_MS = 150
const FRAME_MS = 16
const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'
const PROXY = `GET ${DEFAULT_BASES.proxy}/api/streams`
const CANDLES = `GET ${DEFAULT_BASES.tdp}/api/candles/recent`
const figures = (n: number) => ({ Analysis: { strength: n } })
const message = (n: number) => ({ message_id: `${n}-0`, data: figures(n), timestamp: START + n, seq: n, epoch: 'e' })

/** Sockets that are refused while `isUp` is false, and acknowledged as `c1`, `c2`, … while it is true. */
function sockets() {
  const sent: { readonly type: string }[] = []
  const open: { readonly path: string; readonly socket: WebSocketLike }[] = []
  const server = { isUp: false }
  let count = 0
  const deliver = (socket: WebSocketLike, ...messages: unknown[]) =>
    socket.onmessage?.({ data: JSON.stringify(messages) } as never)
  function openWebSocket(url: string): WebSocketLike {
    const { pathname: path } = new URL(url)
    const socket: WebSocketLike = {
      readyState: 1,
      onopen: null,
      onmessage: null,
      onerror: null,
      onclose: null,
      send: (text) => void sent.push({ ...JSON.parse(text), path }),
      close: () => undefined,
    }
    setTimeout(() => {
      if (!server.isUp) {
        socket.onclose?.({ code: 1006, reason: '' } as never)
        return
      }
      open.push({ path, socket })
      count += 1
      deliver(socket, { type: 'ConnectionAck', timestamp: START, data: { connection_id: `c${count}` } })
    }, 1)
    return socket
  }
  const analytics = () => open.findLast(({ path }) => path.endsWith('/analytics'))?.socket
  return {
    openWebSocket,
    server,
    resumptions: () => sent.filter(({ type }) => type === 'Resume'),
    say(...messages: unknown[]) {
      const socket = analytics()
      if (socket) deliver(socket, ...messages)
    },
    cut() {
      for (const { socket } of open.splice(0)) socket.onclose?.({ code: 1006, reason: '' } as never)
    },
  }
}

const update = (n: number) => {
  const { data, timestamp, ...envelope } = message(n)
  return { type: 'AnalyticsUpdate', timestamp, ...envelope, data: { stream_key: KEY, data, timestamp } }
}

function presentOf<T>(value$: Observable<T>): T | undefined {
  let present: T | undefined
  value$.subscribe((value) => (present = value)).unsubscribe()
  return present
}

function world() {
  const user = { email: SIGN_IN.email, role: 'Trader' as const, username: 'ada' }
  const backend = createBackend(user)
  const browser = createBrowser(backend.fetch)
  const feed = sockets()
  let newest = 5
  backend.on(PROXY, () => json(200, { streams: [KEY] }))
  backend.on(`${PROXY}/metadata/${encodeURIComponent(KEY)}`, () =>
    json(200, { length: newest, last_generated_id: `${newest}-0`, timestamp: null }),
  )
  backend.on(`${PROXY}/latest/${encodeURIComponent(KEY)}`, () => json(200, { latest_message: message(newest) }))
  const open = async () => {
    const tab = { ...browser.openTab(), openWebSocket: feed.openWebSocket }
    const system = createPublicServices(CONFIG, tab)
    onTestFinished(() => system.stop())
    let records: readonly StreamRecord[] = []
    const { streams, cachedConnections$ } = await system.services.loadSignedInServices()
    streams.records.category('analysis').subscribe((list) => (records = list))
    return {
      ...system,
      press: (name: string) => tab.events.dispatchEvent(new Event(name)),
      chart: () => {
        const chart = presentOf(streams.candles.window$)
        return chart && { ...chart, candles: candlesOf(chart.candles) }
      },
      summary: () => presentOf(streams.records.summary$),
      cachedConnections: () => presentOf(cachedConnections$),
      shown: () => records.map(({ messageId, messageCount, source }) => [messageId, messageCount, source]),
      signIn: async () => {
        system.services.sessionCommands.signIn(SIGN_IN)
        await pass(SHOWN_MS)
      },
    }
  }
  return { backend, browser, feed, open, user, publish: (n: number) => void (newest = n) }
}

const ITEMS = [
  'analytics-data',
  'analytics-summary',
  'chart-data',
  'connection-state',
  'last-update',
  'preferences',
  'stream-data',
]
const items = ({ items: stored }: { readonly items: Map<string, string> }): readonly string[] =>
  [...stored.keys()]
    .filter((key) => key.startsWith('pairbot.cache.'))
    .map((key) => key.slice('pairbot.cache.'.length))
    .toSorted()
const candleAt = (ms: number) => ({
  timestamp: Math.floor(ms / 60_000) * 60,
  open: 100,
  high: 101,
  low: 99,
  close: 100,
  volume: 1,
})

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the client’s data, with its sockets cut', () => {
  it('[ST-25] [ST-26] live, then polled, then live again: nothing lost, doubled or older', async () => {
    const { feed, open, publish, backend } = world()
    feed.server.isUp = true
    const client = await open()
    await client.signIn()
    feed.say(update(5))
    await pass(SHOWN_MS)
    expect(client.shown()).toEqual([['5-0', 5, 'live']])

    feed.server.isUp = false
    feed.cut()
    publish(7)
    await pass(60_000)
    expect(client.shown()).toEqual([['7-0', 7, 'polling']])

    feed.server.isUp = true
    await pass(35_000)
    const polls = backend.count(PROXY)
    expect(feed.resumptions()).toEqual([
      {
        path: '/ws/analytics',
        type: 'Resume',
        epoch: 'e',
        last_ids: { [KEY]: '7-0' },
        timestamp: expect.any(Number),
        connection_id: expect.stringMatching(/^c\d$/),
      },
    ])
    feed.say(update(7), update(8))
    await pass(25_000)
    expect(client.shown()).toEqual([['8-0', 8, 'live']])
    expect(backend.count(PROXY)).toBe(polls)
    client.stop()
  })

  it.each(['pointerdown', 'click', 'keydown'])(
    '[MA-71] what comes after a %s is shown two frames later',
    async (name) => {
      const { feed, open } = world()
      feed.server.isUp = true
      const client = await open()
      await client.signIn()
      feed.say(update(5))
      await pass(SHOWN_MS)
      client.press(name)
      feed.say(update(6))
      await pass(FRAME_MS * 2)
      expect(client.shown()).toEqual([['5-0', 5, 'live']])
      await pass(FRAME_MS * 2)
      expect(client.shown()).toEqual([['6-0', 6, 'live']])
      client.stop()
    },
  )

  it('[ST-29] ST-07 a later visit of the same user starts with what the last one cached', async () => {
    const { feed, open, browser, user } = world()
    feed.server.isUp = true
    const first = await open()
    await first.signIn()
    feed.say(update(5))
    await pass(SHOWN_MS)
    first.stop()
    feed.server.isUp = false
    const second = await open()
    await second.signIn()
    expect(second.shown()).toEqual([['5-0', 5, 'cache']])
    second.stop()
    expect(browser.items.has('pairbot.cache.stream-data')).toBe(true)
    user.email = 'somebody@else.test'
    const third = await open()
    await third.signIn()
    expect([third.shown(), browser.items.has('pairbot.cache.stream-data')]).toEqual([[], false])
    third.stop()
  })

  it('[ST-33] [TR-8] a later visit has the chart, the summary and the last connection state at once', async () => {
    const { feed, open, browser, backend } = world()
    const candles = [START, START + 60_000].map((at) => candleAt(at - 120_000))
    backend.on(CANDLES, () => json(200, { success: true, data: { candles, last_is_complete: true } }))
    feed.server.isUp = true
    const first = await open()
    await first.signIn()
    feed.say(update(5))
    first.services.preferences.set({ zones: 'lines' })
    await pass(60_100)
    first.stop()
    expect(items(browser)).toEqual(ITEMS)

    feed.server.isUp = false
    backend.on(CANDLES, () => json(503, {}))
    const second = await open()
    await second.signIn()
    expect(second.chart()).toMatchObject({ status: 'ready', candles, freshest: { source: 'cache' } })
    expect(second.summary()).toMatchObject({ totalStreams: 1, totalMessages: 5, cachedAt: expect.any(Number) })
    expect(second.cachedConnections()).toMatchObject({
      tdp: { status: 'connected' },
      analytics: { status: 'connected' },
    })
    expect(second.services.preferences.get()).toMatchObject({ zones: 'lines' })
    second.stop()
  })

  it('[TR-8] a page that is left caches the state of its connections', async () => {
    const { feed, open } = world()
    feed.server.isUp = true
    const first = await open()
    await first.signIn()
    dispatchEvent(new Event('pagehide'))
    first.stop()
    feed.server.isUp = false
    const second = await open()
    await second.signIn()
    expect(second.cachedConnections()).toMatchObject({
      tdp: { status: 'connected' },
      analytics: { status: 'connected' },
    })
    second.stop()
  })

  it('[TR-8] a sign-out leaves nothing cached', async () => {
    const { feed, open, browser } = world()
    feed.server.isUp = true
    const client = await open()
    await client.signIn()
    client.services.preferences.set({ zones: 'lines' })
    feed.say(update(5))
    await pass(60_100)
    feed.say(update(6))
    client.services.sessionCommands.signOut()
    await pass(1_000)
    expect([items(browser), client.cachedConnections(), client.services.preferences.get()]).toEqual([[], undefined, {}])
    client.stop()
    expect(items(browser)).toEqual([])
  })

  it('[TR-8] a session that expired keeps the preferences', async () => {
    const { feed, open, browser, backend } = world()
    feed.server.isUp = true
    const client = await open()
    await client.signIn()
    client.services.preferences.set({ zones: 'lines' })
    feed.say(update(5))
    backend.on('POST /api/identity/auth/refresh', () => json(401, {}))
    await pass(3 * 3_600_000)
    expect(items(browser)).toEqual(['preferences'])
    client.stop()
  })

  it('[MO-20] [MO-25] monitoring measures from sign-in to sign-out, with or without viewers', async () => {
    const { feed, open } = world()
    feed.server.isUp = true
    const client = await open()
    await client.signIn()
    const { quality } = await (await client.services.loadSignedInServices()).monitoring()
    const seen = (): number => {
      let messages = -1
      quality
        .stream(KEY)
        .subscribe((hour) => (messages = hour.samples))
        .unsubscribe()
      return messages
    }
    feed.say(update(5))
    await pass(SHOWN_MS)
    feed.say(update(6))
    await pass(SHOWN_MS)
    expect(seen()).toBe(2)
    client.services.sessionCommands.signOut()
    await pass(SHOWN_MS)
    expect(seen()).toBe(0)
    client.stop()
  })
})

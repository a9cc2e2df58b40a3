import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aLiveUpdate, T0 } from '#test/support/data/messages.ts'
import { DIVERGENCE, entryOf, showStatus } from '#test/support/client/status.tsx'

const NOW = T0 * 1000
const KEYS = ['a', 'b', 'c', 'd', 'e'].map((name) => `tdp:kraken:BTCUSD:analysis:${name}`)

const copied: string[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  copied.length = 0
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const panel = (name: string) => screen.getByRole('region', { name })
const rowsOf = (name: string) =>
  within(panel(name))
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
const jsonIn = (name: string): unknown => JSON.parse(screen.getByRole('region', { name }).textContent ?? '')
const press = (name: string, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }))

describe('[PH-21] Stream Connection', () => {
  it("shows the analytics socket's status in upper case, active streams, mode and 12 characters of the id", async () => {
    const { analytics, live, pass } = await showStatus()
    act(() => {
      analytics.connect()
      analytics.socket().acknowledge('0123456789abcdef')
      live.emitAnalytics(entryOf(DIVERGENCE, { Analysis: { strength: 1 } }))
    })
    await pass(1_000)
    expect(rowsOf('Stream Connection')).toEqual([
      ['WebSocket status', 'CONNECTED'],
      ['Active streams', '1'],
      ['Fallback mode', 'WEBSOCKET'],
      ['Connection id', '0123456789ab'],
    ])
  })

  it('shows API POLLING in fallback', async () => {
    const { analytics, pass } = await showStatus()
    act(() => analytics.connect())
    for (let attempt = 0; attempt < 6; attempt += 1) {
      act(() => analytics.socket().drop())
      await pass(16_000)
    }
    expect(rowsOf('Stream Connection').slice(0, 3)).toEqual([
      ['WebSocket status', 'ERROR'],
      ['Active streams', '0'],
      ['Fallback mode', 'API POLLING'],
    ])
    expect(within(panel('Analytics')).getByText('API')).toBeInTheDocument()
  })
})

describe('[PH-22] TDP WebSocket', () => {
  it('shows status, messages received and the URL without its token', async () => {
    const { tdp, live, pass } = await showStatus()
    act(() => {
      tdp.connect()
      live.emit(aLiveUpdate(), aLiveUpdate({}, { message_id: '2-0' }))
    })
    await pass(500)
    expect(rowsOf('TDP WebSocket')).toEqual([
      ['Status', 'connecting'],
      ['Messages received', '2'],
      ['URL', 'wss://host/ws/tdp?token=***&batch=1'],
    ])
  })

  it('disconnects, waits 1 s, then reconnects', async () => {
    const { tdp, pass } = await showStatus()
    act(() => {
      tdp.connect()
      tdp.socket().acknowledge()
    })
    press('Reconnect', panel('TDP WebSocket'))
    expect(tdp.sockets.map(({ isClosed }) => isClosed)).toEqual([true])
    expect(rowsOf('TDP WebSocket')[0]).toEqual(['Status', 'reconnecting'])
    await pass(999)
    expect(tdp.sockets).toHaveLength(1)
    await pass(1)
    expect(tdp.sockets).toHaveLength(2)
    act(() => tdp.socket().acknowledge())
    expect(rowsOf('TDP WebSocket')[0]).toEqual(['Status', 'connected'])
  })
})

describe('[PH-22] Reconnect', () => {
  it.each([
    ['both while the other is disconnected', false, 1],
    ['its own socket otherwise', true, 1],
  ] as const)('restarts %s', async (_, isConnected, opened) => {
    const { tdp, analytics, pass } = await showStatus()
    act(() => {
      tdp.connect()
      tdp.socket().acknowledge()
      if (!isConnected) return
      analytics.connect()
      analytics.socket().acknowledge()
    })
    press('Reconnect', panel('TDP WebSocket'))
    await pass(1_000)
    expect([tdp.sockets.length, analytics.sockets.length]).toEqual([2, opened])
  })
})

describe('[PH-23] debug info', () => {
  it('is empty before the first message', async () => {
    await showStatus()
    expect(rowsOf('WebSocket debug info')).toEqual([
      ['Last message type', 'N/A'],
      ['Pair', 'N/A'],
      ['Price', 'N/A'],
      ['Candle', 'N/A'],
    ])
  })

  it.each([
    [false, 'Partial'],
    [true, 'Complete'],
  ])('shows the last message and its candle (complete: %s)', async (is_complete, word) => {
    const { live, pass } = await showStatus()
    act(() => live.emit(aLiveUpdate({ close: 6_412.3, high: 7_000, is_complete })))
    await pass(500)
    expect(rowsOf('WebSocket debug info')).toEqual([
      ['Last message type', 'LiveUpdate'],
      ['Pair', 'BTC/USD'],
      ['Price', '6,412.30'],
      ['Candle', word],
    ])
  })

  it('keeps the candle when other messages follow', async () => {
    const { live, pass } = await showStatus()
    act(() => live.emit(aLiveUpdate(), { type: 'Heartbeat', timestamp: NOW }))
    await pass(500)
    expect(rowsOf('WebSocket debug info').map(([, value]) => value)).toEqual([
      'Heartbeat',
      'BTC/USD',
      '105.00',
      'Partial',
    ])
  })

  it('shows the last 5 errors of both sockets and of their frames, newest first', async () => {
    const { tdp, analytics, live, pass } = await showStatus()
    const reject = { kind: 'format', text: 'Invalid message format received', count: 2 } as const
    act(() => {
      tdp.connect()
      tdp.socket().acknowledge()
      tdp.socket().drop(1006, 'oldest')
    })
    await pass(1_000)
    act(() => analytics.connect())
    for (const backoff of [1_000, 2_000, 4_000, 0]) {
      act(() => analytics.socket().fail())
      await pass(backoff)
    }
    await pass(1)
    act(() => live.frames$.next({ feed: 'tdp', frame: { messages: [], rejects: [reject] } }))
    await pass(1_000)
    const list = within(panel('WebSocket debug info')).getAllByRole('listitem')
    expect(list.map((line) => line.firstElementChild?.textContent)).toEqual([
      'Invalid message format received (2 times)',
      'Analytics: Reconnection failed: WebSocket connection error',
      'Analytics: Reconnection failed: WebSocket connection error',
      'Analytics: Reconnection failed: WebSocket connection error',
      'Analytics: WebSocket connection error',
    ])
  })
})

describe('[PH-24] stream data', () => {
  /** Five streams, of which the first has no entry. */
  async function withStreams() {
    const harness = await showStatus()
    act(() =>
      harness.live.emitAnalytics(
        ...KEYS.toReversed().map((key) => entryOf(key, { Analysis: { strength: key.at(-1) } })),
      ),
    )
    await harness.pass(20)
    return harness
  }
  const dataOf = (key: string) => ({
    streamKey: key,
    category: 'analysis',
    subcategory: key.at(-1),
    market: null,
    status: 'active',
    messageCount: 1,
    lastUpdate: NOW,
    lastMessageId: null,
    lastMessageData: { Analysis: { strength: key.at(-1) } },
  })

  it('shows the first 3 of N active streams as JSON, and copies all of them', async () => {
    const { pass } = await withStreams()
    await pass(500)
    expect(panel('Active Redis Streams')).toHaveTextContent('first 3 of 5')
    expect(jsonIn('Active streams as JSON')).toEqual(KEYS.slice(0, 3).map(dataOf))
    press('Copy All')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(copied.map((text) => JSON.parse(text) as unknown)).toEqual([KEYS.map(dataOf)])
    expect(screen.getByText('Copied 5 streams')).toBeInTheDocument()
  })

  it('shows the latest data of the first 2 as a sample', async () => {
    await withStreams()
    expect(jsonIn('Debug sample as JSON')).toEqual({
      [KEYS[0]!]: { Analysis: { strength: 'a' } },
      [KEYS[1]!]: { Analysis: { strength: 'b' } },
    })
  })

  it('copies the current data of every stream, including inactive ones, with the summary', async () => {
    const { live, pass } = await withStreams()
    act(() => live.emitAnalytics(entryOf(KEYS[4]!, { Analysis: { strength: 'new' } })))
    await pass(20)
    press('Copy All Stream Data')
    await act(() => vi.advanceTimersByTimeAsync(0))
    const { summary, streams } = JSON.parse(copied[0] ?? '') as { summary: object; streams: object[] }
    expect(summary).toMatchObject({
      totalStreams: 5,
      activeStreams: 5,
      totalMessages: 6,
      connectionStatus: 'connected',
    })
    expect(streams).toHaveLength(5)
    expect(streams[4]).toMatchObject({ streamKey: KEYS[4], lastMessageData: { Analysis: { strength: 'new' } } })
  })

  it('has nothing to copy while no stream is active', async () => {
    await showStatus()
    expect(screen.getByText('No active streams')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy All' })).toHaveProperty('disabled', true)
  })

  it('shows the first streams without delay', async () => {
    const { live, pass } = await showStatus()
    await pass(3_000)
    act(() => live.emitAnalytics(entryOf(KEYS[0]!, { Analysis: { strength: 'a' } })))
    await pass(20)
    expect(jsonIn('Debug sample as JSON')).toEqual({ [KEYS[0]!]: { Analysis: { strength: 'a' } } })
  })

  it('updates every 10 s and not sooner', async () => {
    const { live, pass } = await withStreams()
    act(() => live.emitAnalytics(entryOf(KEYS[0]!, { Analysis: { strength: 'new' } })))
    await pass(9_000)
    expect(jsonIn('Debug sample as JSON')).toMatchObject({ [KEYS[0]!]: { Analysis: { strength: 'a' } } })
    await pass(1_000)
    expect(jsonIn('Debug sample as JSON')).toMatchObject({ [KEYS[0]!]: { Analysis: { strength: 'new' } } })
  })

  it('reports an unavailable clipboard', async () => {
    await withStreams()
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } })
    press('Copy All')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText('Failed to copy to clipboard')).toBeInTheDocument()
  })
})

it('[PH-1] polls the proxy health every 15 s with details', async () => {
  const { proxy, pass } = await showStatus()
  await pass(0)
  expect(within(panel('Redis Proxy Health')).getByText('Configuration')).toBeInTheDocument()
  await pass(14_000)
  expect(proxy.requests.filter((path) => path === '/health')).toHaveLength(1)
  await pass(1_000)
  expect(proxy.requests.filter((path) => path === '/health')).toHaveLength(2)
})

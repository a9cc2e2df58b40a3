import { act, render, screen, within } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CachedBadge } from '#src/features/dashboard/cached/CachedBadge.tsx'
import type { CachedConnections } from '#src/app/realtime/cached-connections.ts'
import { createPreferences } from '#src/app/preferences.ts'
import { startConnection } from '#test/support/client/connection.ts'
import { servedWith } from '#test/support/client/services.tsx'
import { aLiveUpdate, T0 } from '#test/support/data/messages.ts'
import { candleAt, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const MINUTE = 60_000

beforeEach(() =>
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => vi.useRealTimers())

function open() {
  const rows = [candleAt(-4), candleAt(-3)].map((candle) => Object.values(candle))
  const cacheEntry = (value: object, minutes: number) => ({
    text: JSON.stringify(value),
    cachedAt: NOW - MINUTE,
    expiresAt: NOW + minutes * MINUTE,
  })
  const stream = (category: string) => ({
    key: `tdp:kraken:BTCUSD:${category}:m1`,
    data: { Unknown: { rsi_14: 50 } },
    messageCount: 3,
    timestamp: NOW - 3 * MINUTE,
    receivedAt: NOW - 3 * MINUTE,
  })
  const summary = { totalStreams: 2, activeStreams: 2, totalMessages: 1_200, categories: [] }
  const world = startStreams({
    cached: {
      'chart-data': cacheEntry({ rows, isComplete: true }, 4),
      'last-update': cacheEntry({ at: NOW - 2 * MINUTE, receivedAt: NOW - 2 * MINUTE }, 9),
      'stream-data': cacheEntry([stream('technical_indicators')], 9),
      'analytics-data': cacheEntry([stream('analysis')], 14),
      'analytics-summary': cacheEntry(summary, 14),
    },
    delayMs: 2e9,
  })
  const cachedConnections$ = new BehaviorSubject<CachedConnections | undefined>({
    tdp: { status: 'connected', reconnectCount: 0 },
    analytics: { status: 'connected', reconnectCount: 1 },
    cachedAt: NOW - MINUTE,
  })
  const connections = { tdp: startConnection(), analytics: startConnection({ feed: 'analytics' }) }
  const preferences = createPreferences({ read: () => undefined, write: () => undefined })
  preferences.load()
  preferences.set({ zones: 'lines' })
  const wrapper = servedWith({
    streams: world.streams,
    connections: { tdp: connections.tdp.actor, analytics: connections.analytics.actor },
    preferences,
    cachedConnections$,
  })
  act(() => world.flushFrame())
  render(<CachedBadge />, { wrapper })
  return { world, connections }
}
const badge = () => screen.queryByRole('button', { name: /^Cache · / })
const shown = () =>
  within(screen.getByRole('dialog', { name: 'Cached in this browser until live data arrives' }))
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextSibling?.textContent])

describe('[DA-6] the badge for cached data', () => {
  it('lists each item with its age on click', () => {
    open()
    expect(badge()?.textContent).toBe('Cache · 3 min')
    act(() => badge()?.click())
    expect(shown()).toEqual([
      ['chart data', '2 candles · 2 min old'],
      ['last update', '2023-11-14 22:11:00 UTC'],
      ['analytics data', '1 analysis · 3 min old'],
      ['stream data', '1 stream · 3 min old'],
      ['analytics summary', '2 streams, 6 messages · 1 min old'],
      ['connection state', 'market data connected, analytics connected · 1 min old'],
      ['user preferences', 'S/R lines'],
    ])
  })

  it('omits items that are live again', async () => {
    const { world, connections } = open()
    act(() => badge()?.click())
    for (const each of [connections.tdp, connections.analytics]) {
      act(() => each.connect())
      act(() => each.socket().acknowledge())
    }
    const tick = { ...candleAt(0), is_complete: false, trading_pair: 'BTC/USD', time_remaining_seconds: 30 }
    world.emit(aLiveUpdate({}, { data: { partial_candle: tick } }))
    await act(() => world.advance(300))
    expect(shown().map(([name]) => name)).toEqual([
      'analytics data',
      'stream data',
      'analytics summary',
      'user preferences',
    ])
  })

  it('disappears with the last cached item', async () => {
    const { world } = open()
    await act(() => world.advance(15 * MINUTE))
    await act(() => world.advance(300))
    expect(badge()).toBeNull()
  })
})

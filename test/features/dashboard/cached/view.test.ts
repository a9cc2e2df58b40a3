import { describe, expect, it } from 'vitest'
import {
  cachedItems,
  connectionItem,
  itemText,
  oldestAge,
  preferencesItem,
} from '#src/features/dashboard/cached/CachedBadge.tsx'
import type { StreamSummary } from '#src/streams/index.ts'
import { candles, windowOf } from '#test/support/data/candles.ts'
import { KEYS } from '#test/support/data/payloads.ts'
import { recordOf } from '#test/support/client/records.ts'
import { T } from '#test/support/client/trust.ts'

const MINUTE = 60_000
const summary = (cachedAt?: number): StreamSummary => ({
  totalStreams: 24,
  activeStreams: 20,
  totalMessages: 3_400,
  lastUpdate: T,
  categories: new Map(),
  connectionStatus: 'connecting',
  fallbackMode: false,
  cachedAt,
})
const freshest = (source: 'live' | 'cache') => ({
  source,
  messageId: undefined,
  receivedAt: T - MINUTE,
  provenance: undefined,
})
const chart = (source: 'live' | 'cache', count = 2) => ({
  candles: windowOf(candles(count)),
  freshest: freshest(source),
  lastUpdate: T - 2 * MINUTE,
})

describe('[DA-6] cached items on the screens', () => {
  it('are none in normal operation', () => {
    const records = [recordOf(KEYS.levels, {}), recordOf(KEYS.indicators, {}, { source: 'polling' })]
    expect(cachedItems({ pair: 'BTCUSD', chart: chart('live'), records, summary: summary() })).toEqual([])
    expect(
      cachedItems({
        pair: 'BTCUSD',
        chart: { candles: windowOf([]), freshest: undefined, lastUpdate: undefined },
        records: [],
        summary: summary(),
      }),
    ).toEqual([])
  })

  it('are listed with their age', () => {
    const cachedRecord = (key: string, receivedAt: number) => recordOf(key, {}, { source: 'cache', receivedAt })
    const records = [
      cachedRecord(KEYS.levels, T - 3 * MINUTE),
      cachedRecord(KEYS.structure, T - 4 * MINUTE),
      cachedRecord(KEYS.indicators, T - 90_000),
      recordOf(KEYS.patterns, {}),
    ]
    const items = cachedItems({ pair: 'BTCUSD', chart: chart('cache'), records, summary: summary(T - 5 * MINUTE) })
    expect(items.map((item) => [item.name, itemText(item, T)])).toEqual([
      ['chart data', '2 candles · 1 min old'],
      ['last update', '2019-06-30 21:58:00 UTC'],
      ['analytics data', '2 analyses · 4 min old'],
      ['stream data', '1 stream · 1 min old'],
      ['analytics summary', '24 streams, 3.4K messages · 5 min old'],
    ])
    expect(oldestAge(items, T)).toBe('5 min')
  })

  it('leave out the streams of pairs that are not shown, which receive nothing newer', () => {
    const records = [recordOf(KEYS.levels, {}, { source: 'cache', receivedAt: T })]
    const live = { chart: chart('live'), records, summary: summary() }
    expect(cachedItems({ pair: 'ETHUSD', ...live })).toEqual([])
    expect(cachedItems({ pair: 'BTCUSD', ...live })).toHaveLength(1)
  })

  it('include the last update alone without candles', () => {
    const items = cachedItems({ pair: 'BTCUSD', chart: chart('cache', 0), records: [], summary: summary() })
    expect(items.map(({ name }) => name)).toEqual(['last update'])
  })

  it('include the connection states and the preferences', () => {
    const before = connectionItem({
      tdp: { status: 'connected' },
      analytics: { status: 'error' },
      cachedAt: T - MINUTE,
    })
    expect([before.name, itemText(before, T)]).toEqual([
      'connection state',
      'market data connected, analytics error · 1 min old',
    ])
    expect([preferencesItem({}), preferencesItem({ theme: 'dark', zones: 'lines' })]).toEqual([
      { name: 'user preferences', text: 'none', since: undefined },
      { name: 'user preferences', text: 'theme dark, S/R lines', since: undefined },
    ])
  })
})

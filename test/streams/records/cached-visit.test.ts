import { NEVER } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CacheEntry, StreamCacheKey } from '#src/streams/index.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { startStreams } from '#test/support/client/streams.ts'

import { NOW, MINUTE, KEY, OTHER, figures, update, ack, shown } from '#test/support/client/record-samples.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[ST-29] the data cached by an earlier visit', () => {
  const visit = () => {
    const harness = startStreams()
    harness.emitAnalytics(update(5), update(3, { data: { stream_key: OTHER, data: figures(3), timestamp: NOW } }))
    harness.flushFrame()
    harness.stop()
    const cached = (item: StreamCacheKey, minutes: number): CacheEntry => ({
      text: harness.cached(item) ?? '',
      cachedAt: NOW,
      expiresAt: NOW + minutes * MINUTE,
    })
    return {
      'stream-data': cached('stream-data', 10),
      'analytics-data': cached('analytics-data', 15),
      'analytics-summary': cached('analytics-summary', 15),
    } as const
  }
  const timesCached = (harness: { cacheWrites: readonly (readonly [StreamCacheKey, string])[] }) =>
    harness.cacheWrites.filter(([item]) => item === 'stream-data').length

  it('is written on page hide, every minute and at the end, only after new data', async () => {
    const harness = startStreams()
    harness.pageHides$.next(0)
    expect(harness.cacheWrites).toEqual([])
    harness.emitAnalytics(update(5))
    harness.pageHides$.next(0)
    await harness.advance(120_000)
    expect(timesCached(harness)).toBe(1)
    harness.emitAnalytics(update(6))
    await harness.advance(60_000)
    harness.emitAnalytics(update(7))
    harness.stop()
    expect(timesCached(harness)).toBe(3)
  })

  it('is shown immediately, marked as cached, until it expires', async () => {
    const { 'stream-data': streams } = visit()
    const harness = startStreams({ cached: { 'stream-data': streams } })
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([
      ['divergence', '5-0', 5, 'active', 'cache'],
      ['market_structure', '3-0', 3, 'active', 'cache'],
    ])
    harness.emitAnalytics(update(6))
    await harness.advance(10 * MINUTE)
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 6, 'active', 'live']])
  })

  it('covers the last 10 minutes, analysis the last 15', async () => {
    const harness = startStreams()
    harness.emitAnalytics(update(5))
    await harness.advance(11 * MINUTE)
    harness.emitAnalytics(update(3, { data: { stream_key: OTHER, data: figures(3), timestamp: NOW } }))
    harness.pageHides$.next(0)
    expect(harness.cached('stream-data')).toContain(OTHER)
    expect(harness.cached('stream-data')).not.toContain(KEY)
    expect(harness.cached('analytics-data')).toContain(KEY)
  })

  it('starts with the default pair', () => {
    const harness = startStreams()
    const data = { Analysis: { strength: 1, text: 'x'.repeat(5_000) } }
    harness.emitAnalytics(update(5, { data: { stream_key: KEY, data, timestamp: NOW } }))
    vi.setSystemTime(NOW + 1)
    for (let index = 0; index < 20; index += 1) {
      const stream_key = `tdp:kraken:ETHUSD:analysis:${index}`
      harness.emitAnalytics(update(1, { message_id: `${index}-1`, data: { stream_key, data, timestamp: NOW } }))
    }
    harness.pageHides$.next(0)
    expect(harness.cached('analytics-data')).toContain(KEY)
    expect(harness.cached('analytics-data')).not.toContain('analysis:19"')
  })

  it('skips what does not fit', () => {
    const harness = startStreams()
    harness.emitAnalytics(update(5))
    const huge = { Analysis: { strength: 1, text: 'x'.repeat(310_000) } }
    vi.setSystemTime(NOW + 1)
    harness.emitAnalytics(update(3, { data: { stream_key: OTHER, data: huge, timestamp: NOW } }))
    harness.pageHides$.next(0)
    expect(harness.cached('stream-data')).toContain(KEY)
    expect(harness.cached('stream-data')).not.toContain(OTHER)
  })

  it('is never written again from the cache', async () => {
    const harness = startStreams({ cached: visit() })
    harness.pageHides$.next(0)
    expect(harness.cacheWrites).toEqual([])
    harness.emitAnalytics(update(6))
    harness.pageHides$.next(0)
    for (const item of ['stream-data', 'analytics-data'] as const) {
      expect(harness.cached(item)).toContain(KEY)
      expect(harness.cached(item)).not.toContain(OTHER)
    }
  })

  it('is shown for 15 minutes, but only analysis', async () => {
    const first = startStreams()
    const candle = { stream_key: 'tdp:kraken:BTCUSD:processed_candles:m1', data: figures(1), timestamp: NOW }
    first.emitAnalytics(update(5), update(6, { data: candle, message_id: '6-0' }))
    first.stop()
    expect(first.cached('stream-data')).toContain('processed_candles')
    expect(first.cached('analytics-data')).not.toContain('processed_candles')
    const text = (item: StreamCacheKey) => first.cached(item) ?? ''
    const harness = startStreams({
      cached: {
        'stream-data': { text: text('stream-data'), cachedAt: NOW, expiresAt: NOW + 10 * MINUTE },
        'analytics-data': { text: text('analytics-data'), cachedAt: NOW, expiresAt: NOW + 15 * MINUTE },
      },
    })
    await harness.advance(10 * MINUTE + 5_000)
    expect([harness.records('processed_candles').length, harness.records('analysis').length]).toEqual([0, 1])
    await harness.advance(5 * MINUTE)
    expect(harness.records('analysis')).toEqual([])
  })

  it('shows the newer of two entries with the same stream', () => {
    const [older, newer] = [visit(), visit()]
    const later = (text: string) => text.replaceAll(`"receivedAt":${NOW}`, `"receivedAt":${NOW + 5}`)
    const harness = startStreams({
      cached: {
        'analytics-data': older['analytics-data'],
        'stream-data': { ...newer['stream-data'], text: later(newer['stream-data'].text) },
      },
    })
    harness.flushFrame()
    expect(harness.records('analysis').map(({ receivedAt }) => receivedAt)).toEqual([NOW + 5, NOW + 5])
  })

  it('provides the summary until new data arrives or its 15 minutes are over', async () => {
    const cached = visit()
    const harness = startStreams({ cached: { 'analytics-summary': cached['analytics-summary'] } })
    const totals = {
      totalStreams: 2,
      activeStreams: 2,
      totalMessages: 8,
      lastUpdate: NOW + 5,
      categories: new Map([['analysis', { streamCount: 2, messageCount: 8, lastUpdate: NOW + 5 }]]),
    }
    expect(harness.summary()).toMatchObject({ ...totals, cachedAt: NOW })
    harness.emitAnalytics(update(9))
    harness.flushFrame()
    expect(harness.summary()).toMatchObject({ totalStreams: 1, totalMessages: 9, cachedAt: undefined })

    const later = startStreams({ cached: { 'analytics-summary': cached['analytics-summary'] } })
    await later.advance(15 * MINUTE)
    expect(later.summary()).toMatchObject({ totalStreams: 0, cachedAt: undefined })
    expect(later.cacheWrites).toEqual([])
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '[1,{"key":1}]',
    '[{"key":"a","data":null}]',
    `[{"key":"a","data":1,"messageCount":1,"timestamp":1e999}]`,
  ])('ST-04 is ignored if it is %j', (text) => {
    const cached = { text, cachedAt: NOW, expiresAt: NOW + MINUTE }
    const harness = startStreams({
      cached: { 'stream-data': cached, 'analytics-data': cached, 'analytics-summary': cached },
    })
    harness.flushFrame()
    expect(harness.summary()).toMatchObject({ totalStreams: 0, cachedAt: undefined })
  })

  it('ST-12 stays within its size limit', () => {
    const harness = startStreams()
    for (let index = 0; index < 400; index += 1) {
      const data = { Analysis: { strength: 1, text: 'x'.repeat(5_000) } }
      harness.emitAnalytics(update(1, { message_id: `${index}-1`, data: { stream_key: `a:b:c:d:${index}`, data } }))
    }
    harness.pageHides$.next(0)
    const text = harness.cached('stream-data') ?? ''
    expect([text.length > 250_000, text.length <= 300_000, Array.isArray(JSON.parse(text))]).toEqual([true, true, true])
  })
})

it('[ST-23] rejects an entry from the future, which would freeze its stream', () => {
  const harness = startStreams()
  const at = (ms: number, id: string) =>
    update(1, { seq: 1, message_id: id, data: { stream_key: KEY, data: figures(1), timestamp: NOW + ms } })
  harness.emitAnalytics(ack(), at(61 * MINUTE, '1-0'), at(59 * MINUTE, '2-0'))
  harness.flushFrame()
  expect(shown(harness.records('analysis'))).toEqual([['divergence', '2-0', 1, 'active', 'live']])
  expect(harness.problems()).toEqual([['Stream entry from the future ignored', 1]])
})

it('[ST-18] unsubscribes from everything at the end', async () => {
  const harness = startStreams({ streamApi: { ...inertPorts().streamApi, list: () => NEVER } })
  await harness.advance(100)
  harness.analyticsPollDue$.next(0)
  harness.stop()
  expect([harness.analyticsPollDue$.observed, harness.pageHides$.observed, harness.frames$.observed]).toEqual([
    false,
    false,
    false,
  ])
  expect(vi.getTimerCount()).toBe(0)
})

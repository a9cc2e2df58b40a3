import { NEVER, of } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsUpdate, SystemStatus } from '#contract/messages.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { CacheEntry, StreamApi, StreamCacheKey, StreamRecord } from '#src/streams/index.ts'
import { aMarket, anAck, aProvenance, T0 } from '#test/support/data/messages.ts'
import { inertPorts } from '#test/support/client/quiet-records.ts'
import { startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const MINUTE = 60_000
const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'
const OTHER = 'tdp:kraken:BTCUSD:analysis:market_structure'
const figures = (n: number) => ({ Analysis: { strength: n } })

const update = (n: number, part: Partial<AnalyticsUpdate> = {}): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: NOW,
  seq: n,
  epoch: 'e',
  message_id: `${n}-0`,
  data: { stream_key: KEY, data: figures(n), timestamp: NOW + n },
  ...part,
})
const message = (n: number): StreamMessage => ({
  message_id: `${n}-0`,
  data: figures(n),
  timestamp: NOW + n,
  seq: n,
  epoch: 'e',
})
const ack = (at = NOW) => anAck({ data: { connection_id: 'c', market: aMarket({ now: at }) } })
const status = (data: Partial<SystemStatus['data']>): SystemStatus => ({
  type: 'SystemStatus',
  timestamp: NOW,
  data: { status: 'running', ...data },
})

/** A stream-proxy with these newest entries; streams in `broken` respond with 500. */
function proxy(newest: Record<string, number>, broken: readonly string[] = []): StreamApi {
  return {
    ...inertPorts().streamApi,
    list: () => of({ ok: true, value: Object.keys(newest) }),
    metadata: (key) => {
      const n = newest[key] ?? 0
      if (broken.includes(key)) return of({ ok: false, error: 'HTTP 500: Internal Server Error' })
      return of({ ok: true, value: { length: n, last_generated_id: n === 0 ? null : `${n}-0`, timestamp: null } })
    },
    latest: (key) => of({ ok: true, value: newest[key] ? message(newest[key]) : null }),
  }
}

const shown = (records: readonly StreamRecord[]) =>
  records.map(({ subcategory, messageId, messageCount, status: state, source }) => [
    subcategory,
    messageId,
    messageCount,
    state,
    source,
  ])

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[ST-25] in fallback', () => {
  it('merges polled and live entries, each counted once', () => {
    const harness = startStreams({ streamApi: proxy({ [KEY]: 7, [OTHER]: 3 }) })
    harness.emitAnalytics(update(6))
    harness.analyticsPollDue$.next(0)
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([
      ['divergence', '7-0', 7, 'active', 'polling'],
      ['market_structure', '3-0', 3, 'active', 'polling'],
    ])
    harness.emitAnalytics(update(7), update(8))
    harness.flushFrame()
    expect(shown(harness.records('analysis'))[0]).toEqual(['divergence', '8-0', 8, 'active', 'live'])
  })

  it('HA-22 sets status error for a stream whose metadata fails, and leaves the others and the summary intact', () => {
    const harness = startStreams({ streamApi: proxy({ [KEY]: 7, [OTHER]: 3 }, [OTHER]) })
    harness.analyticsLink$.next({ status: 'error', isFallback: true })
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([
      ['divergence', '7-0', 7, 'active', 'polling'],
      ['market_structure', undefined, 0, 'error', 'polling'],
    ])
    expect(harness.problems()).toEqual([['Failed to fetch stream data: HTTP 500: Internal Server Error', 1]])
    expect(harness.summary()).toEqual({
      totalStreams: 2,
      activeStreams: 1,
      totalMessages: 7,
      lastUpdate: NOW,
      categories: new Map([['analysis', { streamCount: 2, messageCount: 7, lastUpdate: NOW }]]),
      connectionStatus: 'error',
      fallbackMode: true,
    })
  })

  it('HA-23 retains the data when nothing answers, and reports the recovery', () => {
    let isUp = false
    const up = proxy({ [KEY]: 7 })
    const down = of({ ok: false, error: 'HTTP 503: Service Unavailable' } as const)
    const harness = startStreams({ streamApi: { ...up, list: () => (isUp ? up.list() : down) } })
    harness.emitAnalytics(update(6))
    harness.analyticsPollDue$.next(0)
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 1, 'active', 'live']])
    expect(harness.problems()).toEqual([['Failed to fetch stream data: HTTP 503: Service Unavailable', 2]])
    isUp = true
    harness.analyticsPollDue$.next(0)
    harness.analyticsPollDue$.next(0)
    expect(harness.analyticsRecoveries()).toBe(1)
  })

  it('does not carry a failure over to the next session', () => {
    let isUp = false
    const down = of({ ok: false, error: 'HTTP 503: Service Unavailable' } as const)
    const up = proxy({ [KEY]: 7 })
    const harness = startStreams({ streamApi: { ...up, list: () => (isUp ? up.list() : down) } })
    harness.analyticsPollDue$.next(0)
    harness.stop()
    isUp = true
    const again = harness.streams.start()
    harness.analyticsPollDue$.next(0)
    expect(harness.analyticsRecoveries()).toBe(0)
    again.unsubscribe()
  })

  it('has no data for a stream without messages', () => {
    const harness = startStreams({ streamApi: proxy({ [KEY]: 0 }) })
    harness.analyticsPollDue$.next(0)
    harness.flushFrame()
    expect(harness.records('analysis').map(({ data }) => data)).toEqual([null])
  })
})

describe('[ST-32] a replay that is polled', () => {
  const DAYS_AGO = NOW - 400 * 86_400_000
  const replayed = (recorded: number, publishedAt: number): StreamMessage => ({
    ...message(recorded + 1),
    timestamp: DAYS_AGO + recorded,
    provenance: aProvenance({ market: 'replay', exchange_time: DAYS_AGO + recorded, published_at: publishedAt }),
  })

  it('ages on its own clock, not on wall time', async () => {
    let recorded = 0
    const api = {
      ...proxy({ [KEY]: 1 }),
      metadata: () => of({ ok: true, value: { length: 1, last_generated_id: null, timestamp: null } } as const),
      latest: () => of({ ok: true, value: replayed(recorded, Date.now()) } as const),
    }
    const harness = startStreams({ streamApi: api })
    harness.analyticsPollDue$.next(1)
    recorded = 9 * MINUTE
    await harness.advance(10_000)
    harness.analyticsPollDue$.next(1)
    await harness.advance(5_100)
    expect(harness.market()).toMatchObject({ market: { kind: 'replay', now: DAYS_AGO + 9 * MINUTE, speed: 54 } })
    expect(harness.records('analysis')).toMatchObject([{ timestamp: DAYS_AGO + 9 * MINUTE, isStale: false }])

    // No new data for eleven minutes of market time.
    await harness.advance(15_000)
    expect(harness.records('analysis')).toMatchObject([{ isStale: true, isVeryStale: false }])
  })

  it('follows the market that the server reports, once it does', () => {
    const harness = startStreams({
      streamApi: { ...proxy({ [KEY]: 1 }), latest: () => of({ ok: true, value: replayed(0, NOW) }) },
    })
    harness.analyticsPollDue$.next(1)
    const market = aMarket({ kind: 'replay', label: 'Replay · june.csv.gz', now: DAYS_AGO + 5, speed: 600 })
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market } }))
    harness.analyticsPollDue$.next(1)
    expect(harness.market()).toEqual({ market, receivedAt: NOW })
  })

  const simulated = aProvenance({ market: 'simulated' })
  const polledNow = (harness: ReturnType<typeof startStreams>) => {
    harness.analyticsPollDue$.next(1)
    return harness.market()?.market
  }

  it('stops when the polled data is of another market', () => {
    const latest = () => of({ ok: true, value: { ...message(1), provenance: simulated } } as const)
    const harness = startStreams({ streamApi: { ...proxy({ [KEY]: 1 }), latest } })
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ kind: 'replay', speed: 600 }) } }))
    expect(polledNow(harness)).toMatchObject({ kind: 'simulated', speed: 1 })
  })

  it('is derived again in the next session', () => {
    const latest = () => of({ ok: true, value: { ...message(1), provenance: simulated } } as const)
    const harness = startStreams({ streamApi: { ...proxy({ [KEY]: 1 }), latest } })
    expect(polledNow(harness)).toMatchObject({ kind: 'simulated' })
    harness.stop()
    const again = harness.streams.start()
    expect([harness.market(), polledNow(harness)]).toMatchObject([undefined, { kind: 'simulated' }])
    again.unsubscribe()
  })
})

describe('[ST-26] [ST-27] after a reconnect', () => {
  const recents = (harness: { requested: string[] }, last: number, count = 25): StreamApi => ({
    ...inertPorts().streamApi,
    recent: (key) => {
      harness.requested.push(key)
      return of({ ok: true, value: Array.from({ length: count }, (_, index) => message(last - index)) })
    },
  })

  it('sends the last ids to the server, before its snapshot is counted', () => {
    const harness = startStreams()
    harness.emitAnalytics(ack(), update(3))
    expect(harness.resumptions).toEqual([])
    harness.emitAnalytics(ack(), update(9))
    expect(harness.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: '3-0' } }])
  })

  it('[ST-31] sends the id received last if ids have no order', () => {
    const harness = startStreams()
    harness.emitAnalytics(...['x9', 'x10', 'x2'].map((id, index) => ({ ...update(3 + index), message_id: id })), ack())
    expect(harness.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: 'x2' } }])
  })

  it('retains the last id after a running value', () => {
    const harness = startStreams()
    const { message_id: _, ...running } = update(3)
    harness.emitAnalytics(update(3), { ...running, data: { ...running.data, timestamp: NOW + 500 } }, ack())
    expect(harness.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: '3-0' } }])
  })

  it('WS-23 closes the gap by the replay, without a request, with the result of an uncut run', async () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 9) })
    harness.emitAnalytics(update(3), ack(), update(6), update(4), update(5))
    await harness.advance(3_000)
    expect(requested).toEqual([])
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 4, 'active', 'live']])
  })

  it('WS-23 makes one call for a lost frame, with the result of a run without loss', async () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 6, 6) })
    harness.emitAnalytics(update(3), update(4), update(6))
    await harness.advance(1_100)
    expect(requested).toEqual([KEY])
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 4, 'active', 'live']])
    await harness.advance(60_000)
    expect(requested).toEqual([KEY])
  })

  it('WS-24 reports a discontinuity and reloads visible streams', async () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 100) })
    harness.emitAnalytics(update(3), update(1, { data: { stream_key: 'a:b:c:unseen:d', data: figures(1) } }))
    harness.streams.records.category('analysis').subscribe()
    harness.emitAnalytics(ack(), status({ message: 'discontinuity' }))
    await harness.advance(16)
    expect(requested).toEqual([KEY])
    expect(harness.problems()).toEqual([['The server could not replay what was missed', 1]])
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '100-0', 26, 'active', 'polling']])
  })

  it('reloads visible streams if the server has no epochs and cannot replay', () => {
    const requested: string[] = []
    const harness = startStreams({ streamApi: recents({ requested }, 5, 1) })
    harness.streams.records.category('analysis').subscribe()
    const { epoch: _, ...plain } = update(3)
    harness.emitAnalytics(plain, ack())
    expect([harness.resumptions, requested]).toEqual([[], [KEY]])
  })
})

describe('[ST-24] age', () => {
  it('WS-44 B11 is measured on the market’s clock, and the first update clears it', async () => {
    const harness = startStreams()
    harness.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ now: NOW, speed: 60 }) } }), update(0))
    const flags = () =>
      harness.records('analysis').map(({ isStale, isVeryStale, status: state }) => [isStale, isVeryStale, state])
    await harness.advance(10_000)
    expect(flags()).toEqual([[false, false, 'active']])
    await harness.advance(5_000)
    expect(flags()).toEqual([[true, false, 'active']])
    await harness.advance(20_000)
    expect(flags()).toEqual([[true, true, 'inactive']])
    harness.emitAnalytics(update(1))
    harness.flushFrame()
    expect(flags()).toEqual([[false, false, 'active']])
  })

  it('renders nothing for a tick without changes', async () => {
    const harness = startStreams()
    harness.emitAnalytics(update(1))
    await harness.advance(0)
    const before = harness.records('analysis')
    await harness.advance(60_000)
    expect(harness.records('analysis')).toBe(before)
  })
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
      ['divergence', '5-0', 1, 'active', 'cache'],
      ['market_structure', '3-0', 1, 'active', 'cache'],
    ])
    harness.emitAnalytics(update(6))
    await harness.advance(10 * MINUTE)
    expect(shown(harness.records('analysis'))).toEqual([['divergence', '6-0', 2, 'active', 'live']])
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
      totalMessages: 2,
      lastUpdate: NOW,
      categories: new Map([['analysis', { streamCount: 2, messageCount: 2, lastUpdate: NOW }]]),
    }
    expect(harness.summary()).toMatchObject({ ...totals, cachedAt: NOW })
    harness.emitAnalytics(update(9))
    harness.flushFrame()
    expect(harness.summary()).toMatchObject({ totalStreams: 1, totalMessages: 1, cachedAt: undefined })

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

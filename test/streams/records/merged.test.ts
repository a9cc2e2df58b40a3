import { NEVER, of } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsUpdate, SystemStatus } from '#contract/messages.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { Kept, StreamApi, StreamItem, StreamRecord } from '#src/streams/index.ts'
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

/** A stream-proxy with these newest entries; streams named in `broken` answer 500. */
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
  it('polled entries join what came live, counted once', () => {
    const rig = startStreams({ streamApi: proxy({ [KEY]: 7, [OTHER]: 3 }) })
    rig.emitAnalytics(update(6))
    rig.analyticsPollDue$.next(0)
    rig.analyticsPollDue$.next(0)
    rig.flushFrame()
    expect(shown(rig.records('analysis'))).toEqual([
      ['divergence', '7-0', 7, 'active', 'polling'],
      ['market_structure', '3-0', 3, 'active', 'polling'],
    ])
    rig.emitAnalytics(update(7), update(8))
    rig.flushFrame()
    expect(shown(rig.records('analysis'))[0]).toEqual(['divergence', '8-0', 8, 'active', 'live'])
  })

  it('HA-22 a stream whose metadata fails has status error; the others and the summary are right', () => {
    const rig = startStreams({ streamApi: proxy({ [KEY]: 7, [OTHER]: 3 }, [OTHER]) })
    rig.analyticsLink$.next({ status: 'error', isFallback: true })
    rig.analyticsPollDue$.next(0)
    rig.flushFrame()
    expect(shown(rig.records('analysis'))).toEqual([
      ['divergence', '7-0', 7, 'active', 'polling'],
      ['market_structure', undefined, 0, 'error', 'polling'],
    ])
    expect(rig.problems()).toEqual([['Failed to fetch stream data: HTTP 500: Internal Server Error', 1]])
    expect(rig.summary()).toEqual({
      totalStreams: 2,
      activeStreams: 1,
      totalMessages: 7,
      lastUpdate: NOW,
      categories: new Map([['analysis', { streamCount: 2, messageCount: 7, lastUpdate: NOW }]]),
      connectionStatus: 'error',
      fallbackMode: true,
    })
  })

  it('HA-23 what is held stays when nothing answers; the first answer after that is told', () => {
    let isUp = false
    const up = proxy({ [KEY]: 7 })
    const down = of({ ok: false, error: 'HTTP 503: Service Unavailable' } as const)
    const rig = startStreams({ streamApi: { ...up, list: () => (isUp ? up.list() : down) } })
    rig.emitAnalytics(update(6))
    rig.analyticsPollDue$.next(0)
    rig.analyticsPollDue$.next(0)
    rig.flushFrame()
    expect(shown(rig.records('analysis'))).toEqual([['divergence', '6-0', 1, 'active', 'live']])
    expect(rig.problems()).toEqual([['Failed to fetch stream data: HTTP 503: Service Unavailable', 2]])
    isUp = true
    rig.analyticsPollDue$.next(0)
    rig.analyticsPollDue$.next(0)
    expect(rig.analyticsRecoveries()).toBe(1)
  })

  it('what one session could not reach, the next has not missed', () => {
    let isUp = false
    const down = of({ ok: false, error: 'HTTP 503: Service Unavailable' } as const)
    const up = proxy({ [KEY]: 7 })
    const rig = startStreams({ streamApi: { ...up, list: () => (isUp ? up.list() : down) } })
    rig.analyticsPollDue$.next(0)
    rig.stop()
    isUp = true
    const again = rig.streams.start()
    rig.analyticsPollDue$.next(0)
    expect(rig.analyticsRecoveries()).toBe(0)
    again.unsubscribe()
  })

  it('a stream without a message has no data', () => {
    const rig = startStreams({ streamApi: proxy({ [KEY]: 0 }) })
    rig.analyticsPollDue$.next(0)
    rig.flushFrame()
    expect(rig.records('analysis').map(({ data }) => data)).toEqual([null])
  })
})

describe('[ST-32] a replay that is polled', () => {
  const DAYS_AGO = NOW - 400 * 86_400_000
  const replayed = (recorded: number, publishedAt: number): StreamMessage => ({
    ...message(recorded + 1),
    timestamp: DAYS_AGO + recorded,
    provenance: aProvenance({ market: 'replay', exchange_time: DAYS_AGO + recorded, published_at: publishedAt }),
  })

  it('ages on its own clock, not on the wall', async () => {
    let recorded = 0
    const api = {
      ...proxy({ [KEY]: 1 }),
      metadata: () => of({ ok: true, value: { length: 1, last_generated_id: null, timestamp: null } } as const),
      latest: () => of({ ok: true, value: replayed(recorded, Date.now()) } as const),
    }
    const rig = startStreams({ streamApi: api })
    rig.analyticsPollDue$.next(1)
    recorded = 9 * MINUTE
    await rig.advance(10_000)
    rig.analyticsPollDue$.next(1)
    await rig.advance(5_100)
    expect(rig.market()).toMatchObject({ market: { kind: 'replay', now: DAYS_AGO + 9 * MINUTE, speed: 54 } })
    expect(rig.records('analysis')).toMatchObject([{ timestamp: DAYS_AGO + 9 * MINUTE, isStale: false }])

    // Nothing new for eleven minutes of its own time.
    await rig.advance(15_000)
    expect(rig.records('analysis')).toMatchObject([{ isStale: true, isVeryStale: false }])
  })

  it('is measured by what the server says of its market as soon as it does', () => {
    const rig = startStreams({
      streamApi: { ...proxy({ [KEY]: 1 }), latest: () => of({ ok: true, value: replayed(0, NOW) }) },
    })
    rig.analyticsPollDue$.next(1)
    const told = aMarket({ kind: 'replay', label: 'Replay · june.csv.gz', now: DAYS_AGO + 5, speed: 600 })
    rig.emitAnalytics(anAck({ data: { connection_id: 'c', market: told } }))
    rig.analyticsPollDue$.next(1)
    expect(rig.market()).toEqual({ market: told, receivedAt: NOW })
  })

  const simulated = aProvenance({ market: 'simulated' })
  const polledNow = (rig: ReturnType<typeof startStreams>) => {
    rig.analyticsPollDue$.next(1)
    return rig.market()?.market
  }

  it('no longer, once what is polled is of another market', () => {
    const latest = () => of({ ok: true, value: { ...message(1), provenance: simulated } } as const)
    const rig = startStreams({ streamApi: { ...proxy({ [KEY]: 1 }), latest } })
    rig.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ kind: 'replay', speed: 600 }) } }))
    expect(polledNow(rig)).toMatchObject({ kind: 'simulated', speed: 1 })
  })

  it('is told anew in the next session', () => {
    const latest = () => of({ ok: true, value: { ...message(1), provenance: simulated } } as const)
    const rig = startStreams({ streamApi: { ...proxy({ [KEY]: 1 }), latest } })
    expect(polledNow(rig)).toMatchObject({ kind: 'simulated' })
    rig.stop()
    const again = rig.streams.start()
    expect([rig.market(), polledNow(rig)]).toMatchObject([undefined, { kind: 'simulated' }])
    again.unsubscribe()
  })
})

describe('[ST-26] [ST-27] after a reconnect', () => {
  const recents = (rig: { asked: string[] }, last: number, count = 25): StreamApi => ({
    ...inertPorts().streamApi,
    recent: (key) => {
      rig.asked.push(key)
      return of({ ok: true, value: Array.from({ length: count }, (_, index) => message(last - index)) })
    },
  })

  it('the server is told what is held, before its snapshot counts', () => {
    const rig = startStreams()
    rig.emitAnalytics(ack(), update(3))
    expect(rig.resumptions).toEqual([])
    rig.emitAnalytics(ack(), update(9))
    expect(rig.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: '3-0' } }])
  })

  it('[ST-31] with the last id that came, where ids are in no order', () => {
    const rig = startStreams()
    rig.emitAnalytics(...['x9', 'x10', 'x2'].map((id, index) => ({ ...update(3 + index), message_id: id })), ack())
    expect(rig.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: 'x2' } }])
  })

  it('a running value does not make the last id forgotten', () => {
    const rig = startStreams()
    const { message_id: _, ...running } = update(3)
    rig.emitAnalytics(update(3), { ...running, data: { ...running.data, timestamp: NOW + 500 } }, ack())
    expect(rig.resumptions).toEqual([{ epoch: 'e', last_ids: { [KEY]: '3-0' } }])
  })

  it('WS-23 what is replayed closes the gap: nothing is asked for, and the outcome is that of no cut', async () => {
    const asked: string[] = []
    const rig = startStreams({ streamApi: recents({ asked }, 9) })
    rig.emitAnalytics(update(3), ack(), update(6), update(4), update(5))
    await rig.advance(3_000)
    expect(asked).toEqual([])
    expect(shown(rig.records('analysis'))).toEqual([['divergence', '6-0', 4, 'active', 'live']])
  })

  it('WS-23 a frame that is lost leads to one call, and the outcome is that of no loss', async () => {
    const asked: string[] = []
    const rig = startStreams({ streamApi: recents({ asked }, 6, 6) })
    rig.emitAnalytics(update(3), update(4), update(6))
    await rig.advance(1_100)
    expect(asked).toEqual([KEY])
    expect(shown(rig.records('analysis'))).toEqual([['divergence', '6-0', 4, 'active', 'live']])
    await rig.advance(60_000)
    expect(asked).toEqual([KEY])
  })

  it('WS-24 a discontinuity is told, and what is shown is read anew', async () => {
    const asked: string[] = []
    const rig = startStreams({ streamApi: recents({ asked }, 100) })
    rig.emitAnalytics(update(3), update(1, { data: { stream_key: 'a:b:c:unseen:d', data: figures(1) } }))
    rig.streams.records.category('analysis').subscribe()
    rig.emitAnalytics(ack(), status({ message: 'discontinuity' }))
    await rig.advance(16)
    expect(asked).toEqual([KEY])
    expect(rig.problems()).toEqual([['The server could not replay what was missed', 1]])
    expect(shown(rig.records('analysis'))).toEqual([['divergence', '100-0', 26, 'active', 'polling']])
  })

  it('a server without epochs cannot replay: what is shown is read anew', () => {
    const asked: string[] = []
    const rig = startStreams({ streamApi: recents({ asked }, 5, 1) })
    rig.streams.records.category('analysis').subscribe()
    const { epoch: _, ...plain } = update(3)
    rig.emitAnalytics(plain, ack())
    expect([rig.resumptions, asked]).toEqual([[], [KEY]])
  })
})

describe('[ST-24] age', () => {
  it('WS-44 B11 is measured on the market’s clock, and the first update clears it', async () => {
    const rig = startStreams()
    rig.emitAnalytics(anAck({ data: { connection_id: 'c', market: aMarket({ now: NOW, speed: 60 }) } }), update(0))
    const flags = () =>
      rig.records('analysis').map(({ isStale, isVeryStale, status: state }) => [isStale, isVeryStale, state])
    await rig.advance(10_000)
    expect(flags()).toEqual([[false, false, 'active']])
    await rig.advance(5_000)
    expect(flags()).toEqual([[true, false, 'active']])
    await rig.advance(20_000)
    expect(flags()).toEqual([[true, true, 'inactive']])
    rig.emitAnalytics(update(1))
    rig.flushFrame()
    expect(flags()).toEqual([[false, false, 'active']])
  })

  it('a tick that changes nothing paints nothing', async () => {
    const rig = startStreams()
    rig.emitAnalytics(update(1))
    await rig.advance(0)
    const before = rig.records('analysis')
    await rig.advance(60_000)
    expect(rig.records('analysis')).toBe(before)
  })
})

describe('[ST-29] what an earlier visit left', () => {
  const visit = () => {
    const rig = startStreams()
    rig.emitAnalytics(update(5), update(3, { data: { stream_key: OTHER, data: figures(3), timestamp: NOW } }))
    rig.flushFrame()
    rig.stop()
    const kept = (item: StreamItem, minutes: number): Kept => ({
      text: rig.cached(item) ?? '',
      cachedAt: NOW,
      expiresAt: NOW + minutes * MINUTE,
    })
    return {
      'stream-data': kept('stream-data', 10),
      'analytics-data': kept('analytics-data', 15),
      'analytics-summary': kept('analytics-summary', 15),
    } as const
  }
  const timesKept = (rig: { keeps: readonly (readonly [StreamItem, string])[] }) =>
    rig.keeps.filter(([item]) => item === 'stream-data').length

  it('is kept when the page goes, every minute and at the end, and only when something came', async () => {
    const rig = startStreams()
    rig.pageHides$.next(0)
    expect(rig.keeps).toEqual([])
    rig.emitAnalytics(update(5))
    rig.pageHides$.next(0)
    await rig.advance(120_000)
    expect(timesKept(rig)).toBe(1)
    rig.emitAnalytics(update(6))
    await rig.advance(60_000)
    rig.emitAnalytics(update(7))
    rig.stop()
    expect(timesKept(rig)).toBe(3)
  })

  it('is shown at once, as cache, and dies at its time', async () => {
    const { 'stream-data': streams } = visit()
    const rig = startStreams({ cached: { 'stream-data': streams } })
    rig.flushFrame()
    expect(shown(rig.records('analysis'))).toEqual([
      ['divergence', '5-0', 1, 'active', 'cache'],
      ['market_structure', '3-0', 1, 'active', 'cache'],
    ])
    rig.emitAnalytics(update(6))
    await rig.advance(10 * MINUTE)
    expect(shown(rig.records('analysis'))).toEqual([['divergence', '6-0', 2, 'active', 'live']])
  })

  it('is of the last 10 minutes only, the analysis of the last 15', async () => {
    const rig = startStreams()
    rig.emitAnalytics(update(5))
    await rig.advance(11 * MINUTE)
    rig.emitAnalytics(update(3, { data: { stream_key: OTHER, data: figures(3), timestamp: NOW } }))
    rig.pageHides$.next(0)
    expect(rig.cached('stream-data')).toContain(OTHER)
    expect(rig.cached('stream-data')).not.toContain(KEY)
    expect(rig.cached('analytics-data')).toContain(KEY)
  })

  it('is of the default pair first', () => {
    const rig = startStreams()
    const data = { Analysis: { strength: 1, text: 'x'.repeat(5_000) } }
    rig.emitAnalytics(update(5, { data: { stream_key: KEY, data, timestamp: NOW } }))
    vi.setSystemTime(NOW + 1)
    for (let index = 0; index < 20; index += 1) {
      const stream_key = `tdp:kraken:ETHUSD:analysis:${index}`
      rig.emitAnalytics(update(1, { message_id: `${index}-1`, data: { stream_key, data, timestamp: NOW } }))
    }
    rig.pageHides$.next(0)
    expect(rig.cached('analytics-data')).toContain(KEY)
    expect(rig.cached('analytics-data')).not.toContain('analysis:19"')
  })

  it('is what fits, where something does not', () => {
    const rig = startStreams()
    rig.emitAnalytics(update(5))
    const huge = { Analysis: { strength: 1, text: 'x'.repeat(310_000) } }
    vi.setSystemTime(NOW + 1)
    rig.emitAnalytics(update(3, { data: { stream_key: OTHER, data: huge, timestamp: NOW } }))
    rig.pageHides$.next(0)
    expect(rig.cached('stream-data')).toContain(KEY)
    expect(rig.cached('stream-data')).not.toContain(OTHER)
  })

  it('is never kept again by itself', async () => {
    const rig = startStreams({ cached: visit() })
    rig.pageHides$.next(0)
    expect(rig.keeps).toEqual([])
    rig.emitAnalytics(update(6))
    rig.pageHides$.next(0)
    for (const item of ['stream-data', 'analytics-data'] as const) {
      expect(rig.cached(item)).toContain(KEY)
      expect(rig.cached(item)).not.toContain(OTHER)
    }
  })

  it('is shown for 15 minutes where it is analysis, and only that', async () => {
    const first = startStreams()
    const candle = { stream_key: 'tdp:kraken:BTCUSD:processed_candles:m1', data: figures(1), timestamp: NOW }
    first.emitAnalytics(update(5), update(6, { data: candle, message_id: '6-0' }))
    first.stop()
    expect(first.cached('stream-data')).toContain('processed_candles')
    expect(first.cached('analytics-data')).not.toContain('processed_candles')
    const text = (item: StreamItem) => first.cached(item) ?? ''
    const rig = startStreams({
      cached: {
        'stream-data': { text: text('stream-data'), cachedAt: NOW, expiresAt: NOW + 10 * MINUTE },
        'analytics-data': { text: text('analytics-data'), cachedAt: NOW, expiresAt: NOW + 15 * MINUTE },
      },
    })
    await rig.advance(10 * MINUTE + 5_000)
    expect([rig.records('processed_candles').length, rig.records('analysis').length]).toEqual([0, 1])
    await rig.advance(5 * MINUTE)
    expect(rig.records('analysis')).toEqual([])
  })

  it('of two items that hold the same stream the newer is shown', () => {
    const [older, newer] = [visit(), visit()]
    const later = (text: string) => text.replaceAll(`"receivedAt":${NOW}`, `"receivedAt":${NOW + 5}`)
    const rig = startStreams({
      cached: {
        'analytics-data': older['analytics-data'],
        'stream-data': { ...newer['stream-data'], text: later(newer['stream-data'].text) },
      },
    })
    rig.flushFrame()
    expect(rig.records('analysis').map(({ receivedAt }) => receivedAt)).toEqual([NOW + 5, NOW + 5])
  })

  it('stands as summary until something comes, or its 15 minutes are over', async () => {
    const kept = visit()
    const rig = startStreams({ cached: { 'analytics-summary': kept['analytics-summary'] } })
    const told = {
      totalStreams: 2,
      activeStreams: 2,
      totalMessages: 2,
      lastUpdate: NOW,
      categories: new Map([['analysis', { streamCount: 2, messageCount: 2, lastUpdate: NOW }]]),
    }
    expect(rig.summary()).toMatchObject({ ...told, cachedAt: NOW })
    rig.emitAnalytics(update(9))
    rig.flushFrame()
    expect(rig.summary()).toMatchObject({ totalStreams: 1, totalMessages: 1, cachedAt: undefined })

    const later = startStreams({ cached: { 'analytics-summary': kept['analytics-summary'] } })
    await later.advance(15 * MINUTE)
    expect(later.summary()).toMatchObject({ totalStreams: 0, cachedAt: undefined })
    expect(later.keeps).toEqual([])
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '[1,{"key":1}]',
    '[{"key":"a","data":null}]',
    `[{"key":"a","data":1,"messageCount":1,"timestamp":1e999}]`,
  ])('ST-04 %j is nothing', (text) => {
    const kept = { text, cachedAt: NOW, expiresAt: NOW + MINUTE }
    const rig = startStreams({ cached: { 'stream-data': kept, 'analytics-data': kept, 'analytics-summary': kept } })
    rig.flushFrame()
    expect(rig.summary()).toMatchObject({ totalStreams: 0, cachedAt: undefined })
  })

  it('ST-12 takes no more room than it may', () => {
    const rig = startStreams()
    for (let index = 0; index < 400; index += 1) {
      const data = { Analysis: { strength: 1, text: 'x'.repeat(5_000) } }
      rig.emitAnalytics(update(1, { message_id: `${index}-1`, data: { stream_key: `a:b:c:d:${index}`, data } }))
    }
    rig.pageHides$.next(0)
    const text = rig.cached('stream-data') ?? ''
    expect([text.length > 250_000, text.length <= 300_000, Array.isArray(JSON.parse(text))]).toEqual([true, true, true])
  })
})

it('[ST-23] an entry from the future would freeze its stream: it is refused', () => {
  const rig = startStreams()
  const at = (ms: number, id: string) =>
    update(1, { seq: 1, message_id: id, data: { stream_key: KEY, data: figures(1), timestamp: NOW + ms } })
  rig.emitAnalytics(ack(), at(61 * MINUTE, '1-0'), at(59 * MINUTE, '2-0'))
  rig.flushFrame()
  expect(shown(rig.records('analysis'))).toEqual([['divergence', '2-0', 1, 'active', 'live']])
  expect(rig.problems()).toEqual([['Stream entry from the future ignored', 1]])
})

it('[ST-18] nothing is listened to after the end', async () => {
  const rig = startStreams({ streamApi: { ...inertPorts().streamApi, list: () => NEVER } })
  await rig.advance(100)
  rig.analyticsPollDue$.next(0)
  rig.stop()
  expect([rig.analyticsPollDue$.observed, rig.pageHides$.observed, rig.frames$.observed]).toEqual([false, false, false])
  expect(vi.getTimerCount()).toBe(0)
})

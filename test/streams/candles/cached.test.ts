import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import type { CacheEntry } from '#src/streams/index.ts'
import { aLiveUpdate, aProvenance, T0 } from '#test/support/data/messages.ts'
import { candleAt, historyOf, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const MINUTE = 60_000
const NEVER_ANSWERS = 2e9

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

/** Cache entries of a visit with two candles of history and a tick of the second. */
async function visit(): Promise<{ readonly 'chart-data': CacheEntry; readonly 'last-update': CacheEntry }> {
  const harness = startStreams({ histories: [historyOf(candleAt(-2), candleAt(-1))] })
  await harness.advance(30)
  harness.emit(aLiveUpdate({ ...candleAt(-1, 99.5) }, { data: tick(candleAt(-1, 99.5)) }))
  harness.flushFrame()
  harness.stop()
  const cached = (item: 'chart-data' | 'last-update', minutes: number): CacheEntry => ({
    text: harness.cached(item) ?? '',
    cachedAt: Date.now(),
    expiresAt: Date.now() + minutes * MINUTE,
  })
  return { 'chart-data': cached('chart-data', 5), 'last-update': cached('last-update', 10) }
}
const tick = (candle: Candle, part = {}) => ({
  partial_candle: { ...candle, is_complete: false, trading_pair: 'BTC/USD', time_remaining_seconds: 30 },
  provenance: aProvenance({ exchange_time: NOW - 5_000, published_at: NOW - 4_000, ...part }),
})

describe('[ST-33] the cached chart', () => {
  it('is drawn immediately, marked as cached, with the source and time of its newest price', async () => {
    const cached = await visit()
    const harness = startStreams({ cached: cached, delayMs: NEVER_ANSWERS })
    harness.flushFrame()
    expect(harness.chart()).toMatchObject({
      status: 'ready',
      candles: [candleAt(-2), candleAt(-1, 99.5)],
      isComplete: false,
      remainingS: undefined,
      lastUpdate: NOW - 5_000,
      freshest: { source: 'cache', messageId: undefined, provenance: { market: 'simulated' } },
      error: undefined,
    })
  })

  it('shows the time of its newest price without provenance', async () => {
    const { 'chart-data': chart, 'last-update': update } = await visit()
    const { provenance: _, ...bare } = JSON.parse(update.text) as Record<string, unknown>
    const cached = { 'chart-data': chart, 'last-update': { ...update, text: JSON.stringify(bare) } }
    const harness = startStreams({ cached: cached, delayMs: NEVER_ANSWERS })
    harness.flushFrame()
    expect(harness.chart()).toMatchObject({ lastUpdate: NOW - 5_000, freshest: { provenance: undefined } })
  })

  it.each([
    ['one with other figures', [candleAt(-1, 50), candleAt(0, 60)]],
    ['a shorter one', [candleAt(0, 60)]],
  ])('is replaced by the history of the server, %s', async (_, candles) => {
    const harness = startStreams({ cached: await visit(), histories: [historyOf(...candles)] })
    await harness.advance(30)
    expect(harness.chart()).toMatchObject({ candles, freshest: { source: 'polling' } })
  })

  it.each([
    ['the same minute, however complete it was', -1, 2],
    ['a later minute', 0, 3],
    ['an earlier one, as of a replay that began anew', -9, 1],
  ])('is replaced by a tick of %s', async (_, minute, length) => {
    const harness = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    const fresh = candleAt(minute, 70)
    harness.emit(aLiveUpdate({}, { data: tick(fresh, { exchange_time: NOW - 60_000 }) }))
    harness.flushFrame()
    const { candles, freshest, lastUpdate } = harness.chart()
    expect([candles.length, candles.at(-1), freshest?.source, lastUpdate]).toEqual([
      length,
      fresh,
      'live',
      NOW - 60_000,
    ])
  })

  it('is replaced by another market immediately', async () => {
    const harness = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    harness.emit(aLiveUpdate({}, { data: tick(candleAt(0, 70), { market: 'kraken' }) }))
    harness.flushFrame()
    expect(harness.chart()).toMatchObject({ candles: [candleAt(0, 70)], freshest: { source: 'live' } })
  })

  it('expires after 5 minutes, the time of its newest price after 10', async () => {
    const harness = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    await harness.advance(5 * MINUTE - 1)
    expect(harness.chart().candles).toHaveLength(2)
    await harness.advance(1)
    expect(harness.chart()).toMatchObject({ status: 'loading', candles: [], lastUpdate: NOW - 5_000 })
    expect(harness.chart().freshest).toMatchObject({ source: 'cache' })
    await harness.advance(5 * MINUTE)
    expect(harness.chart()).toMatchObject({ lastUpdate: undefined, freshest: undefined })
  })

  it('expires after 5 minutes behind live candles too', async () => {
    const harness = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    harness.emit(aLiveUpdate({}, { data: tick(candleAt(0, 70)) }))
    await harness.advance(5 * MINUTE)
    expect(harness.chart().candles).toEqual([candleAt(0, 70)])
  })

  it('[CH-40] stays beside the message that WebSocket is unavailable', async () => {
    const harness = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    harness.link$.next({ status: 'error', wasConnected: false, isUnavailable: true })
    harness.flushFrame()
    expect(harness.chart()).toMatchObject({
      status: 'ready',
      error: 'WebSocket not available - showing persisted data only',
    })
  })

  it('is written on page hide and every minute, only after new data, and never from the cache', async () => {
    const harness = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    harness.pageHides$.next(0)
    await harness.advance(MINUTE)
    expect(harness.cacheWrites).toEqual([])
    harness.emit(aLiveUpdate({}, { data: tick(candleAt(0, 70)) }))
    harness.pageHides$.next(0)
    await harness.advance(MINUTE)
    expect(harness.cacheWrites.map(([item]) => item)).toEqual(['chart-data', 'last-update'])
    expect(JSON.parse(harness.cached('chart-data') ?? '')).toEqual({
      rows: [Object.values(candleAt(0, 70))],
      isComplete: false,
    })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"rows":[[1,2,3]],"isComplete":true}',
    '{"rows":[["a",1,1,1,1,1]],"isComplete":true}',
    `{"rows":[[${T0},100,90,95,99,1]],"isComplete":true}`,
    `{"rows":[[${T0 * 10},100,100,100,100,1]],"isComplete":true}`,
  ])('ST-04 is ignored if it is %j', (text) => {
    const cached = { text, cachedAt: NOW, expiresAt: NOW + MINUTE }
    const harness = startStreams({ cached: { 'chart-data': cached, 'last-update': cached }, delayMs: NEVER_ANSWERS })
    harness.flushFrame()
    expect(harness.chart()).toMatchObject({ status: 'loading', candles: [], lastUpdate: undefined })
  })

  it('ST-12 fits with 500 candles of long numbers', async () => {
    const long = (minute: number) => ({ ...candleAt(minute, 100), volume: 12_345_678.123_456_78 + minute / 7 })
    const harness = startStreams({ histories: [historyOf(...Array.from({ length: 600 }, (_, n) => long(n - 600)))] })
    await harness.advance(30)
    harness.stop()
    const text = harness.cached('chart-data') ?? ''
    expect([JSON.parse(text).rows.length, text.length < 80_000]).toEqual([500, true])
  })
})

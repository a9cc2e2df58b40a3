import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import type { Kept } from '#src/streams/index.ts'
import { aLiveUpdate, aProvenance, T0 } from '#test/support/data/messages.ts'
import { candleAt, historyOf, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const MINUTE = 60_000
const NEVER_ANSWERS = 2e9

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

/** What a visit leaves that saw two candles of history and a tick of the second. */
async function visit(): Promise<{ readonly 'chart-data': Kept; readonly 'last-update': Kept }> {
  const rig = startStreams({ histories: [historyOf(candleAt(-2), candleAt(-1))] })
  await rig.advance(30)
  rig.emit(aLiveUpdate({ ...candleAt(-1, 99.5) }, { data: tick(candleAt(-1, 99.5)) }))
  rig.flushFrame()
  rig.stop()
  const kept = (item: 'chart-data' | 'last-update', minutes: number): Kept => ({
    text: rig.cached(item) ?? '',
    cachedAt: Date.now(),
    expiresAt: Date.now() + minutes * MINUTE,
  })
  return { 'chart-data': kept('chart-data', 5), 'last-update': kept('last-update', 10) }
}
const tick = (candle: Candle, part = {}) => ({
  partial_candle: { ...candle, is_complete: false, trading_pair: 'BTC/USD', time_remaining_seconds: 30 },
  provenance: aProvenance({ exchange_time: NOW - 5_000, published_at: NOW - 4_000, ...part }),
})

describe('[ST-33] the chart of an earlier visit', () => {
  it('is drawn at once, as cache, with where and when its newest figure is from', async () => {
    const kept = await visit()
    const rig = startStreams({ cached: kept, delayMs: NEVER_ANSWERS })
    rig.flushFrame()
    expect(rig.chart()).toMatchObject({
      status: 'ready',
      candles: [candleAt(-2), candleAt(-1, 99.5)],
      isComplete: false,
      remainingS: undefined,
      lastUpdate: NOW - 5_000,
      freshest: { source: 'cache', messageId: undefined, provenance: { market: 'simulated' } },
      error: undefined,
    })
  })

  it('tells when its newest figure was from where nobody said how it came', async () => {
    const { 'chart-data': chart, 'last-update': update } = await visit()
    const { provenance: _, ...bare } = JSON.parse(update.text) as Record<string, unknown>
    const kept = { 'chart-data': chart, 'last-update': { ...update, text: JSON.stringify(bare) } }
    const rig = startStreams({ cached: kept, delayMs: NEVER_ANSWERS })
    rig.flushFrame()
    expect(rig.chart()).toMatchObject({ lastUpdate: NOW - 5_000, freshest: { provenance: undefined } })
  })

  it.each([
    ['one with other figures', [candleAt(-1, 50), candleAt(0, 60)]],
    ['a shorter one', [candleAt(0, 60)]],
  ])('gives way to the history of the server, %s, whatever was kept', async (_, candles) => {
    const rig = startStreams({ cached: await visit(), histories: [historyOf(...candles)] })
    await rig.advance(30)
    expect(rig.chart()).toMatchObject({ candles, freshest: { source: 'polling' } })
  })

  it.each([
    ['the same minute, however complete it was', -1, 2],
    ['a later minute', 0, 3],
    ['an earlier one, as of a replay that began anew', -9, 1],
  ])('gives way to a tick of %s', async (_, minute, length) => {
    const rig = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    const fresh = candleAt(minute, 70)
    rig.emit(aLiveUpdate({}, { data: tick(fresh, { exchange_time: NOW - 60_000 }) }))
    rig.flushFrame()
    const { candles, freshest, lastUpdate } = rig.chart()
    expect([candles.length, candles.at(-1), freshest?.source, lastUpdate]).toEqual([
      length,
      fresh,
      'live',
      NOW - 60_000,
    ])
  })

  it('gives way to another market at once', async () => {
    const rig = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    rig.emit(aLiveUpdate({}, { data: tick(candleAt(0, 70), { market: 'kraken' }) }))
    rig.flushFrame()
    expect(rig.chart()).toMatchObject({ candles: [candleAt(0, 70)], freshest: { source: 'live' } })
  })

  it('goes after 5 minutes, and after 10 the time of its newest figure too', async () => {
    const rig = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    await rig.advance(5 * MINUTE - 1)
    expect(rig.chart().candles).toHaveLength(2)
    await rig.advance(1)
    expect(rig.chart()).toMatchObject({ status: 'loading', candles: [], lastUpdate: NOW - 5_000 })
    expect(rig.chart().freshest).toMatchObject({ source: 'cache' })
    await rig.advance(5 * MINUTE)
    expect(rig.chart()).toMatchObject({ lastUpdate: undefined, freshest: undefined })
  })

  it('goes after 5 minutes from behind live candles too', async () => {
    const rig = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    rig.emit(aLiveUpdate({}, { data: tick(candleAt(0, 70)) }))
    await rig.advance(5 * MINUTE)
    expect(rig.chart().candles).toEqual([candleAt(0, 70)])
  })

  it('[CH-40] stays beside the words that there is no WebSocket', async () => {
    const rig = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    rig.link$.next({ status: 'error', wasConnected: false, isUnavailable: true })
    rig.flushFrame()
    expect(rig.chart()).toMatchObject({
      status: 'ready',
      error: 'WebSocket not available - showing persisted data only',
    })
  })

  it('is kept when the page goes and every minute, only if something came, and never again from itself', async () => {
    const rig = startStreams({ cached: await visit(), delayMs: NEVER_ANSWERS })
    rig.pageHides$.next(0)
    await rig.advance(MINUTE)
    expect(rig.keeps).toEqual([])
    rig.emit(aLiveUpdate({}, { data: tick(candleAt(0, 70)) }))
    rig.pageHides$.next(0)
    await rig.advance(MINUTE)
    expect(rig.keeps.map(([item]) => item)).toEqual(['chart-data', 'last-update'])
    expect(JSON.parse(rig.cached('chart-data') ?? '')).toEqual({
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
  ])('ST-04 of %j is nothing', (text) => {
    const kept = { text, cachedAt: NOW, expiresAt: NOW + MINUTE }
    const rig = startStreams({ cached: { 'chart-data': kept, 'last-update': kept }, delayMs: NEVER_ANSWERS })
    rig.flushFrame()
    expect(rig.chart()).toMatchObject({ status: 'loading', candles: [], lastUpdate: undefined })
  })

  it('ST-12 of 500 candles with long figures has room', async () => {
    const long = (minute: number) => ({ ...candleAt(minute, 100), volume: 12_345_678.123_456_78 + minute / 7 })
    const rig = startStreams({ histories: [historyOf(...Array.from({ length: 600 }, (_, n) => long(n - 600)))] })
    await rig.advance(30)
    rig.stop()
    const text = rig.cached('chart-data') ?? ''
    expect([JSON.parse(text).rows.length, text.length < 80_000]).toEqual([500, true])
  })
})

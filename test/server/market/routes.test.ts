import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { candleRoutes } from '#server/market/routes.ts'
import { createMarketService } from '#server/market/service.ts'
import { bearer, testApp } from '#test/support/server/app.ts'
import { candleAt, createFakeSource, createTestMarket, minuteEvent, T0_S } from '#test/support/server/market.ts'

const NOW_MS = (T0_S + 100 * 60) * 1000 + 30_000
const past = Array.from({ length: 100 }, (_, minute) => candleAt(minute, 100 + minute))
const running = candleAt(100, 200)

let app: FastifyInstance
let feed: ReturnType<typeof createFakeSource>['feed']

beforeEach(async () => {
  const harness = createTestMarket(NOW_MS)
  const source = createFakeSource(harness, {
    pairs: ['BTCUSD', 'ETHUSD'],
    history: (pair, timeframe) => Promise.resolve([pair === 'BTCUSD' && timeframe === 'M1' ? past : []]),
  })
  const service = createMarketService({ ...source, notices: ['a.csv.gz:7: is no candle'] }, harness.deps)
  feed = source.feed
  await service.start()
  feed().next({ ...minuteEvent('partial', running), exchangeTime: NOW_MS - 2_000, receivedAt: NOW_MS - 1_500 })
  feed().next(minuteEvent('closed', candleAt(3)))
  app = await testApp()
  await app.register(candleRoutes(service, harness.deps.now), { prefix: DEFAULT_BASES.tdp })
  await app.ready()
})
afterEach(() => app.close())

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const reply = await app.inject({ url: `${DEFAULT_BASES.tdp}/api/candles${path}`, headers: bearer('Viewer') })
  return { status: reply.statusCode, body: reply.json() }
}

const provenance = {
  market: 'simulated',
  exchange_time: NOW_MS - 2_000,
  received_at: NOW_MS - 1_500,
  published_at: NOW_MS,
}

describe('candle endpoints', () => {
  it('[MK-60] /recent gives the newest candles, the running one last', async () => {
    expect(await get('/recent?timeframe=1m&limit=3')).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          candles: [past[98], past[99], running],
          timeframe: '1m',
          trading_pair: 'BTC/USD',
          count: 3,
          last_is_complete: false,
          provenance,
        },
      },
    })
  })

  it('[MK-60] /recent defaults to 500 one-minute candles of BTC/USD', async () => {
    const { body } = await get('/recent')
    expect(body).toMatchObject({ data: { candles: [...past, running], timeframe: '1m', trading_pair: 'BTC/USD' } })
  })

  it.each(['BTCUSD', 'btc/usd', 'XBT-USD', 'XXBTZUSD'])('[MK-60] accepts the pair as %s', async (spelling) => {
    const { body } = await get(`/recent?limit=1&pair=${encodeURIComponent(spelling)}`)
    expect(body).toMatchObject({ data: { trading_pair: 'BTC/USD', candles: [running] } })
  })

  it.each(['5m', 'M5', 'm5'])(
    '[MK-60] accepts the timeframe as %s and returns candles since a given time',
    async (spelling) => {
      const since = T0_S + 90 * 60
      const { body } = await get(`/${spelling}?since=${since}&limit=2`)
      expect(body).toMatchObject({
        data: {
          timeframe: '5m',
          candles: [
            { timestamp: T0_S + 5_400, open: 190, close: 195 },
            { timestamp: T0_S + 5_700, open: 195, close: 200 },
          ],
          last_is_complete: true,
        },
      })
    },
  )

  it('[MK-60] /{timeframe} without since gives the newest', async () => {
    const { body } = await get('/1h?limit=1')
    expect(body).toMatchObject({
      data: { candles: [{ timestamp: T0_S + 3_600, close: 201 }], last_is_complete: false },
    })
  })

  it('[MK-63] /{timeframe} gives pages of the past, from a candle back to the first', async () => {
    const pages: unknown[] = []
    let before = T0_S + 5 * 60
    for (;;) {
      const { body } = await get(`/1m?before=${before}&limit=3`)
      const { candles } = (body as { data: { candles: { timestamp: number }[] } }).data
      pages.push(candles)
      if (candles.length < 3) break
      before = candles[0]!.timestamp
    }
    expect(pages).toEqual([past.slice(2, 5), past.slice(0, 2)])
  })

  it('[MK-63] /{timeframe} refuses two times at once, and a time that is none', async () => {
    expect(await get('/1m?before=1&since=1')).toMatchObject({
      status: 400,
      body: { error: 'Ask for candles since a time or before one, not both.' },
    })
    expect(await get('/1m?before=soon')).toMatchObject({ status: 400 })
  })

  it('[MK-60] /latest returns one candle and whether it is complete', async () => {
    expect(await get('/latest/1m')).toEqual({
      status: 200,
      body: {
        success: true,
        data: { candle: running, timeframe: '1m', trading_pair: 'BTC/USD', is_complete: false, provenance },
      },
    })
    const { body } = await get('/latest/1m?pair=ETHUSD')
    expect(body).toMatchObject({ data: { candle: null, is_complete: true } })
  })

  it('[MK-60] /timeframes lists the timeframes and their candle counts', async () => {
    const { body } = await get('/timeframes')
    expect(body).toMatchObject({
      success: true,
      data: {
        trading_pair: 'BTC/USD',
        timeframes: [
          { interval: '1m', timeframe: 'M1', minutes: 1, count: 101 },
          { interval: '5m', timeframe: 'M5', minutes: 5, count: 21 },
          { interval: '15m', timeframe: 'M15', minutes: 15, count: 7 },
          { interval: '30m', timeframe: 'M30', minutes: 30, count: 4 },
          { interval: '1h', timeframe: 'H1', minutes: 60, count: 2 },
          { interval: '4h', timeframe: 'H4', minutes: 240, count: 1 },
          { interval: '1d', timeframe: 'D1', minutes: 1_440, count: 1 },
        ],
      },
    })
  })

  it('[MK-60] /status returns the market, ages, counts, refusals and notices', async () => {
    const { body } = await get('/status')
    expect(body).toEqual({
      success: true,
      data: {
        market: { kind: 'simulated', label: 'Simulated', now: NOW_MS, speed: 1, pairs: ['BTCUSD', 'ETHUSD'] },
        pairs: [
          {
            trading_pair: 'BTC/USD',
            age_seconds: 2,
            counts: { '1m': 101, '5m': 21, '15m': 7, '30m': 4, '1h': 2, '4h': 1, '1d': 1 },
            refused: { incoherent: 0, 'off-grid': 0, ahead: 0, 'out-of-order': 1, duplicate: 0 },
          },
          {
            trading_pair: 'ETH/USD',
            age_seconds: null,
            counts: { '1m': 0, '5m': 0, '15m': 0, '30m': 0, '1h': 0, '4h': 0, '1d': 0 },
            refused: { incoherent: 0, 'off-grid': 0, ahead: 0, 'out-of-order': 0, duplicate: 0 },
          },
        ],
        notices: ['a.csv.gz:7: is no candle'],
      },
    })
  })

  it.each([
    ['/recent?timeframe=2m', 'Unknown timeframe "2m": there are 1m, 5m, 15m, 30m, 1h, 4h, 1d.'],
    ['/latest/tomorrow', 'Unknown timeframe "tomorrow": there are 1m, 5m, 15m, 30m, 1h, 4h, 1d.'],
    ['/1w', 'Unknown timeframe "1w": there are 1m, 5m, 15m, 30m, 1h, 4h, 1d.'],
    ['/recent?pair=NOSUCH', `Unknown pair "NOSUCH": there are ${PAIR_IDS.join(', ')}.`],
    ['/recent?limit=0', 'limit: must be a whole number from 1 to 5000'],
    ['/recent?limit=5001', 'limit: must be a whole number from 1 to 5000'],
    ['/recent?limit=many', 'limit: must be a whole number from 1 to 5000'],
    ['/recent?limit=0x10', 'limit: must be a whole number from 1 to 5000'],
    ['/recent?limit=1.5', 'limit: must be a whole number from 1 to 5000'],
    ['/1m?since=yesterday', 'since: must be a unix timestamp in seconds'],
    ['/1m?since=1546300800000', 'since: must be a unix timestamp in seconds'],
    ['/1m?since=-1', 'since: must be a unix timestamp in seconds'],
    ['/1m?since=', 'since: must be a unix timestamp in seconds'],
    ['/1m?since=1&since=2', 'since: must be a unix timestamp in seconds'],
  ])('[MK-60] rejects %s with a reason', async (path, error) => {
    expect(await get(path)).toEqual({ status: 400, body: { success: false, error } })
  })

  it('[MK-60] requires a session', async () => {
    const reply = await app.inject({ url: `${DEFAULT_BASES.tdp}/api/candles/recent` })
    expect(reply.statusCode).toBe(401)
  })
})

import { describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { indicatorKey } from '#contract/payloads/streams.ts'
import { wrap } from '#contract/streams.ts'
import { provenanceAt, publishCurrent } from '#test/support/data/analysed.ts'
import { marketDataApp, unreachableLog } from '#test/support/server/market-data.ts'
import { walk } from '#test/support/data/analysis.ts'

/** 2019-06-09 00:00 UTC */
const MIDNIGHT = 1_560_038_400
const minutes = walk({ count: 400, start: MIDNIGHT })
const endMs = (MIDNIGHT + 400 * 60) * 1000
const place = { message_id: `${endMs + 10}-0`, provenance: provenanceAt(endMs) }

async function published() {
  const harness = await marketDataApp()
  const entries = await publishCurrent(harness.log, minutes)
  const snapshot = (timeframe: 'M1' | 'M5' | 'H1') =>
    entries.find(({ key }) => key === indicatorKey('BTCUSD', timeframe))?.data as IndicatorSnapshot
  return { ...harness, snapshot }
}

describe('indicator endpoints', () => {
  it('[SL-20] /all returns the newest entry of the stream, with the same values and id as the stream-proxy', async () => {
    const { tdp, proxy, snapshot } = await published()
    const key = indicatorKey('BTCUSD', 'M1')

    expect(await tdp('/indicators/M1/all')).toMatchObject({
      status: 200,
      body: { success: true, data: { ...snapshot('M1'), ...place } },
    })
    expect((await tdp('/indicators/M1/all')).body).not.toHaveProperty('reason')
    expect((await proxy(`/api/streams/latest/${key}`)).body).toEqual({
      latest_message: {
        message_id: place.message_id,
        data: { TechnicalIndicator: snapshot('M1') },
        timestamp: endMs,
        seq: 1,
        epoch: 'e1',
        provenance: place.provenance,
      },
    })
  })

  it.each([
    ['rsi', ['rsi_14', 'rsi_7']],
    ['ema_9', ['ema_9']],
    ['ema_21', ['ema_21']],
    ['bollinger_bands', ['bollinger_bands']],
    ['atr', ['atr_14']],
    ['macd', ['macd']],
    ['stochastic', ['stochastic']],
  ] as const)('[SL-21] /%s gives that alone, under its name in the snapshot', async (path, fields) => {
    const { tdp, snapshot } = await published()
    const { timeframe, timestamp, trading_pair, exchange } = snapshot('M5')
    const chosen = Object.fromEntries(fields.map((field) => [field, snapshot('M5')[field]]))

    expect(await tdp(`/indicators/M5/${path}`)).toMatchObject({ status: 200 })
    expect((await tdp(`/indicators/M5/${path}`)).body).toEqual({
      success: true,
      data: { timeframe, timestamp, trading_pair, exchange, ...chosen, ...place },
    })
    expect(Object.values(chosen)).not.toContain(undefined)
  })

  it('[SL-22] indicators that are warming up are absent, and named', async () => {
    const { tdp, snapshot } = await published()
    const { timeframe, timestamp, trading_pair, exchange } = snapshot('H1')
    expect(snapshot('H1')).not.toHaveProperty('ema_21')

    expect((await tdp('/indicators/H1/ema_21')).body).toEqual({
      success: true,
      data: { timeframe, timestamp, trading_pair, exchange, ...place },
      reason: 'Warming up, or not defined by these candles: ema_21.',
    })
    expect((await tdp('/indicators/H1/rsi')).body).toMatchObject({
      reason: 'Warming up, or not defined by these candles: rsi_14, rsi_7.',
    })
  })

  it('[SL-23] /history returns the newest `limit` snapshots, oldest first', async () => {
    const { log, tdp } = await marketDataApp()
    const key = indicatorKey('ETHUSD', 'M15')
    for (let n = 1; n <= 150; n += 1) {
      const snapshot = { timeframe: 'M15', timestamp: n * 900, trading_pair: 'ETHUSD', exchange: 'kraken', ema_9: n }
      await log.append(key, wrap('TechnicalIndicator', snapshot), provenanceAt(n))
    }
    const { body } = await tdp('/indicators/15m/history?limit=2&pair=eth-usd')
    expect(body).toEqual({
      success: true,
      data: {
        timeframe: 'M15',
        trading_pair: 'ETHUSD',
        count: 2,
        indicators: [149, 150].map((n) => ({
          timeframe: 'M15',
          timestamp: n * 900,
          trading_pair: 'ETHUSD',
          exchange: 'kraken',
          ema_9: n,
          message_id: `${n + 10}-0`,
          provenance: provenanceAt(n),
        })),
      },
    })
    expect((await tdp('/indicators/M15/history?pair=ETHUSD')).body).toMatchObject({ data: { count: 100 } })
  })

  it('[SL-24] an unpublished timeframe or pair is 200 with null or an empty list, and a reason', async () => {
    const { tdp } = await published()
    const reason = 'Nothing published yet: the D1 snapshot of BTC/USD comes with the next closed candle.'

    expect(await tdp('/indicators/D1/all')).toMatchObject({ status: 200, body: { success: true, data: null, reason } })
    expect((await tdp('/indicators/D1/macd')).body).toEqual({ success: true, data: null, reason })
    expect((await tdp('/indicators/M1/all?pair=XRPUSD')).body).toMatchObject({ data: null })
    expect((await tdp('/indicators/D1/history')).body).toEqual({
      success: true,
      data: { timeframe: 'D1', trading_pair: 'BTCUSD', count: 0, indicators: [] },
      reason,
    })
  })

  it.each([
    ['/indicators/M2/all', 'Unknown timeframe "M2": there are M1, M5, M15, M30, H1, H4, D1.'],
    ['/indicators/tomorrow/rsi', 'Unknown timeframe "tomorrow": there are M1, M5, M15, M30, H1, H4, D1.'],
    ['/indicators/M1/all?pair=NOSUCH', `Unknown pair "NOSUCH": there are ${PAIR_IDS.join(', ')}.`],
    ['/indicators/M1/history?limit=0', 'limit: must be a whole number from 1 to 1000'],
    ['/indicators/M1/history?limit=1001', 'limit: must be a whole number from 1 to 1000'],
    ['/indicators/M1/history?limit=1e2', 'limit: must be a whole number from 1 to 1000'],
    ['/indicators/M1/history?limit=few', 'limit: must be a whole number from 1 to 1000'],
  ])('[SL-25] %s is 400 and lists the valid ones', async (path, error) => {
    const { tdp } = await marketDataApp()
    expect(await tdp(path)).toMatchObject({ status: 400, body: { success: false, error } })
  })

  it.each([
    '/indicators/M1/all',
    '/indicators/M1/history',
    '/analysis/patterns/BTCUSD',
    '/signals/comprehensive/BTCUSD',
  ])(
    '[SL-26] a log that cannot be reached makes %s a 503 that says when to come back, and nothing else',
    async (path) => {
      const { tdp } = await marketDataApp(unreachableLog())
      const { status, body, headers } = await tdp(path)
      expect([status, body, headers['retry-after']]).toEqual([
        503,
        { success: false, error: 'The stream log cannot be reached.' },
        '1',
      ])
    },
  )
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { createKrakenSource } from '#server/market/source.ts'
import type { MarketEvent, MarketService } from '#server/market/ports.ts'
import { createMarketService } from '#server/market/service.ts'
import { foldMinutes, ROLLUP_TIMEFRAMES } from '#server/market/store/fold.ts'
import { startFakeKraken, type FakeKraken } from '#test/support/server/kraken.ts'
import { candleAt, createTestMarket, T0_S, type TestMarket } from '#test/support/server/market.ts'

const M = 800
const minutes = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, n) => candleAt(from + n, 100 + ((from + n) % 9)))
const SYMBOLS = ['BTC/USD', 'ETH/USD', 'XRP/USD']

let kraken: FakeKraken
let harness: TestMarket
let service: MarketService
let events: MarketEvent[]

beforeEach(async () => {
  harness = createTestMarket((T0_S + M * 60) * 1000 + 10_000)
  kraken = await startFakeKraken()
  kraken.now = harness.deps.now
  service = createMarketService(
    createKrakenSource({ krakenWs: kraken.ws, krakenRest: kraken.rest }, harness.deps),
    harness.deps,
  )
  events = []
  service.events$.subscribe((event) => events.push(event))
})
afterEach(async () => {
  await service.stop()
  await kraken.stop()
})

const until = (check: () => void) => vi.waitFor(check, { interval: 2, timeout: 5_000 })

/** What the exchange shows at a minute: the past over REST, the last ten minutes over the socket. */
function standAt(minute: number): void {
  const all = minutes(0, minute + 1)
  for (const symbol of SYMBOLS) kraken.snapshots.set(symbol, all.slice(-10))
  for (const pair of ['XBTUSD', 'ETHUSD', 'XRPUSD']) {
    kraken.history.set(`${pair} 1`, all.slice(0, -1).slice(-720))
    for (const timeframe of ROLLUP_TIMEFRAMES) {
      kraken.history.set(`${pair} ${TIMEFRAME_MINUTES[timeframe]}`, foldMinutes(all, timeframe).slice(0, -1))
    }
  }
}

/** Advances the REST pace until the whole past is read. */
async function loadAll(started: Promise<void>): Promise<void> {
  await until(() => {
    harness.scheduler.advance(0)
    expect(kraken.requests.length).toBeGreaterThanOrEqual(3)
  })
  for (let turn = 0; turn < 7; turn += 1) {
    harness.scheduler.advance(1_100)
    kraken.heartbeat()
    await until(() => expect(kraken.requests.length).toBeGreaterThanOrEqual(Math.min(21, 6 + turn * 3)))
  }
  await started
  await until(() => expect(events.filter(({ kind }) => kind === 'history')).toHaveLength(21))
}

describe('market service on Kraken', () => {
  it('[MK-10] [MK-52] [MK-7] joins history, live candles and a reconnect without duplicates, gaps or wrong roll-ups', async () => {
    standAt(M)
    await loadAll(service.start())
    await until(() => expect(service.lastSeen('XRPUSD')).toBeDefined())

    for (const minute of [M + 1, M + 2]) {
      for (const candle of minutes(minute, minute + 1)) kraken.update({ 'BTC/USD': candle })
    }
    await until(() => expect(service.store.recent('BTCUSD', 'M1', 1).candles).toEqual(minutes(M + 2, M + 3)))

    kraken.drop()
    await until(() => expect(service.describe().degraded).toMatch(/^No connection to Kraken/))
    standAt(M + 30)
    harness.scheduler.sleep(28 * 60_000)
    harness.scheduler.advance(1_100)
    await until(() => expect(service.store.recent('BTCUSD', 'M1', 1).candles).toEqual(minutes(M + 30, M + 31)))

    const all = minutes(0, M + 31)
    expect(service.store.recent('BTCUSD', 'M1', 9e9).candles).toEqual(all.slice(M - 720))
    for (const timeframe of ROLLUP_TIMEFRAMES) {
      expect(service.store.recent('BTCUSD', timeframe, 9e9).candles).toEqual(foldMinutes(all, timeframe))
    }
    const closed = events.flatMap((event) => (event.kind === 'closed' && event.pair === 'BTCUSD' ? [event.candle] : []))
    expect(closed).toEqual(minutes(M, M + 30))
    expect(service.store.refused('BTCUSD')).toEqual({
      incoherent: 0,
      'off-grid': 0,
      ahead: 0,
      'out-of-order': 0,
      duplicate: 0,
    })
    expect(service.describe()).not.toHaveProperty('degraded')
  })
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { unwrap } from '#contract/streams.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { Rollup } from '#server/analysis/engine/market-view.ts'
import { createAnalyticsFeed, type AnalyticsPublication } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { createPublisher, type MarketEvent } from '#server/streams/publisher.ts'

const FIRST_S = 1_700_000_040
const MINUTE_S = 60

/** A market that walks up and down without chance. */
const minuteAt = (n: number): Candle => {
  const close = 30_000 + Math.round(400 * Math.sin(n / 7)) + n
  const open = 30_000 + Math.round(400 * Math.sin((n - 1) / 7)) + n - 1
  return {
    timestamp: FIRST_S + n * MINUTE_S,
    open,
    high: Math.max(open, close) + 5,
    low: Math.min(open, close) - 5,
    close,
    volume: 1 + (n % 3),
  }
}

const news = (
  kind: 'partial' | 'closed',
  n: number,
  pair: PairId = 'BTCUSD',
): MarketEvent & { readonly kind: 'partial' | 'closed' } => ({
  kind,
  pair,
  candle: minuteAt(n),
  exchangeTime: (FIRST_S + (n + 1) * MINUTE_S) * 1000,
  receivedAt: 5_000,
  rollups: [],
})

/** Event loop turns, enough to seed any history of these tests. */
const TURNS = 50

async function settle() {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

function harness(pastMinutes: number) {
  const log = createMemoryLog({ epoch: 'e1' })
  const feed = createAnalyticsFeed(log)
  const published: AnalyticsPublication[] = []
  feed.updates$.subscribe((publication) => published.push(publication))
  const news$ = new Subject<MarketEvent>()
  let minutes = Array.from({ length: pastMinutes }, (_, n) => minuteAt(n))
  let time = 10_000
  const publisher = createPublisher({
    log,
    feed,
    events$: news$,
    market: 'replay',
    pairs: ['BTCUSD'],
    closedCandles: (_pair, timeframe: Timeframe) => (timeframe === 'M1' ? minutes : []),
    now: () => time,
    report: (error) => {
      throw error
    },
  })
  return {
    log,
    published,
    publisher,
    tick: async (kind: 'partial' | 'closed', n: number, at: number, rollups: readonly Rollup[] = []) => {
      time = at
      news$.next({ ...news(kind, n), rollups })
      await settle()
    },
    history: async (known: number) => {
      minutes = Array.from({ length: known }, (_, n) => minuteAt(n))
      news$.next({ kind: 'history', pair: 'BTCUSD', timeframe: 'M1' })
      await settle()
    },
  }
}

const M1 = 'tdp:kraken:BTCUSD:technical_indicators:m1'
const LEVELS = 'tdp:kraken:BTCUSD:analysis:support_resistance'

describe('the publisher', () => {
  it('[SL-12] publishes the initial state of every stream before the first minute, with the time of its candle', async () => {
    const { publisher, log } = harness(200)
    await publisher.start()
    expect(await log.keys()).toContain(LEVELS)
    const [entry] = await log.recent(M1, 5)
    expect(entry?.seq).toBe(1)
    expect(entry?.provenance).toEqual({
      market: 'replay',
      exchange_time: (FIRST_S + 200 * MINUTE_S) * 1000,
      received_at: 10_000,
      computed_at: 10_000,
      published_at: 10_000,
    })
    expect(publisher.health()).toMatchObject({ status: 'healthy', failures: 0, last_entry_at: 10_000 })
  })

  it('[SL-45] names the market source as the exchange of every payload', async () => {
    const { publisher, log, tick } = harness(200)
    await publisher.start()
    await tick('closed', 200, 20_000)
    const exchanges = new Map<string, unknown>()
    for (const key of await log.keys()) {
      const [entry] = await log.recent(key, 1)
      const payload = entry && unwrap(entry.data)
      exchanges.set(key, payload && 'exchange' in payload ? payload.exchange : undefined)
    }
    expect(exchanges.size).toBeGreaterThan(6)
    expect([...exchanges].filter(([, exchange]) => exchange !== 'replay')).toEqual([])
  })

  it('[SL-19] restores the past of the indicators from the candles', async () => {
    const { publisher, log, tick } = harness(200)
    await publisher.start()
    const snapshots = async (count: number) => {
      const entries = await log.recent(M1, count)
      return entries.toReversed().map(({ data }) => indicatorSnapshotSchema.parse(unwrap(data)))
    }
    const restored = await snapshots(1_000)
    expect(restored.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 200 }, (_, n) => FIRST_S + n * MINUTE_S),
    )

    // As if the process had been there all the time.
    const before = harness(150)
    await before.publisher.start()
    for (let n = 150; n < 200; n += 1) await before.tick('closed', n, 20_000 + n)
    const lived = (await before.log.recent(M1, 51)).toReversed().map(({ data }) => unwrap(data))
    expect((await log.recent(M1, 51)).toReversed().map(({ data }) => unwrap(data))).toEqual(lived)

    await tick('closed', 200, 30_000)
    expect((await log.recent(M1, 2)).map(({ seq }) => seq)).toEqual([2, 1])
    expect((await log.info(M1))?.length).toBe(2)
  })

  it('[SL-13] a closed minute is an entry; a running one is published at most once a second and never stored', async () => {
    const { publisher, log, published, tick } = harness(200)
    await publisher.start()
    published.length = 0
    await tick('partial', 200, 20_000)
    await tick('partial', 200, 20_500)
    await tick('partial', 200, 21_000)
    const shown = published.filter(({ key }) => key === M1)
    expect(shown.map(({ delivery, update }) => [delivery, update.seq, update.message_id])).toEqual([
      ['latest', 1, undefined],
      ['latest', 1, undefined],
    ])
    expect((await log.info(M1))?.last.seq).toBe(1)

    await tick('closed', 200, 22_000)
    expect((await log.info(M1))?.last.seq).toBe(2)
    expect(published.at(-1)?.delivery).toBe('lossless')
  })

  it('[SL-13] a running minute that closes a coarser candle after a gap is never throttled', async () => {
    const { publisher, log, tick } = harness(200)
    await publisher.start()
    await tick('partial', 200, 20_000)
    const five = {
      timeframe: 'M5',
      candle: { ...minuteAt(195), timestamp: FIRST_S + 195 * MINUTE_S },
      closed: true,
    } as const
    await tick('partial', 204, 20_100, [five])
    await tick('closed', 204, 20_200)
    const [entry] = await log.recent('tdp:kraken:BTCUSD:processed_candles:m5', 1)
    expect(entry?.data).toMatchObject({ ProcessedCandle: { timestamp: five.candle.timestamp, timeframe: 'M5' } })
  })

  it('[SL-14] late history is ingested once, before the next minute, and stores nothing twice', async () => {
    const { publisher, log, tick, history } = harness(150)
    await publisher.start()
    await history(200)
    await history(201)
    expect((await log.info(M1))?.last.seq).toBe(1)
    await tick('closed', 200, 30_000)

    const late = (await log.recent(M1, 1))[0]
    const whole = harness(200)
    await whole.publisher.start()
    await whole.tick('closed', 200, 30_000)
    expect((await log.info(M1))?.last.seq).toBe(2)
    expect(late?.data).toEqual((await whole.log.recent(M1, 1))[0]?.data)
  })

  it('[SL-15] a failing analysis is reported and does not affect other pairs', async () => {
    const fault = new Error('no past')
    const log = createMemoryLog({ epoch: 'e1' })
    const reports: unknown[] = []
    const news$ = new Subject<MarketEvent>()
    let isBroken = true
    const publisher = createPublisher({
      log,
      feed: createAnalyticsFeed(log),
      events$: news$,
      market: 'replay',
      pairs: ['ETHUSD', 'BTCUSD'],
      closedCandles: (pair, timeframe) => {
        if (pair === 'ETHUSD' && timeframe === 'M5' && isBroken) throw fault
        return timeframe === 'M1' ? Array.from({ length: 200 }, (_, n) => minuteAt(n)) : []
      },
      now: () => 10_000,
      report: (error, pair) => reports.push([pair, error]),
    })
    await publisher.start()
    expect(reports).toEqual([['ETHUSD', fault]])
    expect(publisher.health()).toMatchObject({ status: 'degraded', failures: 1 })
    expect((await log.keys()).every((key) => key.includes('BTCUSD'))).toBe(true)
    expect((await log.info(M1))?.last.seq).toBe(1)

    const say = async (kind: 'partial' | 'closed', pair: PairId, n: number) => {
      news$.next(news(kind, n, pair))
      await settle()
    }
    await say('closed', 'BTCUSD', 200)
    await say('closed', 'ETHUSD', 200)
    expect(publisher.health()).toMatchObject({ status: 'degraded', failures: 2 })
    isBroken = false
    await say('partial', 'ETHUSD', 201)
    expect(publisher.health()).toMatchObject({ status: 'degraded', failures: 2 })
    await say('closed', 'ETHUSD', 201)
    expect(publisher.health()).toMatchObject({ status: 'healthy', failures: 2 })
    expect((await log.info(M1.replace('BTC', 'ETH')))?.last.seq).toBe(2)
    expect((await log.info(M1))?.last.seq).toBe(2)
  })

  it('[SL-17] SC-15 yields to the event loop between the minutes of a flood, keeping their order', async () => {
    const log = createMemoryLog({ epoch: 'e1' })
    const news$ = new Subject<MarketEvent>()
    let appended = 0
    log.appended$.subscribe(() => (appended += 1))
    const publisher = createPublisher({
      log,
      feed: createAnalyticsFeed(log),
      events$: news$,
      market: 'replay',
      pairs: ['BTCUSD'],
      closedCandles: (_pair, timeframe) =>
        timeframe === 'M1' ? Array.from({ length: 200 }, (_, n) => minuteAt(n)) : [],
      now: () => 10_000,
      report: (error) => {
        throw error
      },
      // As if each entry took a millisecond.
      stopwatch: () => appended,
    })
    await publisher.start()
    for (let n = 200; n < 300; n += 1) news$.next(news('closed', n))
    expect(publisher.backlog()).toBe(100)

    const perTurn: number[] = []
    while (publisher.backlog() > 0) {
      const before = appended
      await nextTurn()
      perTurn.push(appended - before)
    }
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(50)
    const entries = (await log.recent(M1, 101)).toReversed()
    expect(entries.map(({ data }) => indicatorSnapshotSchema.parse(unwrap(data)).timestamp)).toEqual(
      Array.from({ length: 101 }, (_, n) => minuteAt(199 + n).timestamp),
    )
  })
})

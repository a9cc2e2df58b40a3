import { describe, expect, it } from 'vitest'
import { liveUpdateSchema, marketOverviewSchema, type LiveUpdate, type MarketOverview } from '#contract/messages.ts'
import { createMarketFeed, toMarketOverview } from '#server/market/market-feed.ts'
import { createMarketService } from '#server/market/service.ts'
import { candleAt, createFakeSource, createTestMarket, minuteEvent, T0_S } from '#test/support/server/market.ts'

/** @param has whether there is a candle of a minute, counted from 24 hours ago */
async function setUp(minutes = 0, has: (minute: number) => boolean = () => true) {
  const harness = createTestMarket((T0_S + 86_400) * 1000)
  const past = Array.from({ length: minutes }, (_, index) => candleAt(1_440 - minutes + index, 100 + index)).filter(
    ({ timestamp }) => has((timestamp - T0_S) / 60),
  )
  const source = createFakeSource(harness, {
    pairs: ['BTCUSD', 'ETHUSD'],
    history: (pair, timeframe) => Promise.resolve([pair === 'BTCUSD' && timeframe === 'M1' ? past : []]),
  })
  const service = createMarketService(source, harness.deps)
  const endpoint = createMarketFeed(service, { ...harness.deps, epoch: 'e1' })
  const published: { stream: string; delivery: string; message: LiveUpdate }[] = []
  endpoint.publications$.subscribe(({ message, ...rest }) => {
    if (message.type === 'LiveUpdate') published.push({ ...rest, message })
  })
  await service.start()
  return { ...harness, source, service, endpoint, published }
}

const T1_S = T0_S + 86_400
const minuteAt = (minute: number, price = 100) => candleAt(1_440 + minute, price)

describe('live updates', () => {
  it("[MK-61] carry a running minute in the contract's format", async () => {
    const { source, published } = await setUp()
    source.feed().next({ ...minuteEvent('partial', minuteAt(0)), exchangeTime: T1_S * 1000 + 12_250 })
    expect(published).toEqual([
      {
        stream: 'tdp:kraken:BTCUSD:processed_candles:m1',
        delivery: 'latest',
        message: {
          type: 'LiveUpdate',
          data: {
            partial_candle: {
              ...minuteAt(0),
              is_complete: false,
              trading_pair: 'BTC/USD',
              time_remaining_seconds: 47.75,
            },
            provenance: {
              market: 'simulated',
              exchange_time: T1_S * 1000 + 12_250,
              received_at: T1_S * 1000 + 60_005,
              published_at: T1_S * 1000,
            },
          },
          timestamp: T1_S * 1000,
          trading_pair: 'BTC/USD',
          timeframe: '1m',
          seq: 0,
          epoch: 'e1',
          message_id: `${T1_S * 1000}-1`,
        },
      },
    ])
    expect(liveUpdateSchema.safeParse(published[0]?.message).success).toBe(true)
  })

  it('[MK-71] carry the candles of a longer timeframe while they are subscribed to', async () => {
    const { source, endpoint, published } = await setUp()
    const longer: { stream: string; delivery: string; message: LiveUpdate | MarketOverview }[] = []
    const subscription = endpoint.rollups('M5').publications$.subscribe((each) => longer.push(each))
    const close = (minute: number, price: number) =>
      source
        .feed()
        .next({ ...minuteEvent('closed', minuteAt(minute, price)), exchangeTime: (T1_S + 60 * (minute + 1)) * 1000 })
    for (let minute = 0; minute < 5; minute += 1) close(minute, 100 + minute)
    close(5, 200)
    const candleOf = (message: LiveUpdate | MarketOverview) =>
      message.type === 'LiveUpdate' && 'partial_candle' in message.data ? message.data.partial_candle : undefined
    expect(
      longer.map(({ stream, delivery, message }) => [stream, delivery, 'seq' in message ? message.seq : undefined]),
    ).toEqual([
      ...Array.from({ length: 4 }, () => ['tdp:kraken:BTCUSD:processed_candles:m5', 'latest', 0]),
      ['tdp:kraken:BTCUSD:processed_candles:m5', 'lossless', 1],
      ['tdp:kraken:BTCUSD:processed_candles:m5', 'latest', 1],
    ])
    expect(longer.map(({ message }) => candleOf(message)?.time_remaining_seconds)).toEqual([240, 180, 120, 60, 0, 240])
    expect(longer.map(({ message }) => candleOf(message)?.close)).toEqual([101, 102, 103, 104, 105, 201])
    expect(longer.map(({ message }) => message.timeframe)).toEqual(Array.from({ length: 6 }, () => '5m'))
    expect(new Set(published.map(({ message }) => message.timeframe))).toEqual(new Set(['1m']))

    subscription.unsubscribe()
    close(6, 300)
    expect(longer).toHaveLength(6)
    expect(endpoint.rollups('M5').snapshot().map(candleOf)).toMatchObject([{ close: 301, is_complete: false }])
    expect(endpoint.rollups('H4').snapshot().map(candleOf)).toMatchObject([{ open: 100, close: 301 }])
  })

  it('[MK-61] count closed candles per pair; a running one repeats the count, and ids grow', async () => {
    const { source, published, endpoint, scheduler } = await setUp()
    const events = [
      minuteEvent('partial', minuteAt(0)),
      minuteEvent('closed', minuteAt(0)),
      minuteEvent('partial', minuteAt(1)),
      minuteEvent('closed', minuteAt(0), 'ETHUSD'),
      minuteEvent('closed', minuteAt(1)),
    ]
    for (const event of events) source.feed().next(event)
    scheduler.sleep(-5_000)
    source.feed().next(minuteEvent('partial', minuteAt(2)))
    expect(
      published.map(({ message: { trading_pair, seq, message_id }, delivery }) => [
        trading_pair,
        seq,
        delivery,
        message_id,
      ]),
    ).toEqual([
      ['BTC/USD', 0, 'latest', `${T1_S * 1000}-1`],
      ['BTC/USD', 1, 'lossless', `${T1_S * 1000}-2`],
      ['BTC/USD', 1, 'latest', `${T1_S * 1000}-3`],
      ['ETH/USD', 1, 'lossless', `${T1_S * 1000}-4`],
      ['BTC/USD', 2, 'lossless', `${T1_S * 1000}-5`],
      ['BTC/USD', 2, 'latest', `${T1_S * 1000}-6`],
    ])
    expect(endpoint.streams()).toEqual({
      'tdp:kraken:BTCUSD:processed_candles:m1': { length: 2, last_message_id: `${T1_S * 1000}-5` },
      'tdp:kraken:ETHUSD:processed_candles:m1': { length: 1, last_message_id: `${T1_S * 1000}-4` },
    })
    expect(endpoint.snapshot().slice(0, -1)).toEqual([published[5]?.message, published[3]?.message])
  })

  it('[MK-61] mark a closed minute as complete, with no time remaining', async () => {
    const { source, published } = await setUp()
    source.feed().next({ ...minuteEvent('closed', minuteAt(0)), exchangeTime: T1_S * 1000 + 1 })
    expect(published[0]?.message.data).toMatchObject({
      partial_candle: { is_complete: true, time_remaining_seconds: 0 },
    })
  })

  it('end when the market stops', async () => {
    const { source, published, service } = await setUp()
    await service.stop()
    source.feed().next(minuteEvent('closed', minuteAt(0)))
    expect(published).toEqual([])
  })
})

describe('market overview', () => {
  const figuresOf = (overview: MarketOverview) => overview.data.pairs[0]

  it('[MK-62] contains last price and 24-hour statistics of pairs with candles, volumes in the base currency', async () => {
    const { service, source } = await setUp(1_500)
    source.feed().next(minuteEvent('partial', minuteAt(0, 5_000)))
    const overview = toMarketOverview(service, 7)
    // The window opens with the five minutes that hold the moment 24 hours ago: minute 60 of the past, at price 160.
    expect(overview).toEqual({
      type: 'MarketOverview',
      timestamp: 7,
      data: {
        pairs: [
          {
            trading_pair: 'BTC/USD',
            last: 5_001,
            covered_seconds: 86_400,
            open_24h: 160,
            change_24h_pct: (5_001 / 160 - 1) * 100,
            high_24h: 5_002,
            low_24h: 158,
            volume_24h: 1_441 * 1.5,
          },
        ],
      },
    })
    expect(marketOverviewSchema.safeParse(overview).success).toBe(true)
  })

  it('[MK-62] knows 24 hours as soon as its candles open 24 hours ago, and says what it covers before', async () => {
    const day = await setUp(1_440)
    expect(figuresOf(toMarketOverview(day.service, 7))).toMatchObject({
      covered_seconds: 86_400,
      open_24h: 100,
      change_24h_pct: (1_540 / 100 - 1) * 100,
    })
    const part = await setUp(500)
    expect(figuresOf(toMarketOverview(part.service, 7))).toMatchObject({
      covered_seconds: (8 * 60 + 20) * 60,
      open_24h: 100,
      change_24h_pct: null,
      high_24h: 601,
      low_24h: 98,
    })
  })

  it('[MK-62] goes on from the price before a window that opens without trades, but not from one of hours before', async () => {
    const pause = await setUp(1_600, (minute) => minute < -20 || minute >= 30)
    expect(figuresOf(toMarketOverview(pause.service, 7))).toMatchObject({ covered_seconds: 86_400, open_24h: 240 })
    const outage = await setUp(1_600, (minute) => minute < -100 || minute >= 30)
    expect(figuresOf(toMarketOverview(outage.service, 7))).toMatchObject({
      covered_seconds: 86_400 - 30 * 60,
      open_24h: 290,
      change_24h_pct: null,
    })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { createKrakenSource } from '#server/market/source.ts'
import type { MarketSource, MinuteEvent, SourceEvent } from '#server/market/ports.ts'
import { startFakeKraken, type FakeKraken } from '#test/support/server/kraken.ts'
import { candleAt, createTestMarket, T0_S, type TestMarket, historyOf } from '#test/support/server/market.ts'

const SYMBOLS = { BTCUSD: 'BTC/USD', ETHUSD: 'ETH/USD', XRPUSD: 'XRP/USD' } as const
/** The exchange's minute in which every test begins. */
const M = 100

let kraken: FakeKraken
let harness: TestMarket
let source: MarketSource
let events: SourceEvent[]
let stop: () => void

beforeEach(async () => {
  harness = createTestMarket((T0_S + M * 60) * 1000 + 10_000)
  kraken = await startFakeKraken()
  kraken.now = harness.deps.now
  for (const symbol of Object.values(SYMBOLS)) kraken.snapshots.set(symbol, [candleAt(M - 1), candleAt(M)])
  source = createKrakenSource({ krakenWs: kraken.ws, krakenRest: kraken.rest }, harness.deps)
  events = []
})
afterEach(async () => {
  stop()
  await kraken.stop()
})

/** Real sockets need real time to deliver; the clock of the source stands still meanwhile. */
const until = (check: () => void) => vi.waitFor(check, { interval: 2, timeout: 5_000 })

function minutes(kind: MinuteEvent['kind'], pair: PairId = 'BTCUSD'): Candle[] {
  return events.flatMap((event) => (event.kind === kind && event.pair === pair ? [event.candle] : []))
}
const issues = () =>
  events.flatMap((event) => (event.kind === 'degraded' ? [event.reason] : event.kind === 'recovered' ? ['well'] : []))

async function connect(): Promise<void> {
  const subscription = source.events$.subscribe((event) => events.push(event))
  stop = () => subscription.unsubscribe()
  await until(() => expect(minutes('partial', 'XRPUSD')).toHaveLength(1))
}

const asked = (name: string) => kraken.requests.filter(({ search }) => search.includes(name))

async function update(candle: Candle, pair: PairId = 'BTCUSD'): Promise<void> {
  const before = events.length
  kraken.update({ [PAIRS[pair].label]: candle })
  await until(() => expect(events.length).toBeGreaterThan(before))
}

/** Seconds pass, with the heartbeat that Kraken sends every second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    const before = kraken.open()
    kraken.heartbeat()
    kraken.send('{"method":"pong","req_id":1}')
    if (before > 0) await delivered()
    harness.scheduler.advance(1_000)
  }
}

/** Everything that was said until now has been received: loopback keeps the order, so a garbage frame marks the place. */
async function delivered(): Promise<void> {
  await new Promise((done) => setTimeout(done, 2))
}

describe('Kraken source', () => {
  it("[MK-50] subscribes with Kraken's symbols and reports running and recent minutes", async () => {
    await connect()
    expect(kraken.received.map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        method: 'subscribe',
        params: { channel: 'ohlc', symbol: ['BTC/USD', 'ETH/USD', 'XRP/USD'], interval: 1, snapshot: true },
        req_id: 1,
      },
    ])
    expect(events.slice(0, 2)).toEqual([
      {
        kind: 'closed',
        pair: 'BTCUSD',
        candle: candleAt(M - 1),
        exchangeTime: (T0_S + M * 60) * 1000,
        receivedAt: harness.deps.now(),
      },
      {
        kind: 'partial',
        pair: 'BTCUSD',
        candle: candleAt(M),
        exchangeTime: harness.deps.now(),
        receivedAt: harness.deps.now(),
      },
    ])
    expect(minutes('closed', 'ETHUSD')).toEqual([candleAt(M - 1)])
    expect(issues()).toEqual([])
  })

  it('[MK-50] closes a minute in its final state when a later one begins', async () => {
    await connect()
    await update(candleAt(M, 100, { high: 150, volume: 7 }))
    await update(candleAt(M + 1, 120))
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M, 100, { high: 150, volume: 7 })])
    expect(minutes('partial').at(-1)).toEqual(candleAt(M + 1, 120))
  })

  it('[MK-50] [MK-51] closes by the clock 3 s after the end, and fills minutes without a trade', async () => {
    await connect()
    await pass(52)
    expect(minutes('closed')).toEqual([candleAt(M - 1)])
    await pass(1)
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M)])
    const flat = (minute: number) => candleAt(minute, 101, { high: 101, low: 101, close: 101, volume: 0 })
    await pass(120)
    expect(minutes('closed').slice(2)).toEqual([flat(M + 1), flat(M + 2)])
    await update(candleAt(M + 5, 90))
    expect(minutes('closed').slice(4)).toEqual([flat(M + 3), flat(M + 4)])
  })

  it("[MK-50] uses the exchange's clock, not ours", async () => {
    kraken.now = () => harness.deps.now() - 30_000
    await connect()
    await pass(60)
    expect(minutes('closed')).toEqual([candleAt(M - 1)])
    await pass(24)
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M)])
  })

  it('[MK-51] does not fill minutes without frames', async () => {
    await connect()
    harness.scheduler.sleep(120_000)
    harness.scheduler.advance(2_000)
    expect(minutes('closed')).toEqual([candleAt(M - 1)])
  })

  it('[MK-50] ignores rows of closed minutes', async () => {
    await connect()
    await update(candleAt(M + 1))
    const before = events.length
    kraken.update({ 'BTC/USD': candleAt(M, 55), 'ETH/USD': candleAt(M, 77) })
    await until(() => expect(events.length).toBeGreaterThan(before))
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M)])
    expect(minutes('partial', 'ETHUSD').at(-1)).toEqual(candleAt(M, 77))
  })

  it("[MK-56] reads history over REST: strings, Kraken's own pair name, without the running row", async () => {
    stop = () => undefined
    kraken.history.set('XBTUSD 60', [candleAt(0, 90_000.1), candleAt(60, 90_001, { volume: 0 })])
    expect(await historyOf(source, 'BTCUSD', 'H1', 720)).toEqual([
      candleAt(0, 90_000.1),
      candleAt(60, 90_001, { volume: 0 }),
    ])
    harness.scheduler.advance(1_100)
    expect(await historyOf(source, 'BTCUSD', 'H1', 1)).toEqual([candleAt(60, 90_001, { volume: 0 })])
    expect(kraken.requests.map(({ pathname, search }) => pathname + search)).toEqual([
      '/0/public/OHLC?pair=XBTUSD&interval=60',
      '/0/public/OHLC?pair=XBTUSD&interval=60',
    ])
  })

  it('[MK-13] sends one REST request per second and pair, and passes errors on', async () => {
    stop = () => undefined
    kraken.restError = 'EGeneral:Too many requests'
    await expect(source.history('BTCUSD', 'M1', 9)).rejects.toThrow('Kraken answered EGeneral:Too many requests')
    kraken.restError = undefined
    kraken.restStatus = 520
    const second = source.history('BTCUSD', 'M1', 9)
    await expect(source.history('ETHUSD', 'M1', 9)).rejects.toThrow('Kraken answered HTTP 520')
    expect(kraken.requests).toHaveLength(2)
    harness.scheduler.advance(1_100)
    await expect(second).rejects.toThrow('Kraken answered HTTP 520')
    expect(kraken.requests).toHaveLength(3)
  })

  it('[MK-52] continues after a reconnect without duplicates, with the interrupted minute in its final state', async () => {
    await connect()
    await update(candleAt(M, 100, { volume: 2 }))
    kraken.snapshots.set('BTC/USD', [candleAt(M - 1, 500), candleAt(M, 100, { volume: 9 }), candleAt(M + 1, 130)])
    kraken.drop()
    await until(() =>
      expect(issues().at(-1)).toMatch(/^No connection to Kraken: closed with code 1006\. Trying again\.$/),
    )
    harness.scheduler.sleep(60_000)
    harness.scheduler.advance(0)
    await until(() => expect(minutes('partial').at(-1)).toEqual(candleAt(M + 1, 130)))
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M, 100, { volume: 9 })])
    expect(issues().at(-1)).toBe('well')
    expect(kraken.requests).toEqual([])
    expect(kraken.connections()).toBe(2)
  })

  it('[MK-52] fetches the minutes missed in a long outage before continuing', async () => {
    await connect()
    kraken.drop()
    await until(() => expect(issues()).toHaveLength(1))
    const missed = [
      candleAt(M, 100, { volume: 9 }),
      candleAt(M + 1, 101, { volume: 0 }),
      ...[2, 3, 4].map((n) => candleAt(M + n, 110)),
    ]
    kraken.history.set('XBTUSD 1', [candleAt(M - 1), ...missed])
    for (const symbol of Object.values(SYMBOLS))
      kraken.snapshots.set(symbol, [candleAt(M + 4, 110), candleAt(M + 5, 120)])
    harness.scheduler.sleep(5 * 60_000)
    harness.scheduler.advance(1_000)
    await until(() => expect(minutes('partial').at(-1)).toEqual(candleAt(M + 5, 120)))
    expect(minutes('closed')).toEqual([candleAt(M - 1), ...missed])
    expect(asked('XBTUSD').map(({ search }) => search)).toEqual([
      `?pair=XBTUSD&interval=1&since=${T0_S + (M - 1) * 60}`,
    ])
  })

  it('[MK-52] retries a refused request for missed minutes', async () => {
    await connect()
    kraken.drop()
    await until(() => expect(issues()).toHaveLength(1))
    kraken.restError = 'EGeneral:Too many requests'
    const missed = [0, 1, 2, 3].map((n) => candleAt(M + n, 110))
    kraken.history.set('XBTUSD 1', missed)
    for (const symbol of Object.values(SYMBOLS)) kraken.snapshots.set(symbol, [candleAt(M + 4), candleAt(M + 5)])
    harness.scheduler.sleep(5 * 60_000)
    harness.scheduler.advance(1_000)
    await until(() => expect(asked('XBTUSD')).toHaveLength(1))
    await delivered()
    kraken.restError = undefined
    harness.scheduler.advance(2_000)
    await until(() => expect(minutes('partial').at(-1)).toEqual(candleAt(M + 5)))
    expect(minutes('closed')).toEqual([candleAt(M - 1), ...missed, candleAt(M + 4)])
    expect(issues().join()).not.toContain('Minutes of BTC/USD')
  })

  it('[MK-52] does not fill missed minutes that REST does not have yet, and reports them', async () => {
    await connect()
    kraken.drop()
    await until(() => expect(issues()).toHaveLength(1))
    kraken.history.set('XBTUSD 1', [candleAt(M), candleAt(M + 2)])
    for (const symbol of Object.values(SYMBOLS)) kraken.snapshots.set(symbol, [candleAt(M + 6), candleAt(M + 8)])
    harness.scheduler.sleep(8 * 60_000)
    harness.scheduler.advance(1_000)
    await until(() => expect(minutes('partial').at(-1)).toEqual(candleAt(M + 8)))
    expect(minutes('closed')).toEqual([
      candleAt(M - 1),
      candleAt(M),
      candleAt(M + 2),
      candleAt(M + 6),
      candleAt(M + 7, 101, { high: 101, low: 101, close: 101, volume: 0 }),
    ])
    expect(issues()).toContain(
      'Minutes of BTC/USD from 2026-01-05 01:43 to 2026-01-05 01:45 UTC are lost: Kraken left them out.',
    )
  })

  it('[MK-52] leaves unavailable minutes absent, reports them, and continues', async () => {
    await connect()
    kraken.drop()
    await until(() => expect(issues()).toHaveLength(1))
    kraken.restStatus = 503
    for (const symbol of Object.values(SYMBOLS)) kraken.snapshots.set(symbol, [candleAt(M + 4), candleAt(M + 5)])
    harness.scheduler.sleep(5 * 60_000)
    harness.scheduler.advance(1_000)
    const requests = () => ['XBTUSD', 'ETHUSD', 'XRPUSD'].map((name) => asked(name).length)
    for (const [call, wait] of [1_999, 3_999].entries()) {
      const made = call + 1
      await until(() => expect(requests()).toEqual([made, made, made]))
      await delivered()
      harness.scheduler.advance(wait)
      await delivered()
      expect(requests()).toEqual([made, made, made])
      expect(minutes('closed')).toEqual([candleAt(M - 1)])
      harness.scheduler.advance(1)
    }
    await until(() => expect(minutes('partial', 'XRPUSD').at(-1)).toEqual(candleAt(M + 5)))
    await until(() => expect(minutes('partial').at(-1)).toEqual(candleAt(M + 5)))
    expect(requests()).toEqual([3, 3, 3])
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M + 4)])
    expect(issues().join()).toContain(
      'Minutes of BTC/USD from 2026-01-05 01:40 to 2026-01-05 01:43 UTC are lost: Kraken answered HTTP 503.',
    )
    await pass(62)
    expect(issues().at(-1)).toBe('well')
  })

  it('[MK-52] reports the minutes of a long outage that Kraken no longer has, and uses the rest', async () => {
    await connect()
    kraken.drop()
    await until(() => expect(issues()).toHaveLength(1))
    const held = Array.from({ length: 719 }, (_, n) => candleAt(M + 81 + n))
    kraken.history.set('XBTUSD 1', held)
    for (const symbol of Object.values(SYMBOLS)) kraken.snapshots.set(symbol, [candleAt(M + 799), candleAt(M + 800)])
    harness.scheduler.sleep(800 * 60_000)
    harness.scheduler.advance(1_000)
    await until(() => expect(minutes('partial').at(-1)).toEqual(candleAt(M + 800)))
    expect(minutes('closed')).toEqual([candleAt(M - 1), ...held])
    expect(issues().join()).toContain(
      'Minutes of BTC/USD from 2026-01-05 01:40 to 2026-01-05 03:00 UTC are lost: Kraken no longer has them.',
    )
    expect(harness.warnings).toContain('kraken: minutes are lost')
    await pass(62)
    expect(issues().at(-1)).toBe('well')
  })

  it('[MK-53] reports a rejected pair with the reason while the others continue', async () => {
    kraken.refused.add('BTC/USD')
    await connect()
    expect(issues()).toEqual(['Kraken refused BTC/USD: Currency pair not supported BTC/USD.'])
    for (let minute = 1; minute <= 6; minute += 1) {
      await pass(55)
      await update(candleAt(M + minute), 'ETHUSD')
      await update(candleAt(M + minute), 'XRPUSD')
    }
    expect(kraken.connections()).toBe(1)
    expect(minutes('closed', 'BTCUSD')).toEqual([])
    expect(minutes('closed', 'XRPUSD')).toHaveLength(7)
  })

  it('[MK-53] reports a subscription that is silent while heartbeats continue, and reconnects', async () => {
    kraken.snapshots.delete('BTC/USD')
    await connect()
    await pass(10)
    expect(issues()).toEqual([])
    await pass(1)
    expect(issues()).toEqual(['Kraken is connected but sends nothing for BTC/USD.'])
    kraken.snapshots.set('BTC/USD', [candleAt(M), candleAt(M + 5)])
    for (let minute = 1; minute < 5; minute += 1) {
      await pass(58)
      await update(candleAt(M + minute), 'ETHUSD')
      await update(candleAt(M + minute), 'XRPUSD')
    }
    expect(kraken.connections()).toBe(1)
    await pass(70)
    await until(() => expect(minutes('partial')).toEqual([candleAt(M + 5)]))
    expect(kraken.connections()).toBe(2)
    expect(issues().at(-1)).toBe('well')
  })

  it('[MK-54] terminates a connection without a frame for 15 s', async () => {
    await connect()
    harness.scheduler.advance(14_999)
    expect(issues()).toEqual([])
    harness.scheduler.advance(1)
    expect(issues()).toEqual(['No connection to Kraken: no frame for 15 s. Trying again.'])
    await until(() => expect(kraken.open()).toBe(0))
    harness.scheduler.advance(1_000)
    await until(() => expect(issues().at(-1)).toBe('well'))
  })

  it('[MK-54] backs off when Kraken accepts connections and closes them', async () => {
    kraken.behaviour = 'closing'
    const subscription = source.events$.subscribe((event) => events.push(event))
    stop = () => subscription.unsubscribe()
    for (const [index, wait] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await until(() => expect(kraken.connections()).toBe(index + 1))
      await until(() => expect(harness.warnings).toHaveLength(index + 1))
      harness.scheduler.advance(wait * 1_000 - 1)
      await delivered()
      expect(kraken.connections()).toBe(index + 1)
      harness.scheduler.advance(1)
    }
    await until(() => expect(kraken.connections()).toBe(8))
    expect(issues()).toEqual(['No connection to Kraken: closed with code 1013. Trying again.'])
  })

  it('[MK-55] counts unreadable frames and continues', async () => {
    await connect()
    const { notices } = source
    expect(notices).toEqual([])
    for (const frame of [
      'no json',
      '[]',
      '{"channel":"ohlc"}',
      '{"channel":"ohlc","type":"update","data":[{"symbol":"BTC/USD"}]}',
      '{"channel":"status","data":[]}',
    ])
      kraken.send(frame)
    kraken.update({ 'NO/SUCH': candleAt(M) })
    kraken.update({ 'BTC/USD': candleAt(M, 100, { high: 1 }) })
    kraken.send('{"channel":"book","type":"update","data":[{"symbol":"BTC/USD"}]}')
    await update(candleAt(M, 111))
    expect(source.notices).toEqual([
      '7 frames or rows from Kraken could not be read; the last was an invalid candle of BTC/USD',
    ])
    expect(minutes('partial').at(-1)).toEqual(candleAt(M, 111))
    expect(kraken.connections()).toBe(1)
    expect(harness.warnings).toEqual(['kraken: unreadable'])
  })

  it('[MK-58] rejects rows and frames from the future; real minutes continue', async () => {
    await connect()
    kraken.update({ 'BTC/USD': candleAt(M + 60) })
    const yearAhead = new Date(harness.deps.now() + 365 * 86_400_000).toISOString()
    kraken.send(`{"channel":"ohlc","type":"update","timestamp":"${yearAhead}","data":[]}`)
    await pass(1)
    await update(candleAt(M, 111))
    await pass(62)
    await update(candleAt(M + 1, 120))
    expect(minutes('closed')).toEqual([candleAt(M - 1), candleAt(M, 111)])
    expect(minutes('partial').at(-1)).toEqual(candleAt(M + 1, 120))
    expect(source.notices).toEqual([
      '2 frames or rows from Kraken could not be read; the last was an ohlc frame from the future',
    ])
  })

  it.each([
    ['maintenance', 'Kraken is in maintenance.'],
    ['cancel_only', 'Kraken only lets orders be cancelled.'],
    ['on_fire', 'Kraken reports the state "on_fire".'],
  ])('[MK-55] reports the system state %s until it is online', async (system, words) => {
    await connect()
    kraken.status(system)
    await until(() => expect(issues()).toEqual([words]))
    kraken.status('online')
    await until(() => expect(issues()).toEqual([words, 'well']))
  })

  it('[MK-52] treats history as closed: the first snapshot repeats none of it', async () => {
    kraken.history.set('XBTUSD 1', [candleAt(M - 3), candleAt(M - 2), candleAt(M - 1)])
    await historyOf(source, 'BTCUSD', 'M1', 720)
    await connect()
    expect(minutes('closed')).toEqual([])
    expect(minutes('partial')).toEqual([candleAt(M)])
  })

  it('closes its connection without subscribers', async () => {
    await connect()
    stop()
    await until(() => expect(kraken.open()).toBe(0))
    harness.scheduler.advance(60_000)
    await delivered()
    expect(kraken.connections()).toBe(1)
  })
})

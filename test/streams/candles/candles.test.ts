import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChartFeed } from '#src/streams/index.ts'
import { aLiveUpdate, aMarket, anAck, aProvenance, T0 } from '#test/support/data/messages.ts'
import { candleAt, CONNECTED, historyOf, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const ack = () => anAck({ data: { connection_id: 'c', market: aMarket({ now: Date.now() }) } })
/** A live candle of a minute after T0, published now. */
const live = (minute: number, close: number, seq?: number, isComplete = false) =>
  aLiveUpdate(
    { ...candleAt(minute, close), is_complete: isComplete },
    { timestamp: Date.now(), ...(seq === undefined ? {} : { seq, epoch: 'e' }) },
  )
const closes = ({ candles }: { candles: readonly { close: number }[] }) => candles.map(({ close }) => close)
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => candleAt(from + index))

describe('the live candles', () => {
  it('are loading, then the history, then moved by the live feed', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0), candleAt(1))] })
    expect(rig.chart()).toMatchObject({ status: 'loading', candles: [], error: undefined })
    await rig.advance(5)
    expect(rig.asked).toEqual([500])
    expect(rig.chart()).toMatchObject({ status: 'ready', isComplete: false, changePct: 1 })
    expect(closes(rig.chart())).toEqual([100, 101])

    rig.link$.next(CONNECTED)
    await rig.advance(60_000)
    rig.emit(live(1, 103), live(2, 104))
    await rig.advance(16)
    expect(closes(rig.chart())).toEqual([100, 103, 104])
    expect(rig.chart()).toMatchObject({
      remainingS: 30,
      changePct: 4,
      lastUpdate: NOW + 60_005,
      error: undefined,
      freshest: { source: 'live', receivedAt: NOW + 60_005 },
    })
  })

  it("[ST-14] WS-24 are loaded again on a new connection: after a cut the window is the server's", async () => {
    const server = minutes(10, 510)
    const rig = startStreams({ histories: [historyOf(...minutes(0, 500)), historyOf(...server)] })
    await rig.advance(2_000)
    vi.setSystemTime(NOW + 510 * 60_000)
    rig.emit(ack())
    await rig.advance(2_000)
    expect(rig.asked).toHaveLength(2)
    expect(rig.chart().candles).toEqual(server)
  })

  it('[ST-14] WS-23 are loaded again after a gap in their stream, once', async () => {
    const rig = startStreams({
      histories: [historyOf(candleAt(0)), historyOf(candleAt(0), candleAt(1, 150), candleAt(2), candleAt(3))],
    })
    await rig.advance(2_000)
    vi.setSystemTime(NOW + 180_000)
    rig.emit(live(0, 100, 1, true), live(2, 102, 3, true), live(3, 103, 3))
    await rig.advance(5_000)
    expect(rig.asked).toHaveLength(2)
    expect(closes(rig.chart())).toEqual([100, 150, 102, 103])
    expect(rig.chart().gaps).toEqual([])
  })

  it.each([
    ['a gap before any close was told', 3, 'e'],
    ['R7 a server that lost its count', 1, 'another'],
  ])('[ST-14] are loaded again after %s', async (_, seq, epoch) => {
    const rig = startStreams({ histories: [historyOf(candleAt(0)), historyOf(candleAt(0, 107))] })
    await rig.advance(2_000)
    rig.emit(live(0, 101, 1), { ...live(0, 102), seq, epoch })
    await rig.advance(2_000)
    expect(rig.asked).toHaveLength(2)
    expect(closes(rig.chart())).toEqual([107])
  })

  it('WS-22 the time of the last update never goes back', async () => {
    const rig = startStreams()
    const at = (exchange_time: number, published_at: number) => {
      const { data } = live(0, 101)
      return { ...live(0, 101), data: { ...data, provenance: aProvenance({ exchange_time, published_at }) } }
    }
    rig.emit(at(NOW + 50, NOW + 50))
    await rig.advance(16)
    rig.emit(at(NOW + 40, NOW + 60))
    await rig.advance(16)
    expect(rig.chart()).toMatchObject({ lastUpdate: NOW + 50, freshest: { provenance: { exchange_time: NOW + 40 } } })
  })

  it('[ST-15] A17 minutes that the server does not have either stay a gap, and are not asked for again', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0)), historyOf(candleAt(0), candleAt(5))] })
    await rig.advance(2_000)
    vi.setSystemTime(NOW + 300_000)
    rig.emit(live(5, 105))
    await rig.advance(5_000)
    rig.emit(live(5, 106))
    await rig.advance(60_000)
    expect(rig.asked).toHaveLength(2)
    expect(rig.chart().gaps).toEqual([{ from: T0 + 60, to: T0 + 300 }])
  })

  it('[ST-12] a history that is slow does not set the price back', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0, 100))], delayMs: 3_000 })
    await rig.advance(1_000)
    rig.emit(live(0, 108))
    await rig.advance(4_000)
    expect(closes(rig.chart())).toEqual([108])
  })

  it('[ST-14] are polled in fallback', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0)), historyOf(candleAt(0, 109))] })
    await rig.advance(2_000)
    rig.pollDue$.next(undefined)
    await rig.advance(2_000)
    expect(closes(rig.chart())).toEqual([109])
  })

  it.each([
    ['HA-26', { kind: 'empty' }, 'No real market data available. Please check TDP connection.'],
    [
      'HA-26',
      { kind: 'failed', error: 'HTTP 502: Bad Gateway' },
      'Failed to load real market data. Please check connection.',
    ],
    ['HA-26', new Error('no answer'), 'Failed to load real market data. Please check connection.'],
    ['HA-26', { kind: 'malformed' }, 'Failed to process chart data'],
    ['HA-43', { kind: 'not-candles' }, 'Chart configuration error - invalid real data structure'],
  ] as const)('%s [ST-16] a history that is %o is said so, and the next good one is shown', async (_, answer, text) => {
    const rig = startStreams({ histories: [answer, historyOf(candleAt(0))] })
    await rig.advance(100)
    expect(rig.chart()).toMatchObject({ status: 'failed', error: text })
    await rig.advance(9_800)
    expect(rig.asked).toHaveLength(1)
    await rig.advance(2_000)
    expect(rig.asked).toHaveLength(2)
    expect(rig.chart()).toMatchObject({ status: 'ready', error: undefined, candles: [candleAt(0)] })
  })

  it('say when the service is back after it failed', async () => {
    const failed = { kind: 'failed', error: 'x' } as const
    const rig = startStreams({ histories: [{ kind: 'empty' }, failed, failed, historyOf(candleAt(0))] })
    await rig.advance(15_000)
    expect([rig.asked.length, rig.recoveries()]).toEqual([2, 0])
    await rig.advance(10_000)
    expect([rig.asked.length, rig.recoveries()]).toEqual([3, 0])
    await rig.advance(10_000)
    expect([rig.asked.length, rig.recoveries()]).toEqual([4, 1])
  })

  it('[ST-14] are loaded once a second at most, and not for what happens on the other socket', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0))] })
    await rig.advance(5)
    rig.pollDue$.next(1)
    rig.pollDue$.next(2)
    await rig.advance(900)
    expect(rig.asked).toHaveLength(1)
    await rig.advance(200)
    expect(rig.asked).toHaveLength(2)
    const update = (seq: number) =>
      ({ type: 'AnalyticsUpdate', timestamp: NOW, seq, epoch: 'e', data: { stream_key: 'k', data: {} } }) as const
    rig.emitAnalytics(ack(), update(1), update(9))
    await rig.advance(5_000)
    expect(rig.asked).toHaveLength(2)
  })

  it('[CH-43] that are closed have nothing left, whatever is said', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0))] })
    await rig.advance(5)
    rig.emit(live(0, 101, undefined, true))
    await rig.advance(16)
    expect(rig.chart()).toMatchObject({ isComplete: true, remainingS: 0 })
  })

  it('[ST-16] keep what is there when a later load fails', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0)), { kind: 'failed', error: 'HTTP 500: x' }] })
    await rig.advance(2_000)
    rig.emit(ack())
    await rig.advance(2_000)
    expect(rig.chart()).toMatchObject({
      status: 'ready',
      candles: [candleAt(0)],
      error: 'Failed to load real market data. Please check connection.',
    })
  })

  it('WS-06 [ST-16] say that the connection is lost, and stop saying so', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0))] })
    await rig.advance(100)
    rig.link$.next({ ...CONNECTED, status: 'error' })
    await rig.advance(16)
    expect(rig.chart().error).toBe('Live data connection lost. Attempting to reconnect...')
    rig.link$.next(CONNECTED)
    await rig.advance(16)
    expect(rig.chart().error).toBeUndefined()
  })

  it('MS-11 [ST-11] refuse candles that cannot be, and say how many', async () => {
    const impossible = { ...candleAt(1), high: 90 }
    const rig = startStreams({
      histories: [
        {
          kind: 'history',
          history: {
            candles: [candleAt(0), impossible, candleAt(525_600)],
            lastIsComplete: true,
            provenance: undefined,
            refused: 2,
          },
        },
      ],
    })
    await rig.advance(100)
    rig.emit(
      ack(),
      live(1, 101),
      aLiveUpdate({ low: 200 }),
      aLiveUpdate({ high: 1e308 }),
      aLiveUpdate({ timestamp: T0 + 365 * 86_400 }),
    )
    await rig.advance(16)
    expect(closes(rig.chart())).toEqual([100, 101])
    const problems = await new Promise((done) => rig.streams.problems$.subscribe(done))
    expect(problems).toEqual([
      { kind: 'candle', text: 'Impossible candles of the history refused', count: 4, at: NOW },
      { kind: 'candle', text: 'Impossible live candle refused', count: 3, at: NOW + 100 },
    ])
  })

  it('MS-12 A18 [ST-11] are those of BTC/USD in any spelling, and of one minute', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0))] })
    await rig.advance(100)
    rig.emit(
      aLiveUpdate({ trading_pair: 'ETH/USD', close: 101 }),
      aLiveUpdate({ trading_pair: 'XBT/USD', close: 102 }),
      aLiveUpdate({ close: 103 }, { timeframe: '5m' }),
      aLiveUpdate({ trading_pair: '', close: 104 }),
    )
    await rig.advance(16)
    expect(closes(rig.chart())).toEqual([102])
  })

  it('CS-04 are taken although our clock is two hours behind, and B11 in a replay years later', async () => {
    for (const [ahead, market] of [
      [7_200, aMarket({ now: NOW + 7_200_000 })],
      [-86_400 * 365, aMarket({ now: NOW - 86_400_000 * 365, kind: 'replay', speed: 60 })],
    ] as const) {
      const rig = startStreams({ histories: [{ kind: 'empty' }] })
      rig.emit(anAck({ data: { connection_id: 'c', market } }), aLiveUpdate({ timestamp: T0 + ahead }))
      await rig.advance(16)
      expect(rig.chart().candles.map(({ timestamp }) => timestamp)).toEqual([T0 + ahead])
      rig.stop()
    }
  })
})

describe('the flow', () => {
  it('[ST-17] a hidden tab grows nothing, and coming back is one repaint', async () => {
    const rig = startStreams({ histories: [historyOf(...minutes(0, 500))] })
    await rig.advance(2_000)
    vi.setSystemTime(NOW + 600 * 60_000)
    const feed: ChartFeed[] = []
    rig.streams.candles.feed$.subscribe((step) => feed.push(step))
    const before = feed.length
    for (let second = 0; second < 10_000; second += 1)
      rig.emit(live(500 + Math.floor(second / 1_000), 100 + (second % 50)))
    expect(rig.pendingFrames()).toBe(1)
    expect(feed.length - before).toBeLessThanOrEqual(1)
    rig.flushFrame()
    expect(rig.chart().candles).toHaveLength(500)
    expect(rig.chart().candles.at(-1)?.timestamp).toBe(T0 + 509 * 60)
    expect(feed.length - before).toBeLessThanOrEqual(2)
  })

  it('[ST-17] [ST-20] a thousand ticks in one frame are one tick for the chart', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0))] })
    await rig.advance(100)
    const feed: ChartFeed[] = []
    rig.streams.candles.feed$.subscribe((step) => feed.push(step))
    rig.emit(live(0, 101))
    feed.length = 0
    for (let count = 0; count < 1_000; count += 1) rig.emit(live(0, 101 + (count % 7)))
    rig.flushFrame()
    expect(feed).toEqual([{ kind: 'tick', candle: candleAt(0, 101 + (999 % 7)) }])
  })

  it('[ST-18] the end of the session stops everything and forgets everything; the next one begins anew', async () => {
    const rig = startStreams({ histories: [historyOf(candleAt(0))] })
    await rig.advance(100)
    expect(rig.chart().status).toBe('ready')
    rig.stop()
    expect(rig.chart()).toMatchObject({ status: 'loading', candles: [], lastUpdate: undefined })
    expect([rig.isSubscribed(), vi.getTimerCount(), rig.pendingFrames()]).toEqual([false, 0, 0])
    rig.streams.start()
    await rig.advance(100)
    expect(rig.chart().candles).toEqual([candleAt(0)])
  })
})

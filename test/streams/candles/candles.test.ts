import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CandleChange } from '#contract/candles.ts'
import { DEFAULT_VIEW } from '#src/streams/index.ts'
import { resetOf } from '#test/support/data/candles.ts'
import { aLiveUpdate, aMarket, anAck, aProvenance, T0 } from '#test/support/data/messages.ts'
import { candleAt, CONNECTED, historyOf, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const changesOf = ({ streams }: ReturnType<typeof startStreams>) => streams.pastCandles(DEFAULT_VIEW).changes$

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
  it('load, show the history, then follow the live feed', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0), candleAt(1))] })
    expect(harness.chart()).toMatchObject({ status: 'loading', candles: [], error: undefined })
    await harness.advance(5)
    expect(harness.requests).toEqual([500])
    expect(harness.chart()).toMatchObject({ status: 'ready', isComplete: false })
    expect(closes(harness.chart())).toEqual([100, 101])

    harness.link$.next(CONNECTED)
    await harness.advance(60_000)
    harness.emit(live(1, 103), live(2, 104))
    await harness.advance(16)
    expect(closes(harness.chart())).toEqual([100, 103, 104])
    expect(harness.chart()).toMatchObject({
      remainingS: 30,
      lastUpdate: NOW + 60_005,
      error: undefined,
      freshest: { source: 'live', receivedAt: NOW + 60_005 },
    })
  })

  it("[ST-14] WS-24 reload on a new connection: after a cut the window equals the server's", async () => {
    const server = minutes(10, 510)
    const harness = startStreams({ histories: [historyOf(...minutes(0, 500)), historyOf(...server)] })
    await harness.advance(2_000)
    vi.setSystemTime(NOW + 510 * 60_000)
    harness.emit(ack())
    await harness.advance(2_000)
    expect(harness.requests).toHaveLength(2)
    expect(harness.chart().candles).toEqual(server)
  })

  it('[ST-14] WS-23 reload once after a gap in their stream', async () => {
    const harness = startStreams({
      histories: [historyOf(candleAt(0)), historyOf(candleAt(0), candleAt(1, 150), candleAt(2), candleAt(3))],
    })
    await harness.advance(2_000)
    vi.setSystemTime(NOW + 180_000)
    harness.emit(live(0, 100, 1, true), live(2, 102, 3, true), live(3, 103, 3))
    await harness.advance(5_000)
    expect(harness.requests).toHaveLength(2)
    expect(closes(harness.chart())).toEqual([100, 150, 102, 103])
  })

  it.each([
    ['a gap before any close was told', 3, 'e'],
    ['R7 a server that lost its count', 1, 'another'],
  ])('[ST-14] reload after %s', async (_, seq, epoch) => {
    const harness = startStreams({ histories: [historyOf(candleAt(0)), historyOf(candleAt(0, 107))] })
    await harness.advance(2_000)
    harness.emit(live(0, 101, 1), { ...live(0, 102), seq, epoch })
    await harness.advance(2_000)
    expect(harness.requests).toHaveLength(2)
    expect(closes(harness.chart())).toEqual([107])
  })

  it('WS-22 never move the time of the last update back', async () => {
    const harness = startStreams()
    const at = (exchange_time: number, published_at: number) => {
      const { data } = live(0, 101)
      return { ...live(0, 101), data: { ...data, provenance: aProvenance({ exchange_time, published_at }) } }
    }
    harness.emit(at(NOW + 50, NOW + 50))
    await harness.advance(16)
    harness.emit(at(NOW + 40, NOW + 60))
    await harness.advance(16)
    expect(harness.chart()).toMatchObject({
      lastUpdate: NOW + 50,
      freshest: { provenance: { exchange_time: NOW + 40 } },
    })
  })

  it('[ST-35] follow a market that restarted at an earlier time, with its time', async () => {
    const harness = startStreams({ histories: [historyOf(), historyOf(candleAt(0), candleAt(1, 107))] })
    await harness.advance(5)
    vi.setSystemTime(NOW + 600_000)
    harness.emit(live(10, 110))
    await harness.advance(16)
    expect(harness.chart().lastUpdate).toBe(NOW + 600_000)
    await harness.advance(10_000)
    const restarted = { ...ack(), data: { connection_id: 'c2', market: aMarket({ now: NOW + 90_000 }) } }
    harness.emit(restarted)
    await harness.advance(2_000)
    expect(closes(harness.chart())).toEqual([100, 107])
    expect(harness.chart().lastUpdate).toBe(NOW + 60_000)
  })

  it('[ST-15] A17 show minutes missing on the server as a gap, without another request', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0)), historyOf(candleAt(0), candleAt(5))] })
    await harness.advance(2_000)
    vi.setSystemTime(NOW + 300_000)
    harness.emit(live(5, 105))
    await harness.advance(5_000)
    harness.emit(live(5, 106))
    await harness.advance(60_000)
    expect(harness.requests).toHaveLength(2)
    expect(harness.chart().candles).toEqual([candleAt(0), candleAt(5, 106)])
  })

  it('[ST-12] do not lose a newer price to a slow history', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0, 100))], delayMs: 3_000 })
    await harness.advance(1_000)
    harness.emit(live(0, 108))
    await harness.advance(4_000)
    expect(closes(harness.chart())).toEqual([108])
  })

  it('[ST-14] are polled in fallback', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0)), historyOf(candleAt(0, 109))] })
    await harness.advance(2_000)
    harness.pollDue$.next(undefined)
    await harness.advance(2_000)
    expect(closes(harness.chart())).toEqual([109])
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
    const harness = startStreams({ histories: [answer, historyOf(candleAt(0))] })
    await harness.advance(100)
    expect(harness.chart()).toMatchObject({ status: 'failed', error: text })
    await harness.advance(9_800)
    expect(harness.requests).toHaveLength(1)
    await harness.advance(2_000)
    expect(harness.requests).toHaveLength(2)
    expect(harness.chart()).toMatchObject({ status: 'ready', error: undefined, candles: [candleAt(0)] })
  })

  it('report when the service recovers from a failure', async () => {
    const failed = { kind: 'failed', error: 'x' } as const
    const harness = startStreams({ histories: [{ kind: 'empty' }, failed, failed, historyOf(candleAt(0))] })
    await harness.advance(15_000)
    expect([harness.requests.length, harness.recoveries()]).toEqual([2, 0])
    await harness.advance(10_000)
    expect([harness.requests.length, harness.recoveries()]).toEqual([3, 0])
    await harness.advance(10_000)
    expect([harness.requests.length, harness.recoveries()]).toEqual([4, 1])
  })

  it('[ST-14] reload at most once a second, and not for events of the other socket', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0))] })
    await harness.advance(5)
    harness.pollDue$.next(1)
    harness.pollDue$.next(2)
    await harness.advance(900)
    expect(harness.requests).toHaveLength(1)
    await harness.advance(200)
    expect(harness.requests).toHaveLength(2)
    const update = (seq: number) =>
      ({ type: 'AnalyticsUpdate', timestamp: NOW, seq, epoch: 'e', data: { stream_key: 'k', data: {} } }) as const
    harness.emitAnalytics(ack(), update(1), update(9))
    await harness.advance(5_000)
    expect(harness.requests).toHaveLength(2)
  })

  it('[CH-43] have no time left once closed, whatever is reported', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0))] })
    await harness.advance(5)
    harness.emit(live(0, 101, undefined, true))
    await harness.advance(16)
    expect(harness.chart()).toMatchObject({ isComplete: true, remainingS: 0 })
  })

  it('[ST-16] stay when a later load fails', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0)), { kind: 'failed', error: 'HTTP 500: x' }] })
    await harness.advance(2_000)
    harness.emit(ack())
    await harness.advance(2_000)
    expect(harness.chart()).toMatchObject({
      status: 'ready',
      candles: [candleAt(0)],
      error: 'Failed to load real market data. Please check connection.',
    })
  })

  it('WS-06 [ST-16] show a lost connection, until it is restored', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0))] })
    await harness.advance(100)
    harness.link$.next({ ...CONNECTED, status: 'error' })
    await harness.advance(16)
    expect(harness.chart().error).toBe('Live data connection lost. Attempting to reconnect...')
    harness.link$.next(CONNECTED)
    await harness.advance(16)
    expect(harness.chart().error).toBeUndefined()
  })

  it('MS-11 [ST-11] reject implausible candles and count them', async () => {
    const impossible = { ...candleAt(1), high: 90 }
    const harness = startStreams({
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
    await harness.advance(100)
    harness.emit(
      ack(),
      live(1, 101),
      aLiveUpdate({ low: 200 }),
      aLiveUpdate({ high: 1e308 }),
      aLiveUpdate({ timestamp: T0 + 365 * 86_400 }),
    )
    await harness.advance(16)
    expect(closes(harness.chart())).toEqual([100, 101])
    const problems = await new Promise((done) => harness.streams.problems$.subscribe(done))
    expect(problems).toEqual([
      { kind: 'candle', text: 'Impossible candles of the history refused', count: 4, at: NOW },
      { kind: 'candle', text: 'Impossible live candle refused', count: 3, at: NOW + 100 },
    ])
  })

  it('MS-12 A18 [ST-11] accept BTC/USD in any spelling, and one-minute candles only', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0))] })
    await harness.advance(100)
    harness.emit(
      aLiveUpdate({ trading_pair: 'ETH/USD', close: 101 }),
      aLiveUpdate({ trading_pair: 'XBT/USD', close: 102 }),
      aLiveUpdate({ close: 103 }, { timeframe: '5m' }),
      aLiveUpdate({ trading_pair: '', close: 104 }),
    )
    await harness.advance(16)
    expect(closes(harness.chart())).toEqual([102])
  })

  it('CS-04 are accepted if our clock is two hours behind, and B11 in a replay years later', async () => {
    for (const [ahead, market] of [
      [7_200, aMarket({ now: NOW + 7_200_000 })],
      [-86_400 * 365, aMarket({ now: NOW - 86_400_000 * 365, kind: 'replay', speed: 60 })],
    ] as const) {
      const harness = startStreams({ histories: [{ kind: 'empty' }] })
      harness.emit(anAck({ data: { connection_id: 'c', market } }), aLiveUpdate({ timestamp: T0 + ahead }))
      await harness.advance(16)
      expect(harness.chart().candles.map(({ timestamp }) => timestamp)).toEqual([T0 + ahead])
      harness.stop()
    }
  })
})

describe('the flow', () => {
  it('[ST-17] does not accumulate in a hidden tab, and repaints once on return', async () => {
    const harness = startStreams({ histories: [historyOf(...minutes(0, 500))] })
    await harness.advance(2_000)
    vi.setSystemTime(NOW + 600 * 60_000)
    const shown: CandleChange[] = []
    changesOf(harness).subscribe((change) => shown.push(change))
    const before = shown.length
    for (let second = 0; second < 10_000; second += 1)
      harness.emit(live(500 + Math.floor(second / 1_000), 100 + (second % 50)))
    expect(harness.pendingFrames()).toBe(1)
    expect(shown).toHaveLength(before)
    harness.flushFrame()
    expect(harness.chart().candles).toHaveLength(500)
    expect(harness.chart().candles.at(-1)?.timestamp).toBe(T0 + 509 * 60)
    expect(shown).toHaveLength(before + 1)
  })

  it('[ST-17] [ST-20] coalesces a thousand ticks of one frame into one', async () => {
    const harness = startStreams({ histories: [historyOf(...minutes(-2, 1))] })
    await harness.advance(100)
    const shown: CandleChange[] = []
    changesOf(harness).subscribe((change) => shown.push(change))
    for (let count = 0; count < 1_000; count += 1) harness.emit(live(0, 101 + (count % 7)))
    harness.flushFrame()
    expect(shown).toEqual([
      resetOf(minutes(-2, 1)),
      { kind: 'tick', candles: [candleAt(0, 101 + (999 % 7))], oldest: candleAt(-2).timestamp },
    ])
  })

  it('[ST-20] tells a chart what changed since the frame before, and nothing where no candle did', async () => {
    const harness = startStreams({ histories: [historyOf(...minutes(-2, 1))] })
    await harness.advance(100)
    const shown: CandleChange[] = []
    changesOf(harness).subscribe((change) => shown.push(change))
    harness.emit(live(0, 105, undefined, true))
    vi.setSystemTime(NOW + 60_000)
    harness.emit(live(1, 106))
    harness.flushFrame()
    harness.link$.next(CONNECTED)
    harness.flushFrame()
    const oldest = candleAt(-2).timestamp
    expect(shown.slice(1)).toEqual([{ kind: 'tick', candles: [candleAt(0, 105), candleAt(1, 106)], oldest }])
  })

  it('[ST-18] [ST-20] replays all candles to every subscriber, also after a tick', async () => {
    const harness = startStreams({ histories: [historyOf(...minutes(-1, 1))] })
    await harness.advance(100)
    const shown: CandleChange[] = []
    changesOf(harness).subscribe((change) => shown.push(change))
    harness.emit(live(0, 103))
    harness.flushFrame()
    changesOf(harness).subscribe((change) => shown.push(change))
    expect([shown[0], shown[2]]).toEqual([resetOf(minutes(-1, 1)), resetOf([candleAt(-1), candleAt(0, 103)])])
    expect(shown).toHaveLength(3)
  })

  it('[CH-3] [ST-10] holds the newest 500 candles and ignores older ones', async () => {
    const harness = startStreams({ histories: [historyOf(...minutes(-511, 1))] })
    await harness.advance(100)
    harness.emit(live(-3, 1), live(-600, 1))
    harness.flushFrame()
    expect(harness.chart().candles).toEqual(minutes(-499, 1))
  })

  it('[ST-18] stops and clears everything at the end of the session, and starts again with the next', async () => {
    const harness = startStreams({ histories: [historyOf(candleAt(0))] })
    await harness.advance(100)
    expect(harness.chart().status).toBe('ready')
    harness.stop()
    expect(harness.chart()).toMatchObject({ status: 'loading', candles: [], lastUpdate: undefined })
    expect([harness.isSubscribed(), vi.getTimerCount(), harness.pendingFrames()]).toEqual([false, 0, 0])
    harness.streams.start()
    await harness.advance(100)
    expect(harness.chart().candles).toEqual([candleAt(0)])
  })
})

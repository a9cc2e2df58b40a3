import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { candleKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import { candlesOf, DEFAULT_VIEW, type ChartWindow, type DashboardView } from '#src/streams/index.ts'
import { aLiveUpdate, T0 } from '#test/support/data/messages.ts'
import { candleAt, CONNECTED, historyOf, startStreams } from '#test/support/client/streams.ts'

const HOUR_S = 3_600
const HOURLY_ETH: DashboardView = { pair: 'ETHUSD', timeframe: 'H1' }
/** On the grid of hours. */
const FIRST = Math.floor(T0 / HOUR_S) * HOUR_S

beforeEach(() => {
  vi.useFakeTimers({ now: T0 * 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const hour = (index: number, close: number): Candle => ({ ...candleAt(0, close), timestamp: FIRST + index * HOUR_S })
const liveHour = (candle: Candle, isComplete = false) =>
  aLiveUpdate(
    { ...candle, trading_pair: 'ETH/USD', is_complete: isComplete },
    { timestamp: Date.now(), trading_pair: 'ETH/USD', timeframe: '1h' },
  )
const shown = ({ candles }: { readonly candles: readonly Candle[] }) =>
  candles.map(({ timestamp, close }) => [(timestamp - FIRST) / HOUR_S, close])

it('[ST-37] the candles follow the view: another pair and timeframe is loading until its history is there', async () => {
  const { streams, chart, advance, viewsAsked, link$ } = startStreams({
    histories: [historyOf(candleAt(0), candleAt(1)), historyOf(hour(0, 3_000), hour(1, 3_100))],
  })
  link$.next(CONNECTED)
  await advance(5)
  expect(chart()).toMatchObject({ view: DEFAULT_VIEW, status: 'ready' })

  streams.show(HOURLY_ETH)
  // At once, not with the next frame: nothing of the former view is left under the new title.
  expect(chart()).toMatchObject({ view: HOURLY_ETH, status: 'loading', candles: [], liveness: 'live' })
  await advance(50)
  expect(chart()).toMatchObject({ view: HOURLY_ETH, status: 'ready' })
  expect(shown(chart())).toEqual([
    [0, 3_000],
    [1, 3_100],
  ])
  expect(viewsAsked).toEqual([DEFAULT_VIEW, HOURLY_ETH])
})

it('[ST-37] drop the answer to a view that has been left', async () => {
  const { streams, chart, advance } = startStreams({
    histories: [historyOf(candleAt(0)), historyOf(hour(0, 3_000)), historyOf(candleAt(5, 7))],
    delayMs: 100,
  })
  streams.show(HOURLY_ETH)
  streams.show(DEFAULT_VIEW)
  await advance(101)
  expect(chart()).toMatchObject({ view: DEFAULT_VIEW })
  expect(chart().candles.map(({ close }) => close)).toEqual([7])
})

it('[ST-11] only live candles of the chosen pair and timeframe count, an hour apart', async () => {
  const { streams, chart, advance, emit, link$ } = startStreams({
    histories: [historyOf(candleAt(0)), historyOf(hour(-2, 3_000), hour(-1, 3_100))],
  })
  link$.next(CONNECTED)
  streams.show(HOURLY_ETH)
  await advance(50)
  emit(
    aLiveUpdate({ ...candleAt(0, 9), trading_pair: 'BTC/USD' }),
    aLiveUpdate({ ...candleAt(0, 9), trading_pair: 'ETH/USD' }, { trading_pair: 'ETH/USD', timeframe: '1m' }),
    liveHour(hour(-1, 3_150)),
    liveHour(hour(0, 3_200)),
  )
  await advance(16)
  expect(shown(chart())).toEqual([
    [-2, 3_000],
    [-1, 3_150],
    [0, 3_200],
  ])
})

it('[ST-37] candles of another timeframe are loaded anew when one closes, and are those of the view where it has them', async () => {
  const { streams, advance, emit, emitAnalytics, viewsAsked, link$ } = startStreams({
    histories: [
      historyOf(candleAt(0)),
      historyOf(hour(0, 3_000)),
      historyOf(candleAt(0, 1)),
      historyOf(candleAt(0, 2), candleAt(1, 3)),
      historyOf(candleAt(1, 4)),
    ],
  })
  streams.show(HOURLY_ETH)
  link$.next(CONNECTED)
  await advance(5)
  const seen: (readonly number[])[] = []
  const following = streams.candles.of('M1').subscribe((candles) => seen.push(candles.map(({ close }) => close)))
  await advance(5)
  expect(seen).toEqual([[], [1]])
  const closed = (pair: 'BTCUSD' | 'ETHUSD') =>
    emitAnalytics({
      type: 'AnalyticsUpdate',
      timestamp: Date.now(),
      message_id: `${Date.now()}-0`,
      data: { stream_key: candleKey(pair, 'M1'), data: {}, timestamp: T0 },
    })
  await advance(2_000)
  closed('BTCUSD')
  await advance(2_000)
  expect(seen).toHaveLength(2)
  closed('ETHUSD')
  await advance(2_000)
  expect(seen.slice(2)).toEqual([[2, 3]])

  // The chart changes to them: no request of their own beside the chart's.
  streams.show({ pair: 'ETHUSD', timeframe: 'M1' })
  await advance(50)
  emit(aLiveUpdate({ ...candleAt(1, 5), trading_pair: 'ETH/USD' }, { trading_pair: 'ETH/USD', timeframe: '1m' }))
  await advance(50)
  expect(seen.at(-1)).toEqual([5])
  expect(viewsAsked.map(({ timeframe }) => timeframe)).toEqual(['M1', 'H1', 'M1', 'M1', 'M1'])
  following.unsubscribe()
})

it('[ST-38] charts beside the view are followed on their own, together by all who look, and leave nothing behind', async () => {
  const { streams, chart, advance, emit, viewsAsked, link$ } = startStreams({
    histories: [historyOf(candleAt(0)), historyOf(hour(-1, 3_000), hour(0, 3_100)), historyOf(candleAt(0))],
  })
  link$.next(CONNECTED)
  await advance(5)
  const beside$ = streams.candles.beside(HOURLY_ETH)
  let last: ChartWindow | undefined
  const looking = [beside$.subscribe((window) => (last = window)), beside$.subscribe()]
  expect(last).toMatchObject({ view: HOURLY_ETH, status: 'loading' })
  await advance(50)
  emit(liveHour(hour(0, 3_200)), aLiveUpdate({ ...candleAt(0, 9), trading_pair: 'BTC/USD' }))
  await advance(16)
  expect(last && shown({ candles: candlesOf(last.candles) })).toEqual([
    [-1, 3_000],
    [0, 3_200],
  ])
  expect(chart()).toMatchObject({ view: DEFAULT_VIEW, status: 'ready' })
  expect(chart().candles.map(({ close }) => close)).toEqual([9])
  expect(viewsAsked).toEqual([DEFAULT_VIEW, HOURLY_ETH])

  for (const each of looking) each.unsubscribe()
  await advance(2_000)
  emit(liveHour(hour(0, 3_300)))
  await advance(16)
  const again: ChartWindow[] = []
  beside$.subscribe((window) => again.push(window)).unsubscribe()
  expect(again[0]).toMatchObject({ status: 'loading' })
  await advance(2_000)
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { anAck, T0 } from '#test/support/data/messages.ts'
import { figures } from '#test/support/client/record-samples.ts'
import { CONNECTED, startStreams } from '#test/support/client/streams.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: T0 * 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const BTC = { pairs: ['BTCUSD'], timeframes: ['M1'] }
const ETH = { pairs: ['ETHUSD'], timeframes: ['H1'] }
const ALL = { pairs: undefined, timeframes: ['M1'] }

describe('[ST-38] the streams that are received', () => {
  it('are those of the chosen pair, of all pairs while a screen shows them', async () => {
    const { streams, selecting, selections, link$, advance } = startStreams()
    link$.next(CONNECTED)
    expect(selecting.selectionFor('tdp')).toEqual(BTC)

    const screens = [streams.allPairs$.subscribe(), streams.allPairs$.subscribe()]
    await advance(1_000)
    screens[0]?.unsubscribe()
    await advance(1_000)
    expect(selections).toEqual([
      ['tdp', ALL],
      ['analytics', ALL],
    ])
    expect(selecting.selectionFor('analytics')).toEqual(ALL)
    screens[1]?.unsubscribe()
    await advance(1_000)
    expect(selections.slice(2)).toEqual([
      ['tdp', BTC],
      ['analytics', BTC],
    ])
  })

  it('are also those of charts beside the view, while they are shown', async () => {
    const { streams, selections, link$, advance } = startStreams()
    link$.next(CONNECTED)
    const hourly = streams.candles.beside({ pair: 'ETHUSD', timeframe: 'H1' })
    const charts = [hourly.subscribe(), hourly.subscribe()]
    await advance(1_000)
    charts.push(streams.candles.beside({ pair: 'BTCUSD', timeframe: 'H1' }).subscribe())
    await advance(1_000)
    expect(selections.filter(([feed]) => feed === 'tdp')).toEqual([
      ['tdp', { pairs: ['BTCUSD', 'ETHUSD'], timeframes: ['M1', 'H1'] }],
    ])
    for (const chart of charts) chart.unsubscribe()
    await advance(2_000)
    expect(selections.at(-1)).toEqual(['analytics', BTC])
  })

  it('are announced once a second at most, and the last choice always', async () => {
    const { streams, selections, link$, advance } = startStreams()
    link$.next(CONNECTED)
    for (const pair of ['ETHUSD', 'XRPUSD', 'BTCUSD', 'XRPUSD'] as const) streams.show({ pair, timeframe: 'M1' })
    await advance(1_000)
    expect(selections.filter(([feed]) => feed === 'tdp').map(([, { pairs }]) => pairs)).toEqual([
      ['ETHUSD'],
      ['XRPUSD'],
    ])
  })

  it('are announced to a new socket only if it was opened with others', () => {
    const { streams, selecting, selections, emit } = startStreams()
    selecting.selectionFor('tdp')
    emit(anAck())
    expect(selections).toEqual([])
    selecting.selectionFor('tdp')
    streams.show({ pair: 'ETHUSD', timeframe: 'H1' })
    selections.length = 0
    emit(anAck())
    expect(selections).toEqual([['tdp', ETH]])
  })

  it('that come back continue without a gap, though numbers were left out', async () => {
    const { streams, problems, link$, emitAnalytics, advance } = startStreams()
    link$.next(CONNECTED)
    const entry = (pair: string, seq: number): AnalyticsUpdate => ({
      type: 'AnalyticsUpdate',
      timestamp: Date.now(),
      data: { stream_key: `tdp:kraken:${pair}:analysis:support_resistance`, data: figures(seq) },
      seq,
      epoch: 'e',
      message_id: `${pair}-${seq}`,
    })
    emitAnalytics(entry('BTCUSD', 1), entry('BTCUSD', 2))
    streams.show({ pair: 'ETHUSD', timeframe: 'M1' })
    await advance(1_000)
    emitAnalytics(entry('ETHUSD', 40))
    streams.show({ pair: 'BTCUSD', timeframe: 'M1' })
    await advance(1_000)
    emitAnalytics(entry('BTCUSD', 9))
    await advance(16)
    expect(problems()).toEqual([])
    emitAnalytics(entry('BTCUSD', 11))
    await advance(16)
    expect(problems()).toEqual([['Missed messages of tdp:kraken:BTCUSD:analysis:support_resistance', 1]])
  })
})

import { describe, expect, it } from 'vitest'
import { parseStreamKey } from '#contract/stream-keys.ts'
import {
  categoriesOf,
  columnsIn,
  filterStreams,
  isSameList,
  sortStreams,
  type ListedStream,
} from '#src/features/monitoring/grid/list.ts'

const listed = (key: string, status: ListedStream['status'] = 'active'): ListedStream => ({
  key,
  ...parseStreamKey(key),
  status,
})
const names = (streams: readonly ListedStream[]) => streams.map(({ key }) => key.split(':').slice(2).join(':'))

const BTC = 'tdp:kraken:BTCUSD'
const STREAMS = [
  listed(`${BTC}:news:headlines`),
  listed(`${BTC}:signals:ml_signals`, 'inactive'),
  listed(`${BTC}:technical_indicators:m15`),
  listed(`${BTC}:technical_indicators:d1`),
  listed(`${BTC}:technical_indicators:m5`, 'error'),
  listed('tdp:kraken:ETHUSD:technical_indicators:m1'),
  listed(`${BTC}:analysis:divergence`),
  listed(`${BTC}:analysis:support_resistance`),
  listed(`${BTC}:analysis:order_flow`),
  listed(`${BTC}:processed_candles:h4`),
]

describe('[MO-34] the grid', () => {
  it('is sorted by kind, pair and timeframe', () => {
    expect(names(sortStreams(STREAMS))).toEqual([
      'BTCUSD:technical_indicators:m5',
      'BTCUSD:technical_indicators:m15',
      'BTCUSD:technical_indicators:d1',
      'ETHUSD:technical_indicators:m1',
      'BTCUSD:processed_candles:h4',
      'BTCUSD:analysis:support_resistance',
      'BTCUSD:analysis:divergence',
      'BTCUSD:signals:ml_signals',
      'BTCUSD:analysis:order_flow',
      'BTCUSD:news:headlines',
    ])
  })

  it('[MO-35] shows streams that match all filters', () => {
    expect(filterStreams(STREAMS, {})).toEqual(STREAMS)
    expect(names(filterStreams(STREAMS, { category: 'signals' }))).toEqual(['BTCUSD:signals:ml_signals'])
    expect(names(filterStreams(STREAMS, { status: 'error' }))).toEqual(['BTCUSD:technical_indicators:m5'])
    expect(names(filterStreams(STREAMS, { q: ' btcusd:TECH ', status: 'active' }))).toEqual([
      'BTCUSD:technical_indicators:m15',
      'BTCUSD:technical_indicators:d1',
    ])
    expect(filterStreams(STREAMS, { category: 'gone' })).toEqual([])
  })

  it('[MO-35] offers every existing category, and the chosen one even if it no longer exists', () => {
    expect(categoriesOf(STREAMS, undefined)).toEqual([
      'analysis',
      'news',
      'processed_candles',
      'signals',
      'technical_indicators',
    ])
    expect(categoriesOf([listed('odd')], 'gone')).toEqual(['gone'])
  })

  it('[MO-36] is equal until a stream is added, removed or changes its status', () => {
    const [first, ...rest] = STREAMS as [ListedStream, ...ListedStream[]]
    expect(
      isSameList(
        STREAMS,
        STREAMS.map((each) => ({ ...each })),
      ),
    ).toBe(true)
    expect(isSameList(STREAMS, rest)).toBe(false)
    expect(isSameList(STREAMS, [{ ...first, status: 'error' }, ...rest])).toBe(false)
    expect(isSameList([first], [rest[0]!])).toBe(false)
  })

  it.each([
    [0, 1],
    [330, 1],
    [591, 1],
    [592, 2],
    [1_196, 4],
  ])('at %i px has %i columns', (width, columns) => {
    expect(columnsIn(width)).toBe(columns)
  })
})

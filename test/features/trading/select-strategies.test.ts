import { describe, expect, it } from 'vitest'
import { tradingSearch } from '#src/features/trading/search.ts'
import { summary } from '#test/support/data/strategy-samples.ts'
import { selectStrategies } from '#src/features/trading/list/bulk-actions.ts'

const STRATEGIES = [
  summary({ id: '4', name: 'Trend 10', description: 'Slow', status: 'paused', created_at: 4 }),
  summary({ id: '3', name: 'Trend 9', description: 'Fast', status: 'active', created_at: 3 }),
  summary({ id: '2', name: 'scalp', description: 'Fast', status: 'stopped', symbols: ['ETHUSD'], created_at: 2 }),
  summary({ id: '1', name: 'Zones', description: 'Slow', status: 'active', created_at: 1 }),
]
const ids = (search: Parameters<typeof selectStrategies>[1]) => selectStrategies(STRATEGIES, search).map(({ id }) => id)

describe('[TG-38] the list of strategies', () => {
  it.each([
    [{}, ['4', '3', '2', '1']],
    [{ sort: 'created_at' }, ['1', '2', '3', '4']],
    [{ sort: '-created_at' }, ['4', '3', '2', '1']],
    [{ sort: '-name' }, ['1', '4', '3', '2']],
    [{ sort: 'symbols' }, ['3', '4', '1', '2']],
    [{ sort: 'name' }, ['2', '3', '4', '1']],
    [{ sort: 'status' }, ['3', '1', '4', '2']],
    [{ status: 'active' }, ['3', '1']],
    [{ q: 'fast' }, ['3', '2']],
    [{ q: ' TREND  slow ' }, ['4']],
    [{ q: 'eth/usd' }, ['2']],
    [{ q: 'ethusd' }, ['2']],
    [{ q: 'slow', status: 'active', sort: 'created_at' }, ['1']],
    [{ q: 'none' }, []],
  ] as const)('%j selects %j', (search, expected) => {
    expect(ids(search)).toEqual(expected)
  })
})

describe('[TG-38] the address of the trading screen', () => {
  it.each([
    [
      { strategy: 'a', q: 7, status: 'paused', sort: 'name' },
      { strategy: 'a', q: '7', status: 'paused', sort: 'name' },
    ],
    [{ strategy: '', q: ['x'], status: 'gone', sort: 'oldest' }, {}],
    [{ q: 'x'.repeat(300) }, { q: 'x'.repeat(200) }],
  ])('%j is read as %j', (raw, expected) => {
    const { strategy, q, status, sort } = {
      strategy: undefined,
      q: undefined,
      status: undefined,
      sort: undefined,
      ...expected,
    }
    expect(tradingSearch(raw)).toEqual({ strategy, q, status, sort })
  })
})

import { expect, it } from 'vitest'
import { withLead } from '#src/features/dashboard/view/lead.ts'
import { matching, movePin, togglePin, watchlistOf } from '#src/features/dashboard/view/watchlist.ts'

const SERVED = ['BTCUSD', 'ETHUSD', 'XRPUSD'] as const

it('[DA-28] pinned pairs come first in their order, the others in that of the server', () => {
  const list = watchlistOf(SERVED, ['XRP/USD', 'SOLUSD', 'nonsense'])
  expect(list.map(({ pair, isPinned }) => [pair, isPinned])).toEqual([
    ['XRPUSD', true],
    ['BTCUSD', false],
    ['ETHUSD', false],
  ])
  expect(matching(list, ' x').map(({ pair }) => pair)).toEqual(['XRPUSD'])
  expect(matching(list, 'eth/u').map(({ pair }) => pair)).toEqual(['ETHUSD'])
})

it('[DA-28] pins are added at the end, moved within the list and no further', () => {
  expect(togglePin(['BTCUSD'], 'XRPUSD')).toEqual(['BTCUSD', 'XRPUSD'])
  expect(togglePin(['BTCUSD', 'XRPUSD'], 'BTCUSD')).toEqual(['XRPUSD'])
  expect(movePin(SERVED, 'XRPUSD', 0)).toEqual(['XRPUSD', 'BTCUSD', 'ETHUSD'])
  expect(movePin(SERVED, 'BTCUSD', -1)).toEqual(SERVED)
  expect(movePin(SERVED, 'BTCUSD', 9)).toEqual(['ETHUSD', 'XRPUSD', 'BTCUSD'])
  expect(movePin(['BTCUSD'], 'ETHUSD', 0)).toEqual(['BTCUSD'])
})

it('[DA-29] what is of the chosen timeframe leads, unless that is the default', () => {
  const items = (['H4', 'M5', 'H1'] as const).map((timeframe) => ({ timeframe }))
  expect(withLead(items, 'H1').map(({ timeframe }) => timeframe)).toEqual(['H1', 'H4', 'M5'])
  expect(withLead(items, 'M1')).toBe(items)
  expect(withLead(items, 'D1')).toBe(items)
})

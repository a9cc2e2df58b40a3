import { expect, it } from 'vitest'
import { storedSearch, noteOf, searchOf, viewOf } from '#src/features/dashboard/view/address.ts'
import { DEFAULT_VIEW } from '#src/streams/index.ts'

const HOURLY_ETH = { pair: 'ETHUSD', timeframe: 'H1' } as const

it('[DA-26] an address names the view, the default one by naming none', () => {
  expect(viewOf({}, [])).toEqual(DEFAULT_VIEW)
  expect(viewOf({ pair: 'ETHUSD', tf: '1h' }, [])).toEqual(HOURLY_ETH)
  expect(viewOf({ pair: 'xbt/usd', tf: 'h4' }, [])).toEqual({ pair: 'BTCUSD', timeframe: 'H4' })
  expect(searchOf(HOURLY_ETH)).toEqual({ pair: 'ETHUSD', tf: '1h' })
  expect(searchOf(DEFAULT_VIEW)).toEqual({ pair: undefined, tf: undefined })
})

it('[DA-26] the stored view opens only where the address names none, and needs no name if it is the default', () => {
  expect(storedSearch({}, searchOf(HOURLY_ETH))).toEqual({ pair: 'ETHUSD', tf: '1h' })
  expect(storedSearch({ tf: '5m' }, searchOf(HOURLY_ETH))).toBeUndefined()
  expect(storedSearch({}, searchOf(DEFAULT_VIEW))).toBeUndefined()
  expect(storedSearch({}, undefined)).toBeUndefined()
})

it('[DA-27] what the server does not have is replaced, and the note says by what', () => {
  const served = ['BTCUSD', 'ETHUSD']
  expect(noteOf({ pair: 'ETHUSD', tf: '1h' }, served)).toBeUndefined()
  expect(viewOf({ pair: 'XRPUSD' }, served)).toEqual(DEFAULT_VIEW)
  expect(noteOf({ pair: 'XRPUSD' }, served)).toBe('This server has no pair XRP/USD; this is BTC/USD.')
  expect(noteOf({ pair: 'NOSUCH', tf: '7m' }, [])).toBe(
    'This server has no pair NOSUCH; this is BTC/USD. There is no timeframe 7m; this is 1m.',
  )
  expect(viewOf({}, ['ETHUSD', 'XRPUSD'])).toEqual({ pair: 'ETHUSD', timeframe: 'M1' })
  expect(noteOf({}, ['ETHUSD', 'XRPUSD'])).toBeUndefined()
})

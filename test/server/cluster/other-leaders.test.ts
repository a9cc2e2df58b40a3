import { describe, expect, it } from 'vitest'
import { runsHere } from '#server/cluster/other-leaders.ts'

const BTC = { market: 'kraken', pairs: ['BTCUSD'] } as const
const XRP = { market: 'kraken', pairs: ['XRPUSD', 'ETHUSD'] } as const

describe('backtests of several leaders', () => {
  it('[BT-37] run with the leader of their pair, those on imported candles with that of the first pair', () => {
    const sets = ['market:kraken:BTCUSD', 'market:kraken:ETHUSD', 'library:kraken:ETHUSD']
    expect(sets.map((set) => runsHere(set, BTC, XRP.pairs))).toEqual([true, false, true])
    expect(sets.map((set) => runsHere(set, XRP, BTC.pairs))).toEqual([false, true, false])
  })

  it('[BT-37] all run with the only leader, also those whose pair it no longer has', () => {
    const sets = ['market:kraken:LTCUSD', 'library:kraken:ETHUSD']
    expect(sets.map((set) => runsHere(set, BTC, []))).toEqual([true, true])
  })
})

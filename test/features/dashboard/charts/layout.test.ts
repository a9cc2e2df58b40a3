import { describe, expect, it } from 'vitest'
import { chartsText, countOf, firstCharts, parseCharts, resized } from '#src/features/dashboard/charts/layout.ts'

const BTC_M1 = { pair: 'BTCUSD', timeframe: 'M1' } as const
const ETH_H1 = { pair: 'ETHUSD', timeframe: 'H1' } as const

describe('[CH-82] the charts of a page', () => {
  it('are a text that names each, and back', () => {
    const text = chartsText([BTC_M1, ETH_H1])
    expect(text).toBe('BTCUSD-1m.ETHUSD-1h')
    expect(new URLSearchParams({ text }).toString()).toBe('text=BTCUSD-1m.ETHUSD-1h')
    expect(parseCharts(text)).toEqual([BTC_M1, ETH_H1])
  })

  it('leave out what is not named right, and are one, two or four', () => {
    expect(parseCharts('BTCUSD-1m.NONSENSE-1m.ETHUSD-7m.ETHUSD-1h..-')).toEqual([BTC_M1, ETH_H1])
    expect(parseCharts('')).toEqual([])
    expect([0, 1, 2, 3, 4, 9].map(countOf)).toEqual(['1', '1', '2', '2', '4', '4'])
    expect(parseCharts(Array(9).fill('BTCUSD-1m').join('.'))).toHaveLength(4)
    expect(parseCharts(Array(3).fill('BTCUSD-1m').join('.'))).toHaveLength(2)
  })

  it('become more with other pairs of the server, then with other timeframes', () => {
    expect(chartsText(resized([ETH_H1], 2, ['BTCUSD', 'ETHUSD']))).toBe('ETHUSD-1h.BTCUSD-1h')
    expect(chartsText(resized([ETH_H1], 4, ['BTCUSD', 'ETHUSD']))).toBe('ETHUSD-1h.BTCUSD-1h.ETHUSD-1m.ETHUSD-5m')
    expect(chartsText(resized([ETH_H1], 4, []))).toBe('ETHUSD-1h.ETHUSD-1m.ETHUSD-5m.ETHUSD-15m')
    expect(resized([BTC_M1, ETH_H1], 1, [])).toEqual([BTC_M1])
    expect(chartsText(firstCharts('XRPUSD'))).toBe('XRPUSD-1m.XRPUSD-15m.XRPUSD-1h.XRPUSD-1d')
  })
})

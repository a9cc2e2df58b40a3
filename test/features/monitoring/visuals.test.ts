import { describe, expect, it } from 'vitest'
import { candleScales, positionOn } from '#src/features/monitoring/visuals/StreamVisual.tsx'

const record = (key: string, low: number, high: number) => ({
  key: `tdp:kraken:${key}`,
  data: { ProcessedCandle: { open: low, high, low, close: high, volume: 1 } },
})

describe('[MO-58] the scale of candles', () => {
  it('is one for all timeframes of a pair', () => {
    const scales = candleScales([
      record('BTCUSD:processed_candles:m1', 105, 106),
      record('BTCUSD:processed_candles:d1', 90, 110),
      record('ETHUSD:processed_candles:m1', 5, 6),
      { key: 'tdp:kraken:BTCUSD:processed_candles:h1', data: null },
      { key: 'tdp:kraken:BTCUSD:processed_candles:h4', data: 'broken' },
    ])
    expect([...scales]).toEqual([
      ['BTCUSD', { low: 90, high: 110 }],
      ['ETHUSD', { low: 5, high: 6 }],
    ])
  })

  it.each([
    [90, 0],
    [100, 0.5],
    [110, 1],
    [120, 1],
  ])('has %d at %d', (price, position) => {
    expect(positionOn({ low: 90, high: 110 }, price)).toBe(position)
  })

  it('has everything in the middle without height', () => {
    expect(positionOn({ low: 5, high: 5 }, 5)).toBe(0.5)
  })
})

import { describe, expect, it } from 'vitest'
import {
  formatChange,
  formatDollars,
  formatCount,
  formatMegabytes,
  formatMoveSize,
  formatNumber,
  formatPercent,
  formatPrice,
  formatVolume,
} from '#src/ui/format/number.ts'

describe('[UI-23] counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1K'],
    [1_234, '1.2K'],
    [1_250, '1.3K'],
    [999_949, '999.9K'],
    [999_950, '1M'],
    [1_000_000, '1M'],
    [3_000_000, '3M'],
    [12_345_678, '12.3M'],
    [Number.NaN, 'N/A'],
    [null, 'N/A'],
  ])('formats %d as %s', (count, text) => {
    expect(formatCount(count)).toBe(text)
  })
})

describe('[UI-24] prices and volumes', () => {
  it.each([
    ['BTCUSD', 10_817.25, '10,817.3', '10,817.25000000'],
    ['ETHUSD', 0.5, '0.50', '0.50000000'],
    ['XRPUSD', 0.123456, '0.12346', '0.12345600'],
  ] as const)('uses the decimals of %s', (pair, value, price, volume) => {
    expect([formatPrice(value, pair), formatVolume(value, pair)]).toEqual([price, volume])
  })

  it.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('%s is not available', (none) => {
    expect([
      formatPrice(none, 'BTCUSD'),
      formatNumber(none),
      formatPercent(none),
      formatChange(none),
      formatMoveSize(none),
      formatMegabytes(none),
    ]).toEqual(Array.from({ length: 6 }, () => 'N/A'))
  })
})

describe('percentages and changes', () => {
  it.each([
    [0.664, 0, '66%'],
    [1, 0, '100%'],
    [0.12345, 1, '12.3%'],
  ])('%d as percent', (fraction, decimals, text) => {
    expect(formatPercent(fraction, decimals)).toBe(text)
  })

  it.each([
    [1.254, '+1.25%'],
    [-0.4, '-0.40%'],
    [0, '0.00%'],
    [-0.001, '0.00%'],
    [1_234.5, '+1,234.50%'],
  ])('[UI-3] formats %d with its sign', (percent, text) => {
    expect(formatChange(percent)).toBe(text)
  })

  it('[UI-3] formats the size of a move that may go either way', () => {
    expect([0.314, -1.2, 0].map((percent) => formatMoveSize(percent))).toEqual(['±0.31%', '±1.20%', '±0.00%'])
  })

  it('formats amounts with the sign before the currency', () => {
    expect([1_234.5, -1.5, -0.001, undefined].map((amount) => formatDollars(amount))).toEqual([
      '$1,234.50',
      '-$1.50',
      '$0.00',
      'N/A',
    ])
  })

  it('formats file sizes', () => {
    expect(formatMegabytes(1_310_720)).toBe('1.25 MB')
    expect(formatMegabytes(5_243)).toBe('0.01 MB')
    expect(formatMegabytes(5_242)).toBe('5.1 kB')
    expect(formatMegabytes(1)).toBe('0.1 kB')
    expect(formatMegabytes(0)).toBe('0.00 MB')
  })
})

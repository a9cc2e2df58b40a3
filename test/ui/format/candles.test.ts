import { expect, it } from 'vitest'
import {
  describeCandle,
  describeCandles,
  extremesOf,
  formatMinutes,
  missingMinutes,
  formatCandle,
} from '#src/ui/format/candles.ts'
import { candle } from '#test/support/data/candles.ts'

const before = candle(0, { open: 8_500, close: 8_510, high: 8_520, low: 8_490 })
const after = candle(3, { open: 8_510, close: 8_505, volume: 2.5 })

it('[CH-5] counts the missing minutes between two candles', () => {
  expect(missingMinutes(before, after)).toBe(2)
  expect(missingMinutes(before, candle(1))).toBe(0)
  expect(missingMinutes(after, after)).toBe(0)
  expect(missingMinutes(undefined, after)).toBe(0)
})

it('[CH-17] finds the lowest and highest price and the largest volume', () => {
  expect(extremesOf([before, after])).toEqual({ low: 8_490, high: 8_520, volume: 2.5 })
})

it('[CH-30] describes a candle in a sentence, with the missing minutes before it', () => {
  expect(describeCandle(after, 2, 1)).toBe(
    '2019-06-01 00:03:00 UTC: open 8,510.0, high 8,510.0, low 8,505.0, close 8,505.0, volume 2.5000, after 2 missing minutes',
  )
  expect(describeCandle(after, 1, 1)).toMatch(/volume 2\.5000, after 1 missing minute$/)
  expect(describeCandle(after, 0, 1)).toMatch(/volume 2\.5000$/)
  expect(describeCandle(undefined, 0, 1)).toBe('No candle')
})

it('[CH-5] formats a candle in one line, with the missing minutes before it', () => {
  expect(formatCandle(after, '00:03', 2, 1)).toBe(
    '00:03   O 8,510.0   H 8,510.0   L 8,505.0   C 8,505.0   V 2.5000   2 min missing before',
  )
  expect(formatCandle(after, '00:03', 0, 1)).toMatch(/V 2\.5000$/)
})

it('[CH-5] says how long a gap of coarser candles is', () => {
  const hours = [candle(0), candle(60), candle(240)]
  expect(hours.map((each, at) => missingMinutes(hours[at - 1], each, 3_600))).toEqual([0, 0, 120])
  expect([5, 60, 120, 90, 2_880].map(formatMinutes)).toEqual(['5 min', '1 h', '2 h', '90 min', '2 d'])
  expect(describeCandle(after, 120, 1)).toMatch(/after 2 missing hours$/)
  expect(describeCandles(hours, 1, 0, 3_600)).toMatch(/^3 one-hour candles .* 2 hours without a candle\. /)
})

it('[CH-31] describes the candles in a paragraph', () => {
  expect(describeCandles([before, after], 1, 3)).toBe(
    '2 one-minute candles from 2019-06-01 00:00:00 UTC to 2019-06-01 00:03:00 UTC. ' +
      'First open 8,500.0, lowest 8,490.0, highest 8,520.0, last close 8,505.0. ' +
      '2 minutes without a candle. 3 support and resistance levels.',
  )
  expect(describeCandles([], 1, 0)).toBe('No candles yet.')
})

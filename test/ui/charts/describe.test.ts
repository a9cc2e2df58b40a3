import { expect, it } from 'vitest'
import { describeCandle, describeSeries } from '#src/ui/charts/describe.ts'
import { Series } from '#src/ui/charts/series.ts'
import { candle } from '#test/rig/candles.ts'

const series = new Series(10)
series.fold({
  kind: 'reset',
  candles: [
    candle(0, { open: 8_500, close: 8_510, high: 8_520, low: 8_490 }),
    candle(3, { open: 8_510, close: 8_505, volume: 2.5 }),
  ],
})

it('[CH-30] puts a candle into words, with the minutes missing before it', () => {
  expect(describeCandle(series, 1, 1)).toBe(
    '2019-06-01 00:03:00 UTC: open 8,510.0, high 8,510.0, low 8,505.0, close 8,505.0, volume 2.5000, after 2 missing minutes',
  )
  expect(describeCandle(series, 9, 1)).toBe('No candle')
})

it('[CH-31] puts the series into words', () => {
  expect(describeSeries(series, 1, 3)).toBe(
    '2 one-minute candles from 2019-06-01 00:00:00 UTC to 2019-06-01 00:03:00 UTC. ' +
      'First open 8,500.0, lowest 8,490.0, highest 8,520.0, last close 8,505.0. ' +
      '2 minutes without a candle. 3 support and resistance levels.',
  )
  expect(describeSeries(new Series(10), 1, 0)).toBe('No candles yet.')
})

import { describe, expect, it } from 'vitest'
import { measure, measurementLines } from '#src/ui/charts/drawings/measure.ts'
import { formatSpan } from '#src/ui/format/candles.ts'
import { Series } from '#src/ui/charts/series.ts'
import { candles, resetOf } from '#test/support/data/candles.ts'

const series = new Series()
series.apply(resetOf([...candles(10), ...candles(10, 70)]))

describe('[CH-65] a measurement', () => {
  it('has change, percent, candles and time, across a gap', () => {
    const measurement = { from: { slot: 5, price: 200 }, to: { slot: 15, price: 203 } }
    expect(measure(measurement, series)).toEqual({ change: 3, percent: 1.5, candles: 10, minutes: 70 })
    expect(measurementLines(measurement, series, 1)).toEqual(['+3.0 (+1.50%)', '+10 candles, 1 h 10 min'])
  })

  it('has the signs of its direction', () => {
    const back = { from: { slot: 6, price: 203 }, to: { slot: 5, price: 200 } }
    expect(measurementLines(back, series, 2)).toEqual(['-3.00 (-1.48%)', '-1 candle, 1 min'])
  })

  it('has none where nothing changes', () => {
    const still = { from: { slot: 5, price: 200 }, to: { slot: 5, price: 200 } }
    expect(measurementLines(still, series, 0)).toEqual(['0 (0.00%)', '0 candles, 0 min'])
  })

  it.each([
    [59, '59 min'],
    [60, '1 h'],
    [1_505, '1 d 1 h'],
    [2_880, '2 d'],
  ])('says %d minutes as %s', (minutes, text) => expect(formatSpan(minutes)).toBe(text))
})

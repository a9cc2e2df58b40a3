import { describe, expect, it } from 'vitest'
import {
  INDICATOR_COLUMNS,
  indicatorValues,
  valuesByName,
  type IndicatorColumn,
} from '#contract/payloads/indicator-series.ts'
import { INDICATOR_WARM_UP, indicatorSeries } from '#server/analysis/indicators/series.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { candleOf, cell, readTable, walk } from '#test/support/data/analysis.ts'
import { referenceData } from '#test/support/data/reference.ts'

type Arguments = Parameters<typeof indicatorSeries>
function seriesOf(...given: Arguments) {
  const steps = indicatorSeries(...given)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Largest difference relative to the reference value. */
const errorOf = (ours: number | null | undefined, theirs: number): number =>
  Math.abs((ours ?? Number.NaN) - theirs) / Math.max(Math.abs(theirs), 1e-9)

const MIDNIGHT = 1_560_038_400

describe('[SL-44] past indicators', () => {
  it('equal those published at the time, wherever the page begins', () => {
    const candles = walk({ count: 2_400, start: MIDNIGHT })
    const tracker = createIndicatorTracker('BTCUSD', 'kraken', 'M1')
    const published = candles.map((candle) => indicatorValues(tracker.append(candle)))
    const first = 2_200
    const { rows, columns } = seriesOf(
      'BTCUSD',
      'M1',
      candles.slice(first - INDICATOR_WARM_UP),
      candles[first]?.timestamp ?? 0,
    )
    expect(columns).toEqual(INDICATOR_COLUMNS)
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(candles.slice(first).map(({ timestamp }) => timestamp))
    for (const [index, { values }] of rows.entries()) {
      const [ours, theirs] = [valuesByName(columns, values), published[first + index] ?? {}]
      const errors = INDICATOR_COLUMNS.map((column) => errorOf(ours[column], theirs[column] ?? Number.NaN))
      expect(Math.max(...errors)).toBeLessThan(1e-9)
    }
  })

  it('are null while they warm up', () => {
    const [candle] = walk({ count: 1, start: MIDNIGHT + 60 })
    const { rows } = seriesOf('BTCUSD', 'M1', candle ? [candle] : [], 0)
    expect(rows.map(({ values }) => values)).toEqual([INDICATOR_COLUMNS.map(() => null)])
  })
})

const NAMES: Partial<Record<IndicatorColumn, string>> = {
  ema_9: 'ema_9',
  ema_21: 'ema_21',
  ema_100: 'ema_100',
  bollinger_upper: 'bb_upper',
  bollinger_middle: 'bb_middle',
  bollinger_lower: 'bb_lower',
  rsi_14: 'rsi_14',
  macd_line: 'macd',
  macd_signal: 'macd_signal',
  macd_histogram: 'macd_hist',
}

const TABLES = ['indicators/talib-BTCUSD-1m-2019-06-26_27.csv.gz', 'indicators/talib-BTCUSDT-1m-2025-06-22.csv.gz']
for (const name of TABLES) {
  const path = referenceData(name)
  describe.skipIf(!path)(`[SL-44] a page of past indicators equals TA-Lib on ${name}`, () => {
    const table = path ? readTable(path) : []
    const candles = table.map(candleOf)
    const first = Math.min(INDICATOR_WARM_UP + 200, candles.length - 300)
    const { rows, columns } = seriesOf(
      'BTCUSD',
      'M1',
      candles.slice(Math.max(0, first - INDICATOR_WARM_UP)),
      candles[first]?.timestamp ?? 0,
    )

    it.each(Object.entries(NAMES))('%s', (column, theirName) => {
      const at = columns.indexOf(column)
      expect(rows.length).toBeGreaterThan(250)
      const errors = rows.map(({ values }, index) => {
        const theirs = cell(table[first + index] ?? {}, theirName)
        return theirs === undefined ? Number.NaN : errorOf(values[at], theirs)
      })
      expect(Math.max(...errors)).toBeLessThan(1e-6)
    })
  })
}

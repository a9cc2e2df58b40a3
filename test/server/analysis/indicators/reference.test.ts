import { describe, expect, it } from 'vitest'
import { createVwap } from '#server/analysis/indicators/volume.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { candleOf, cell, readTable } from '#test/support/data/analysis.ts'
import { referenceData } from '#test/support/data/reference.ts'

const WARM_UP = 250
const TOLERANCE = 1e-6

type Snapshot = ReturnType<ReturnType<typeof createIndicatorTracker>['append']>

/** Largest difference relative to the reference value, from `from` on, and how many values were compared. */
function worst(path: string, column: string, read: (snapshot: Snapshot) => number | undefined, from: number) {
  const tracker = createIndicatorTracker('BTCUSD', 'kraken', 'M1')
  let error = 0
  let compared = 0
  readTable(path).forEach((row, i) => {
    const ours = read(tracker.append(candleOf(row, i)))
    const theirs = cell(row, column)
    if (theirs === undefined || i < from) return
    compared += 1
    error = Math.max(error, Math.abs((ours ?? Number.NaN) - theirs) / Math.max(Math.abs(theirs), 1e-9))
  })
  return { error, compared }
}

const COLUMNS: readonly [column: string, read: (s: Snapshot) => number | undefined, from: number][] = [
  ['rsi_14', (s) => s.rsi_14, 0],
  ['rsi_7', (s) => s.rsi_7, 0],
  ['ema_9', (s) => s.ema_9, 0],
  ['ema_21', (s) => s.ema_21, 0],
  ['ema_100', (s) => s.ema_100, 0],
  ['macd', (s) => s.macd?.macd_line, 33],
  ['macd_signal', (s) => s.macd?.signal_line, 0],
  ['bb_upper', (s) => s.bollinger_bands?.upper, 0],
  ['bb_middle', (s) => s.bollinger_bands?.middle, 0],
  ['bb_lower', (s) => s.bollinger_bands?.lower, 0],
  ['atr_14', (s) => s.atr_14, 0],
  ['adx_14', (s) => s.adx?.adx, 0],
  ['plus_di_14', (s) => s.adx?.plus_di, 0],
  ['minus_di_14', (s) => s.adx?.minus_di, 0],
  ['stoch_14_3_3_k', (s) => s.stochastic?.k_percent, 0],
  ['stoch_14_3_3_d', (s) => s.stochastic?.d_percent, 0],
]

const TABLES = ['indicators/talib-BTCUSD-1m-2019-06-26_27.csv.gz', 'indicators/talib-BTCUSDT-1m-2025-06-22.csv.gz']

for (const name of TABLES) {
  const path = referenceData(name)
  describe.skipIf(!path)(`[AN-1] indicators equal TA-Lib on ${name}`, () => {
    it.each(COLUMNS)('%s', (column, read, from) => {
      const { error, compared } = worst(path ?? '', column, read, from)
      expect(compared).toBeGreaterThan(1_000)
      expect(error).toBeLessThan(TOLERANCE)
    })

    it('obv changes by the same steps', () => {
      const tracker = createIndicatorTracker('BTCUSD', 'kraken', 'M1')
      const rows = readTable(path ?? '')
      const ours = rows.map((row, i) => tracker.append(candleOf(row, i)).obv ?? Number.NaN)
      const theirs = rows.map((row) => cell(row, 'obv') ?? Number.NaN)
      for (let i = 1; i < rows.length; i++) {
        expect((ours[i] ?? 0) - (ours[i - 1] ?? 0)).toBeCloseTo((theirs[i] ?? 0) - (theirs[i - 1] ?? 0), 6)
      }
    })
  })
}

const skender = referenceData('indicators/skender-standard.csv')
describe.skipIf(!skender)('[AN-1] indicators equal Skender', () => {
  const SKENDER = COLUMNS.filter(([column]) => !['rsi_7', 'ema_9', 'ema_21', 'ema_100'].includes(column))

  it.each(SKENDER)('%s', (column, read) => {
    const { error, compared } = worst(skender ?? '', column, read, WARM_UP)
    expect(compared).toBeGreaterThan(200)
    expect(error).toBeLessThan(TOLERANCE)
  })

  it('vwap, anchored at the first candle like the table', () => {
    const vwap = createVwap(
      () => 0,
      () => true,
    )
    readTable(skender ?? '').forEach((row, i) => {
      const theirs = cell(row, 'vwap_whole_set') ?? Number.NaN
      expect(Math.abs((vwap.append(candleOf(row, i)) ?? Number.NaN) / theirs - 1)).toBeLessThan(TOLERANCE)
    })
  })
})

import type { BacktestSettings } from '#contract/backtests/request.ts'
import type { Candle } from '#contract/candles.ts'
import { createColumns, type CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import type { Readings } from '#server/backtests/readings/readings.ts'
import type { ReadingsStore } from '#server/backtests/readings/store.ts'

/** The candles as columns. */
export function toColumns(candles: readonly Candle[]): CandleColumns {
  const columns = createColumns(candles.length)
  candles.forEach(({ timestamp, open, high, low, close, volume }, row) => {
    columns.at[row] = timestamp * 1000
    columns.open[row] = open
    columns.high[row] = high
    columns.low[row] = low
    columns.close[row] = close
    columns.volume[row] = volume
  })
  return columns
}

/** Settings of a backtest over a span in unix ms, without costs. */
export const settingsOf = (given: Partial<BacktestSettings> & { from: number; to: number }): BacktestSettings => ({
  pair: 'BTCUSD',
  data_set: 'market:replay:BTCUSD',
  capital: 10_000,
  fee_pct: 0,
  slippage: { half_spread_pct: 0, range_share: 0 },
  allow_short: false,
  ...given,
})

/** Keeps readings in memory. */
export function memoryReadings(): ReadingsStore & { readonly saved: Map<string, Readings> } {
  const saved = new Map<string, Readings>()
  const nameOf = ({ dataSet, month, hash }: Parameters<ReadingsStore['load']>[0]) => `${dataSet} ${month} ${hash}`
  return {
    saved,
    async load(name, keys) {
      const found = saved.get(nameOf(name))
      return found && { ...found, streams: found.streams.filter(({ key }) => keys.has(key)) }
    },
    async save(name, readings) {
      saved.set(nameOf(name), readings)
    },
  }
}

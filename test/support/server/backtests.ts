import type { BacktestSettings } from '#contract/backtests/request.ts'
import type { Readings } from '#server/backtests/readings/readings.ts'
import type { ReadingsStore } from '#server/backtests/readings/store.ts'

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

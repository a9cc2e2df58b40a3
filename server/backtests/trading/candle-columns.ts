import type { Candle } from '#contract/candles.ts'

type Column = Float64Array<ArrayBuffer>

/** Minute candles by column, oldest first; absent minutes have no row. */
export interface CandleColumns {
  readonly length: number
  /** Opening of the minute, unix ms. */
  readonly at: Column
  readonly open: Column
  readonly high: Column
  readonly low: Column
  readonly close: Column
  readonly volume: Column
}

/** Columns for this many rows. */
export const createColumns = (length: number): CandleColumns => ({
  length,
  at: new Float64Array(length),
  open: new Float64Array(length),
  high: new Float64Array(length),
  low: new Float64Array(length),
  close: new Float64Array(length),
  volume: new Float64Array(length),
})

/** Candles by column. */
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

/** The first row that opened at or after a time (unix ms); the length if there is none. */
export function rowFrom({ at, length }: CandleColumns, ms: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((at[middle] ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows from `from` up to but excluding `to`, without copying. */
export const sliceRows = (columns: CandleColumns, from: number, to: number): CandleColumns => ({
  length: to - from,
  at: columns.at.subarray(from, to),
  open: columns.open.subarray(from, to),
  high: columns.high.subarray(from, to),
  low: columns.low.subarray(from, to),
  close: columns.close.subarray(from, to),
  volume: columns.volume.subarray(from, to),
})

export function candleAt(candles: CandleColumns, row: number): Candle {
  return {
    timestamp: (candles.at[row] ?? 0) / 1000,
    open: candles.open[row] ?? 0,
    high: candles.high[row] ?? 0,
    low: candles.low[row] ?? 0,
    close: candles.close[row] ?? 0,
    volume: candles.volume[row] ?? 0,
  }
}

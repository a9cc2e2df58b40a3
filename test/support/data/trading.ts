import { createColumns, type CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import type { TradingTerms } from '#server/backtests/trading/terms.ts'

export const MINUTE_MS = 60_000
/** 2019-06-01T00:00:00Z */
export const START_MS = 1_559_347_200_000

/** Open, high, low and close of a minute; null for an absent one. */
export type Prices = readonly [open: number, high: number, low: number, close: number] | null

/** The minutes from `START_MS` on. */
export function columnsOf(minutes: readonly Prices[]): CandleColumns {
  const present = minutes.flatMap((prices, minute) => (prices === null ? [] : [{ minute, prices }]))
  const columns = createColumns(present.length)
  present.forEach(({ minute, prices: [open, high, low, close] }, row) => {
    columns.at[row] = START_MS + minute * MINUTE_MS
    columns.open[row] = open
    columns.high[row] = high
    columns.low[row] = low
    columns.close[row] = close
    columns.volume[row] = 1
  })
  return columns
}

/** A minute at one price. */
export const flat = (price: number): Prices => [price, price, price, price]

/** A thousand dollars, all of them in one position, at no cost. */
export const terms = (given: Partial<TradingTerms> = {}): TradingTerms => ({
  capital: 1_000,
  fee: 0,
  halfSpread: 0,
  rangeShare: 0,
  allowShort: false,
  position: null,
  stop: null,
  target: null,
  ...given,
})

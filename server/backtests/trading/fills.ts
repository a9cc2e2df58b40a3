import type { CandleColumns } from './candle-columns.ts'
import type { TradingTerms } from './terms.ts'

/** The price of an order. `base` is what it would have been without slippage. */
export interface Fill {
  readonly base: number
  readonly price: number
}

/**
 * [BT-3] An order executed from `base` in a minute: half the spread and a share of the minute's range worse, but never
 * beyond its low or high by more than half the spread. `direction` is 1 for buying, -1 for selling.
 */
export function slippedFill(
  { high, low }: CandleColumns,
  row: number,
  direction: 1 | -1,
  base: number,
  { halfSpread, rangeShare }: Pick<TradingTerms, 'halfSpread' | 'rangeShare'>,
): Fill {
  const highest = high[row] ?? base
  const lowest = low[row] ?? base
  const worse = base + direction * (base * halfSpread + rangeShare * (highest - lowest))
  const price =
    direction === 1 ? Math.min(worse, highest * (1 + halfSpread)) : Math.max(worse, lowest * (1 - halfSpread))
  return { base, price }
}

/** [BT-5] A closing at the last known price: only half the spread worse. */
export const closingFill = (
  close: number,
  direction: 1 | -1,
  { halfSpread }: Pick<TradingTerms, 'halfSpread'>,
): Fill => ({
  base: close,
  price: close * (1 + direction * halfSpread),
})

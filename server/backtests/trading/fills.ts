import type { Candle } from '#contract/candles.ts'
import type { TradingTerms } from './terms.ts'

/** 1 for buying and for a long position, -1 for selling and for a short one. */
export type Direction = 1 | -1

/** The price of an order. `base` is what it would have been without slippage. */
export interface Fill {
  readonly base: number
  readonly price: number
}

/**
 * [BT-3] An order executed from `base` in a minute: half the spread and a share of the minute's range worse, but never
 * beyond its low or high by more than half the spread.
 */
export function slippedFill(
  { high, low }: Candle,
  direction: Direction,
  base: number,
  { halfSpread, rangeShare }: Pick<TradingTerms, 'halfSpread' | 'rangeShare'>,
): Fill {
  const worse = base + direction * (base * halfSpread + rangeShare * (high - low))
  const price = direction === 1 ? Math.min(worse, high * (1 + halfSpread)) : Math.max(worse, low * (1 - halfSpread))
  return { base, price }
}

/** [BT-5] A closing at the last known price: only half the spread worse. */
export const closingFill = (
  close: number,
  direction: Direction,
  { halfSpread }: Pick<TradingTerms, 'halfSpread'>,
): Fill => ({
  base: close,
  price: close * (1 + direction * halfSpread),
})

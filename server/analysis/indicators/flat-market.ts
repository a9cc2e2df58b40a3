import { fold, type Indicator } from './indicator.ts'

/** Number of candles without price movement. */
export interface FlatMarket {
  /** Candles since the close last changed; infinite when it never did. */
  readonly closes: number
  /** Consecutive candles with a single price, the same in all of them. */
  readonly ranges: number
}

/** Counts candles without movement. Oscillators divide by movement, so without any they are undefined, not 0 or 100. */
export const createFlatMarket = (): Indicator<FlatMarket> =>
  fold(
    { price: Number.NaN, closes: Number.POSITIVE_INFINITY, ranges: 0 },
    (state, { high, low, close }) => {
      const isOnePrice = high === low
      const isFirst = Number.isNaN(state.price)
      return {
        price: close,
        closes: isFirst || close === state.price ? state.closes + 1 : 0,
        ranges: isOnePrice ? (close === state.price ? state.ranges + 1 : 1) : 0,
      }
    },
    ({ closes, ranges }) => ({ closes, ranges }),
  )

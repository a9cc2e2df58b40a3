import { fold, type Indicator } from './indicator.ts'

/** How long price has not moved, in candles. */
export interface FlatMarket {
  /** Candles since the close last differed from the one before; infinite when it never did. */
  readonly closes: number
  /** Candles in a row that hold one price alone, and all the same one. */
  readonly ranges: number
}

/** Oscillators divide by movement: where there was none they are not 0 or 100 but undefined. */
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

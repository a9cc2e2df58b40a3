import { fold, type Figure } from './figure.ts'

/** How long price has not moved, in candles. */
export interface Stillness {
  /** Candles since the close last differed from the one before; infinite when it never did. */
  readonly closes: number
  /** Candles in a row that hold one price alone, and all the same one. */
  readonly ranges: number
}

/** Oscillators divide by movement: where there was none they are not 0 or 100 but undefined. */
export const createStillness = (): Figure<Stillness> =>
  fold(
    { price: Number.NaN, closes: Number.POSITIVE_INFINITY, ranges: 0 },
    (state, { high, low, close }) => {
      const one = high === low
      const first = Number.isNaN(state.price)
      return {
        price: close,
        closes: first || close === state.price ? state.closes + 1 : 0,
        ranges: one ? (close === state.price ? state.ranges + 1 : 1) : 0,
      }
    },
    ({ closes, ranges }) => ({ closes, ranges }),
  )

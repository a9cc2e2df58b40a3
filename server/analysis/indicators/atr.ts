import type { Candle } from '#contract/candles.ts'
import { fold, type Indicator } from './indicator.ts'

/** True range of a candle, including the gap from the previous close. */
export const trueRange = ({ high, low }: Candle, previousClose: number): number =>
  Math.max(high, previousClose) - Math.min(low, previousClose)

interface State {
  readonly previousClose: number | undefined
  /** Number of true ranges so far; the first candle has none. */
  readonly count: number
  /** Average so far; during warm-up, the partial sum of the first mean. */
  readonly value: number
}

const START: State = { previousClose: undefined, count: 0, value: 0 }

/**
 * Average true range (Wilder 1978), seeded as TA-Lib does: the mean of the first `period` true ranges, then Wilder smoothing.
 * (trading-signals counts high - low of the very first candle as a range: up to 73 % off at first on recorded months, and
 * still 1e-6 after two hundred candles.)
 */
export const createAtr = (period: number): Indicator<number> =>
  fold(
    START,
    ({ previousClose, count, value }, candle) => {
      if (previousClose === undefined) return { previousClose: candle.close, count, value }
      const range = trueRange(candle, previousClose)
      const next = count < period ? value + range / period : value + (range - value) / period
      return { previousClose: candle.close, count: count + 1, value: next }
    },
    ({ count, value }) => (count < period ? undefined : value),
  )

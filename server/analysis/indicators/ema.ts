import { fold, type Indicator } from './indicator.ts'

/** State of an exponential moving average; `sum` adds up the first `period` values. */
export interface EmaState {
  readonly count: number
  readonly sum: number
  readonly value: number | undefined
}

export const EMA_START: EmaState = { count: 0, sum: 0, value: undefined }

/**
 * One step of the exponential moving average with k = 2 / (period + 1), seeded by the simple mean of the first `period`
 * values as TA-Lib does. (Seeding by the first value alone is still 0.03 % off after 100 candles for period 100.)
 */
export function stepEma(state: EmaState, period: number, input: number): EmaState {
  const count = state.count + 1
  if (state.value !== undefined) {
    return { count, sum: 0, value: state.value + (2 / (period + 1)) * (input - state.value) }
  }
  const sum = state.sum + input
  return { count, sum, value: count === period ? sum / period : undefined }
}

/** Exponential moving average of closes. */
export const createEma = (period: number): Indicator<number> =>
  fold(
    EMA_START,
    (state, candle) => stepEma(state, period, candle.close),
    (state) => state.value,
  )

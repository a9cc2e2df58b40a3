import { EMA_START, stepEma } from './ema.ts'
import { fold, type Indicator } from './indicator.ts'

export interface Macd {
  readonly line: number
  readonly signal: number
  readonly histogram: number
}

/**
 * Moving average convergence/divergence (Appel): EMA(fast) - EMA(slow) of closes, its EMA(signal), and their difference.
 * Every average is seeded by a simple mean; as in TA-Lib, the fast one starts late, so that both begin on the same candle.
 */
export const createMacd = (fast: number, slow: number, signal: number): Indicator<Macd> =>
  fold(
    { fast: EMA_START, slow: EMA_START, signal: EMA_START, line: 0 },
    (state, { close }) => {
      const isWaiting = state.slow.count < slow - fast
      const next = {
        ...state,
        fast: isWaiting ? EMA_START : stepEma(state.fast, fast, close),
        slow: stepEma(state.slow, slow, close),
      }
      if (next.fast.value === undefined || next.slow.value === undefined) return next
      const line = next.fast.value - next.slow.value
      return { ...next, line, signal: stepEma(state.signal, signal, line) }
    },
    ({ line, signal: { value } }) =>
      value === undefined ? undefined : { line, signal: value, histogram: line - value },
  )

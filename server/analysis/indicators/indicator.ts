import type { Candle } from '#contract/candles.ts'

/** An incremental indicator; its value is undefined while it warms up or where the candles do not define it. */
export interface Indicator<T> {
  /** Adds a closed candle. */
  append(candle: Candle): T | undefined
  /** Value as if this running candle were appended. May be called any number of times before `append`. */
  update(candle: Candle): T | undefined
}

/** An indicator from a pure reducer: `update` discards its state, so replacing can never differ from appending. */
export function fold<S, T>(
  initial: S,
  step: (state: S, candle: Candle) => S,
  read: (state: S) => T | undefined,
): Indicator<T> {
  let state = initial
  return {
    append(candle) {
      state = step(state, candle)
      return read(state)
    },
    update: (candle) => read(step(state, candle)),
  }
}

interface Replaceable<I, R> {
  update(input: I, replace: boolean): R | null
}

/** Adapts a trading-signals indicator: the first running candle is added, later ones and the closed one replace it. */
export function fromTradingSignals<I, R, T>(
  indicator: Replaceable<I, R>,
  input: (candle: Candle) => I,
  read: (result: R) => T,
): Indicator<T> {
  let isRunning = false
  const apply = (candle: Candle): T | undefined => {
    const result = indicator.update(input(candle), isRunning)
    return result === null ? undefined : read(result)
  }
  return {
    append(candle) {
      const value = apply(candle)
      isRunning = false
      return value
    },
    update(candle) {
      const value = apply(candle)
      isRunning = true
      return value
    },
  }
}

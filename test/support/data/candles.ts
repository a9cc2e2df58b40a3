import type { Candle, CandleChange } from '#contract/candles.ts'
import { EMPTY_WINDOW, foldCandles, type CandleWindow } from '#src/streams/candles/candle-window.ts'

/** 2019-06-01T00:00:00Z */
export const MIDNIGHT = 1_559_347_200

/** A candle of a flat minute, with the given fields. */
export function candle(minute: number, given: Partial<Candle> = {}): Candle {
  const price = given.close ?? 100
  const plain = { timestamp: MIDNIGHT + minute * 60, open: price, high: price, low: price, close: price, volume: 1 }
  const made = { ...plain, ...given }
  return { ...made, high: Math.max(made.high, made.open, made.close), low: Math.min(made.low, made.open, made.close) }
}

/** Consecutive candles in a sawtooth. */
export const candles = (count: number, from = 0): readonly Candle[] =>
  Array.from({ length: count }, (_, i) => {
    const open = 100 + ((from + i) % 17)
    return candle(from + i, { open, high: open + 3, low: open - 2, close: open + 1, volume: 1 + ((from + i) % 5) })
  })

export const resetOf = (all: readonly Candle[], isAtNewest = true): CandleChange => ({
  kind: 'reset',
  candles: all,
  isAtNewest,
})

/** A window of loaded candles. */
export const windowOf = (all: readonly Candle[]): CandleWindow =>
  foldCandles(EMPTY_WINDOW, {
    type: 'history',
    history: { candles: all, lastIsComplete: false, provenance: undefined, refused: 0 },
    requestedAt: 0,
    receivedAt: 0,
  })

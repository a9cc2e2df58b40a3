import type { Candle } from '#contract/candles.ts'

/**
 * Thresholds for "long", "short" and "near", relative to the mean of the preceding candles, with TA-Lib's own settings, so
 * that results can be compared with its tables.
 */
const THRESHOLDS = {
  bodyLong: { of: 'body', candles: 10, factor: 1 },
  bodyShort: { of: 'body', candles: 10, factor: 1 },
  bodyDoji: { of: 'range', candles: 10, factor: 0.1 },
  shadowVeryShort: { of: 'range', candles: 10, factor: 0.1 },
  near: { of: 'range', candles: 5, factor: 0.2 },
  far: { of: 'range', candles: 5, factor: 0.6 },
} as const
export type ThresholdName = keyof typeof THRESHOLDS

const MEASURES = {
  body: (candle: Candle) => Math.abs(candle.close - candle.open),
  range: (candle: Candle) => candle.high - candle.low,
}

/** A candle with the measures that pattern definitions use. */
export interface Shape extends Candle {
  readonly body: number
  /** Ends of the body. */
  readonly bodyTop: number
  readonly bodyBottom: number
  readonly upperShadow: number
  readonly lowerShadow: number
  /** 1: closed at or above its open; -1: below. */
  readonly color: 1 | -1
  /** Size of a threshold for this candle, in the quote currency. */
  threshold(name: ThresholdName): number
}

/** Candles required before the first one of a pattern. */
export const LOOKBACK = 10

/** The shape of candle `index`. */
export function shapeOf(candles: readonly Candle[], index: number): Shape | undefined {
  const candle = candles[index]
  if (!candle) return undefined
  const bodyTop = Math.max(candle.open, candle.close)
  const bodyBottom = Math.min(candle.open, candle.close)
  return {
    timestamp: candle.timestamp,
    open: candle.open,
    high: candle.high,
    low: candle.low,
    close: candle.close,
    volume: candle.volume,
    body: bodyTop - bodyBottom,
    bodyTop,
    bodyBottom,
    upperShadow: candle.high - bodyTop,
    lowerShadow: bodyBottom - candle.low,
    color: candle.close >= candle.open ? 1 : -1,
    threshold(name) {
      const { of, candles: count, factor } = THRESHOLDS[name]
      let sum = 0
      for (let i = index - count; i < index; i++) {
        const before = candles[i]
        if (before) sum += MEASURES[of](before)
      }
      return (factor * sum) / count
    },
  }
}

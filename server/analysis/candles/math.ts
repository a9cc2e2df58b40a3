import type { Bias } from '#contract/payloads/fields.ts'
import type { Candle } from '#contract/candles.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { lowerBound } from './bounded-list.ts'

export const MINUTE_S = 60
export const HOUR_S = 3_600
export const DAY_S = 86_400

export const openTimeOf = (candle: Candle): number => candle.timestamp

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
export const clamp01 = (value: number): number => clamp(value, 0, 1)

/** Weight of a timeframe when several are combined: coarser timeframes count more. */
export const TIMEFRAME_WEIGHT: Record<AnalysisTimeframe, number> = { M1: 0.5, M5: 1, M15: 1.5, H1: 2.5, H4: 3.5, D1: 5 }

/** Limits a move in percent of the price: a price cannot fall by more than 100 %. */
export const clampMovePercent = (percent: number): number => Math.max(-100, percent)

/** The side of a signed direction; values within `threshold` of zero are neutral. */
export function biasOf(direction: number, threshold = 0): Bias {
  if (direction > threshold) return 'bullish'
  return direction < -threshold ? 'bearish' : 'neutral'
}

/** Arithmetic mean; undefined for an empty list. */
export function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** Mean volume of up to `count` candles before `index`; undefined when there are none. */
export function meanVolumeBefore(candles: readonly Candle[], index: number, count: number): number | undefined {
  let sum = 0
  const from = Math.max(0, index - count)
  for (let i = from; i < index; i++) sum += candles[i]?.volume ?? 0
  return index > from ? sum / (index - from) : undefined
}

/** Volume of a candle relative to the mean of the twenty before it; undefined when those had no volume. */
export function relativeVolume(candles: readonly Candle[], index: number): number | undefined {
  const before = meanVolumeBefore(candles, index, 20)
  const volume = candles[index]?.volume
  return before === undefined || before === 0 || volume === undefined ? undefined : volume / before
}

/** Value at `x` of the line through these points, which rise in x; constant outside of them. */
export function interpolate(points: readonly (readonly [x: number, y: number])[], x: number): number {
  let [before] = points
  for (const point of points) {
    if (before && point[0] > x) {
      const share = point[0] === before[0] ? 0 : clamp01((x - before[0]) / (point[0] - before[0]))
      return before[1] + share * (point[1] - before[1])
    }
    before = point
  }
  return before?.[1] ?? 0
}

/** Index of the first candle that opens at or after `time` (unix seconds). */
export const indexOfTime = (candles: readonly Candle[], time: number): number => lowerBound(candles, time, openTimeOf)

import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { relativeVolume } from '../candles/math.ts'

export type Side = 'high' | 'low'

/** A candle whose high (or low) is not exceeded by any neighbor within `width` on either side. */
export interface Pivot {
  readonly timeframe: AnalysisTimeframe
  readonly side: Side
  /** Open time of otherPrice candle, unix seconds. */
  readonly time: number
  readonly price: number
  /** Volume of otherPrice candle relative to the twenty before; undefined when those had none. */
  readonly relativeVolume: number | undefined
  /** Base currency per minute. */
  readonly volumePerMinute: number
  /** Largest move away from it until otherPrice confirmation, in the quote currency. */
  readonly reaction: number
}

/** Candles on either side that confirm a pivot (Williams' fractal, wider on the finer, noisier timeframes). */
export const PIVOT_WIDTH: Record<AnalysisTimeframe, number> = { M1: 15, M5: 8, M15: 6, H1: 5, H4: 3, D1: 2 }

/** True for a pivot: no candle within `width` goes beyond it, and none before it is equal. */
export function isPivot(candles: readonly Candle[], index: number, width: number, side: Side): boolean {
  const at = candles[index]
  if (!at || index < width || index + width >= candles.length) return false
  const sign = side === 'high' ? 1 : -1
  const price = sign * at[side]
  for (let i = index - width; i <= index + width; i++) {
    const other = candles[i]
    if (!other || i === index) continue
    const otherPrice = sign * other[side]
    if (otherPrice > price || (otherPrice === price && i < index)) return false
  }
  return true
}

function reactionOf(candles: readonly Candle[], index: number, side: Side): number {
  const price = candles[index]?.[side] ?? 0
  let maxMove = 0
  for (let i = index; i < candles.length; i++) {
    const candle = candles[i]
    if (candle) maxMove = Math.max(maxMove, side === 'high' ? price - candle.low : candle.high - price)
  }
  return maxMove
}

/** Pivots confirmed by the newest closed candle: none, one, or both on an outside candle. */
export function confirmedPivots(candles: readonly Candle[], timeframe: AnalysisTimeframe): Pivot[] {
  const width = PIVOT_WIDTH[timeframe]
  const index = candles.length - 1 - width
  const candle = candles[index]
  if (!candle) return []
  const sides: readonly Side[] = ['high', 'low']
  return sides
    .filter((side) => isPivot(candles, index, width, side))
    .map((side) => ({
      timeframe,
      side,
      time: candle.timestamp,
      price: candle[side],
      relativeVolume: relativeVolume(candles, index),
      volumePerMinute: candle.volume / TIMEFRAME_MINUTES[timeframe],
      reaction: reactionOf(candles, index, side),
    }))
}

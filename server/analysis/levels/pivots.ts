import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { relativeVolume } from '../candles/math.ts'

export type Side = 'high' | 'low'

/** A candle whose high (or low) no neighbour within `width` on either side goes beyond. */
export interface Pivot {
  readonly timeframe: AnalysisTimeframe
  readonly side: Side
  /** Opening of its candle, unix seconds. */
  readonly time: number
  readonly price: number
  /** Volume of its candle against the twenty before; undefined without volume to compare with. */
  readonly relativeVolume: number | undefined
  /** Base currency per minute. */
  readonly volumePerMinute: number
  /** How far price went from it while it was being confirmed, in the quote currency. */
  readonly reaction: number
}

/** Candles on either side that confirm a pivot (Williams' fractal, widened on the finer timeframes where noise rules). */
export const PIVOT_WIDTH: Record<AnalysisTimeframe, number> = { M1: 15, M5: 8, M15: 6, H1: 5, H4: 3, D1: 2 }

/** True when candle `index` turns on this side: nothing within `width` beyond it, and nothing before it equal. */
export function isPivot(candles: readonly Candle[], index: number, width: number, side: Side): boolean {
  const at = candles[index]
  if (!at || index < width || index + width >= candles.length) return false
  const sign = side === 'high' ? 1 : -1
  const price = sign * at[side]
  for (let i = index - width; i <= index + width; i++) {
    const other = candles[i]
    if (!other || i === index) continue
    const its = sign * other[side]
    if (its > price || (its === price && i < index)) return false
  }
  return true
}

function reactionOf(candles: readonly Candle[], index: number, side: Side): number {
  const price = candles[index]?.[side] ?? 0
  let furthest = 0
  for (let i = index; i < candles.length; i++) {
    const candle = candles[i]
    if (candle) furthest = Math.max(furthest, side === 'high' ? price - candle.low : candle.high - price)
  }
  return furthest
}

/** Pivots that the newest of these closed candles confirms: none, one, or on an outside candle both. */
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

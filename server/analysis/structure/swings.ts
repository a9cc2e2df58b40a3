import type { Candle } from '#contract/candles.ts'
import { createBoundedList } from '../candles/bounded-list.ts'
import { createZigzag, type Swing } from './zigzag.ts'

/** Reversal that confirms a swing, in average true ranges. */
const REVERSAL = 2
const MAX_SWINGS = 24

export interface SwingTracker {
  /** Confirmed swings, oldest first. */
  readonly swings: readonly Swing[]
  /** Adds a closed candle; `range` is the average true range, undefined while it warms up. */
  append(candle: Candle, range: number | undefined): Swing | undefined
  pending(): Omit<Swing, 'confirmedAt'> | undefined
}

/** Swings of one timeframe: a zigzag whose reversal is twice the average true range (14), so that it scales with the market. */
export function createSwingTracker(): SwingTracker {
  const zigzag = createZigzag()
  const swings = createBoundedList<Swing>(MAX_SWINGS)
  return {
    swings: swings.items,
    append(candle, range) {
      if (range === undefined || range <= 0) return undefined
      const swing = zigzag.append(candle, REVERSAL * range)
      if (swing) swings.push(swing)
      return swing
    },
    pending: () => zigzag.pending(),
  }
}

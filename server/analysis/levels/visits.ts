import type { Candle } from '#contract/candles.ts'

/** A completed visit of price to a level. */
export interface Visit {
  /** Open time of the candle that left, unix seconds. */
  readonly end: number
  /** True when price left on the opposite side. */
  readonly crossed: boolean
}

export interface Visits {
  readonly ended: readonly Visit[]
  /** Open time of the last candle whose range contains the level; undefined when none does. */
  readonly lastContact: number | undefined
}

/**
 * Visits to a price, from closed candles oldest first. A visit starts with a candle whose range contains the price, on the
 * side of the previous close, and ends with a close further than `margin` away.
 */
export function visitsOf(candles: readonly Candle[], price: number, margin: number): Visits {
  const ended: Visit[] = []
  let lastContact: number | undefined
  let inside = false
  let from = 0
  let before = 0
  for (const { timestamp, low, high, close } of candles) {
    if (low <= price && high >= price) {
      lastContact = timestamp
      if (!inside) {
        inside = true
        from = before === 0 ? 0 : Math.sign(before - price)
      }
    }
    if (inside && Math.abs(close - price) > margin) {
      inside = false
      ended.push({ end: timestamp, crossed: from !== 0 && Math.sign(close - price) !== from })
    }
    before = close
  }
  return { ended, lastContact }
}

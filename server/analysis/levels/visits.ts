import type { Candle } from '#contract/candles.ts'

/** Price came to a level and left it again. */
export interface Visit {
  /** Opening of the candle that left, unix seconds. */
  readonly end: number
  /** True when it left on the other side than it came from. */
  readonly crossed: boolean
}

export interface Visits {
  readonly ended: readonly Visit[]
  /** Opening of the last candle whose range held the level; undefined when none did. */
  readonly lastContact: number | undefined
}

/**
 * Visits to a price, from closed candles oldest first. A visit begins with a candle whose range holds the price, on the side
 * of the close before it, and ends with a close further than `margin` away.
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

/** A swing high or low. */
export interface Swing {
  readonly side: 'high' | 'low'
  readonly price: number
  /** Open time of its candle, unix seconds. */
  readonly time: number
  /** Open time of the candle that confirmed it. */
  readonly confirmedAt: number
}

interface Bar {
  readonly timestamp: number
  readonly high: number
  readonly low: number
}

interface Extreme {
  readonly price: number
  readonly time: number
  /** Number of the candle, counted from the first. */
  readonly index: number
}

export interface Zigzag {
  /** Adds the next closed candle; returns the swing it confirms. */
  append(bar: Bar, reversal: number): Swing | undefined
  /** The unconfirmed swing: the extreme since the last confirmed one. */
  pending(): Omit<Swing, 'confirmedAt'> | undefined
}

/**
 * Zigzag: a swing high is confirmed once price has fallen from it by at least `reversal` (in the quote currency; callers
 * derive it from the price or the average true range), a swing low once price has risen by as much. Highs and lows
 * alternate; a candle that goes further in the current direction extends it and does not reverse it.
 * @param minBars minimum distance of the confirming candle from the extreme (1: the next candle may confirm it).
 */
export function createZigzag(minBars = 1): Zigzag {
  let count = 0
  let side: 'high' | 'low' | undefined
  let high: Extreme | undefined
  let low: Extreme | undefined

  const extremeOf = (bar: Bar, of: 'high' | 'low'): Extreme => ({ price: bar[of], time: bar.timestamp, index: count })
  const isOld = (extreme: Extreme) => count - extreme.index >= minBars

  function extend(bar: Bar): boolean {
    const higher = side !== 'low' && (!high || bar.high >= high.price)
    const lower = side !== 'high' && (!low || bar.low <= low.price)
    if (higher) high = extremeOf(bar, 'high')
    if (lower) low = extremeOf(bar, 'low')
    return higher || lower
  }

  function turn(from: 'high' | 'low', extreme: Extreme, bar: Bar): Swing {
    side = from === 'high' ? 'low' : 'high'
    high = from === 'high' ? undefined : extremeOf(bar, 'high')
    low = from === 'low' ? undefined : extremeOf(bar, 'low')
    return { side: from, price: extreme.price, time: extreme.time, confirmedAt: bar.timestamp }
  }

  function reverse(bar: Bar, reversal: number): Swing | undefined {
    if (side !== 'low' && high && isOld(high) && bar.low <= high.price - reversal) return turn('high', high, bar)
    if (side !== 'high' && low && isOld(low) && bar.high >= low.price + reversal) return turn('low', low, bar)
    return undefined
  }

  return {
    append(bar, reversal) {
      count += 1
      // Before the first swing both extremes are open, so extending one may confirm the other.
      const extended = extend(bar)
      return extended && side !== undefined ? undefined : reverse(bar, reversal)
    },
    pending() {
      if (side === 'high' && high) return { side, price: high.price, time: high.time }
      return side === 'low' && low ? { side, price: low.price, time: low.time } : undefined
    },
  }
}

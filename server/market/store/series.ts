import type { Candle } from '#contract/candles.ts'

/** Closed candles of one timeframe, oldest first; a ring buffer that drops the oldest when full. */
export interface Series {
  length(): number
  /** The candle at an index, 0 being the oldest; undefined if out of range. */
  at(index: number): Candle | undefined
  /** The newest candle. */
  last(): Candle | undefined
  /** Index of the first candle that opened at or after `sinceS`; the length if there is none. */
  indexFrom(sinceS: number): number
  /** Candles from index `from` up to but excluding `to`. */
  slice(from: number, to: number): Candle[]
  /** Appends a candle; it must be later than the last. */
  push(candle: Candle): void
  /** Replaces all candles; oldest first. */
  replace(candles: readonly Candle[]): void
}

const FIELDS = 6
const FIRST_ROWS = 1024

/** Stored as numbers in one growing buffer, later a ring: 48 bytes per candle, where objects would take about 170. */
export function createSeries(capacity: number): Series {
  let rows = Math.min(FIRST_ROWS, capacity)
  let values = new Float64Array(rows * FIELDS)
  let first = 0
  let count = 0

  function offset(index: number): number {
    const row = first + index
    return (row < rows ? row : row - rows) * FIELDS
  }

  function at(index: number): Candle | undefined {
    if (index < 0 || index >= count) return undefined
    const row = offset(index)
    return {
      timestamp: values[row] ?? 0,
      open: values[row + 1] ?? 0,
      high: values[row + 2] ?? 0,
      low: values[row + 3] ?? 0,
      close: values[row + 4] ?? 0,
      volume: values[row + 5] ?? 0,
    }
  }

  // Only called before the ring is full, so the oldest row is still at the start of the buffer.
  function grow(): void {
    rows = Math.min(rows * 2, capacity)
    const larger = new Float64Array(rows * FIELDS)
    larger.set(values)
    values = larger
  }

  function push(candle: Candle): void {
    if (count === rows && rows < capacity) grow()
    if (count === rows) first = (first + 1) % rows
    else count += 1
    const row = offset(count - 1)
    values[row] = candle.timestamp
    values[row + 1] = candle.open
    values[row + 2] = candle.high
    values[row + 3] = candle.low
    values[row + 4] = candle.close
    values[row + 5] = candle.volume
  }

  return {
    length: () => count,
    at,
    last: () => at(count - 1),
    indexFrom(sinceS) {
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((values[offset(middle)] ?? 0) < sinceS) low = middle + 1
        else high = middle
      }
      return low
    },
    slice(from, to) {
      const candles: Candle[] = []
      for (let index = Math.max(0, from); index < Math.min(to, count); index += 1) {
        const candle = at(index)
        if (candle) candles.push(candle)
      }
      return candles
    },
    push,
    replace(candles) {
      first = 0
      count = 0
      for (let index = Math.max(0, candles.length - capacity); index < candles.length; index += 1) {
        const candle = candles[index]
        if (candle) push(candle)
      }
    },
  }
}

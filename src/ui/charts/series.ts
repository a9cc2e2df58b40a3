import type { Candle } from '#contract/candles.ts'
import { MINUTE_S, missingMinutes } from '../format/candles.ts'

/** Index of the last candle that opened at or before a time; -1 if none did. */
function lastUntil(candles: readonly Candle[], timestamp: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((candles[middle]?.timestamp ?? 0) <= timestamp) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The candles of a chart, oldest first, addressed by slot. A candle keeps its slot, whatever is added or dropped around it. */
export class Series {
  candles: readonly Candle[] = []
  first = 0
  /** Differs after more than the newest candle may have changed. */
  revision = 0
  /** Length of a candle in seconds. */
  readonly stepS: number

  constructor(stepS = MINUTE_S) {
    this.stepS = stepS
  }

  /** Slot of the newest candle; `first - 1` if empty. */
  get last(): number {
    return this.first + this.candles.length - 1
  }
  get newest(): Candle | undefined {
    return this.candles.at(-1)
  }
  at(slot: number): Candle | undefined {
    return this.candles[slot - this.first]
  }
  timeAt(slot: number): number {
    return this.at(slot)?.timestamp ?? 0
  }
  /** Slot of the candle that a time lies in; undefined if there is none. */
  slotOf(timestamp: number): number | undefined {
    const index = lastUntil(this.candles, timestamp)
    const opening = this.candles[index]?.timestamp
    return opening !== undefined && timestamp < opening + this.stepS ? this.first + index : undefined
  }
  /** Number of minutes without a candle right before this slot. */
  missingBefore(slot: number): number {
    const candle = this.at(slot)
    return candle ? missingMinutes(this.at(slot - 1), candle, this.stepS) : 0
  }

  /** The candles of `count` slots as one: open of the first, close of the last, both extremes, all volume. */
  merged(slot: number, count: number): Candle | undefined {
    if (count === 1) return this.at(slot)
    const from = Math.max(0, slot - this.first)
    const end = Math.min(this.candles.length, slot - this.first + count)
    const [open, close] = [this.candles[from], this.candles[end - 1]]
    if (!open || !close || from >= end) return undefined
    let [high, low, volume] = [open.high, open.low, open.volume]
    for (let index = from + 1; index < end; index += 1) {
      const candle = this.candles[index]
      if (!candle) continue
      if (candle.high > high) high = candle.high
      if (candle.low < low) low = candle.low
      volume += candle.volume
    }
    return { timestamp: open.timestamp, open: open.open, high, low, close: close.close, volume }
  }

  /** Shows `next` instead. Returns whether the newest candle is all that may have changed: the others are the same objects. */
  show(next: readonly Candle[]): 'newest' | 'all' {
    const changed = this.changedBy(next)
    this.first = this.firstOf(next)
    this.candles = next
    if (changed === 'all') this.revision += 1
    return changed
  }

  private changedBy(next: readonly Candle[]): 'newest' | 'all' {
    const { candles: shown, newest } = this
    const index = next.length - 1
    if (next.length !== shown.length || next[index]?.timestamp !== (newest?.timestamp ?? -1)) return 'all'
    for (let at = 0; at < index; at += 1) if (next[at] !== shown[at]) return 'all'
    return 'newest'
  }

  /**
   * The slot of the first of other candles. The newest that both have in common keeps its slot, so that the view does not jump
   * when the candles are refilled, or some are added or dropped at either end.
   */
  private firstOf(next: readonly Candle[]): number {
    const [ours, theirs] = [this.newest?.timestamp ?? -1, next.at(-1)?.timestamp ?? -1]
    const [index, nextIndex] = [lastUntil(this.candles, theirs), lastUntil(next, ours)]
    if (index < 0 || nextIndex < 0) return 0
    return this.first + index - nextIndex
  }
}

/** Something that another part of the page points at: a range of prices, or a candle by its opening (unix seconds). */
export type ChartHighlight =
  | { readonly kind: 'price'; readonly low: number; readonly high: number; readonly label: string }
  | { readonly kind: 'candle'; readonly at: number; readonly label: string }

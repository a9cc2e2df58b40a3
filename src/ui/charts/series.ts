import type { Candle, CandleChange } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { MINUTE_S, missingMinutes } from '../format/candles.ts'
import { visibleSlots, type View } from '../input/viewport.ts'

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
  private candles: Candle[] = []
  first = 0
  /** Whether the last candle is the newest of the market. */
  isAtNewest = true
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
  /** Slot of the last candle that opened at or before a time, or of the first. */
  slotBefore(timestamp: number): number {
    return this.first + Math.max(0, lastUntil(this.candles, timestamp))
  }
  /** The candles of the slots from one to before another. */
  slice(from: number, end: number): readonly Candle[] {
    return this.candles.slice(from - this.first, end - this.first)
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

  /** Applies a change. Returns whether the newest candle is all that changed. */
  apply(change: CandleChange): 'newest' | 'all' {
    const { candles } = change
    if (change.kind === 'reset') {
      this.first = this.firstOf(candles)
      this.candles = [...candles]
      this.isAtNewest = change.isAtNewest
    } else if (this.replaceFrom(candles, change.oldest)) return 'newest'
    this.revision += 1
    return 'all'
  }

  /** Returns whether that replaces the newest candle only. */
  private replaceFrom(next: readonly Candle[], oldest: number): boolean {
    const { candles } = this
    const count = candles.length
    const unchanged = lastUntil(candles, (next[0]?.timestamp ?? Infinity) - 1) + 1
    candles.splice(unchanged, count, ...next)
    const gone = lastUntil(candles, oldest - 1) + 1
    candles.splice(0, gone)
    this.first += gone
    return gone === 0 && unchanged === count - 1 && next.length === 1
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

/** The slots, up to the right end of a view, of the candles that a text and a table describe; `end` is not one of them. */
export function describedSlots({ first, last }: Series, { to }: View): { readonly from: number; readonly end: number } {
  const end = Math.min(last + 1, Math.max(first + 1, Math.ceil(to - 0.5)))
  return { from: Math.max(first, end - CHART.maxCandles), end }
}

/** What the candles that are at least partly in view span. */
export interface CandlesInView {
  /** Of the first. */
  readonly open: number
  /** Of the last. */
  readonly close: number
  /** From the first opening to the last candle's end. */
  readonly minutes: number
}

/** Undefined without a candle in view. */
export function candlesInView(series: Series, view: View): CandlesInView | undefined {
  const { first, last } = visibleSlots(view, series)
  const [from, to] = [series.at(first), series.at(last)]
  if (!from || !to) return undefined
  const minutes = Math.round((to.timestamp + series.stepS - from.timestamp) / MINUTE_S)
  return { open: from.open, close: to.close, minutes }
}

/** Something that another part of the page points at: a range of prices, or a candle by its opening (unix seconds). */
export type ChartHighlight =
  | { readonly kind: 'price'; readonly low: number; readonly high: number; readonly label: string }
  | { readonly kind: 'candle'; readonly at: number; readonly label: string }

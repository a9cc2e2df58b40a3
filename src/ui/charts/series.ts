import type { Candle } from '#contract/candles.ts'
import { missingMinutes } from '../format/candles.ts'

/** A full window, oldest first, or one candle that replaces the newest (same timestamp) or is appended. */
export type ChartFeed =
  | { readonly kind: 'reset'; readonly candles: readonly Candle[] }
  | { readonly kind: 'tick'; readonly candle: Candle }

/** At most `capacity` candles, addressed by slot. Slots are stable: dropping the oldest candle raises `first`. */
export class Series {
  candles: readonly Candle[] = []
  first = 0
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
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
  /** Number of minutes without a candle right before this slot. */
  missingBefore(slot: number): number {
    const candle = this.at(slot)
    return candle ? missingMinutes(this.at(slot - 1), candle) : 0
  }

  /** Applies a feed message. Ticks older than the newest candle are ignored. */
  apply(feed: ChartFeed): 'reset' | 'replaced' | 'appended' | 'ignored' {
    const { last } = this
    const time = this.newest?.timestamp ?? -1
    if (feed.kind === 'tick' && feed.candle.timestamp < time) return 'ignored'
    const replaces = feed.kind === 'tick' && feed.candle.timestamp === time
    const previous = replaces ? this.candles.slice(0, -1) : this.candles
    this.candles = (feed.kind === 'reset' ? feed.candles : [...previous, feed.candle]).slice(-this.#capacity)
    // the candle that was newest keeps its slot, so that the view does not jump when the window is refilled or full
    const index = this.candles.findLastIndex(({ timestamp }) => timestamp <= time)
    this.first = index < 0 ? 0 : last - index
    return feed.kind === 'reset' ? 'reset' : replaces ? 'replaced' : 'appended'
  }
}

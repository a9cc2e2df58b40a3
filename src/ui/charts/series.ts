import type { Candle } from '#contract/candles.ts'

/** What a chart is fed: a whole window, oldest first, or one candle that replaces the last (same timestamp) or follows it. */
export type ChartFeed =
  | { readonly kind: 'reset'; readonly candles: readonly Candle[] }
  | { readonly kind: 'tick'; readonly candle: Candle }

export type Change = 'reset' | 'replaced' | 'appended' | 'ignored'

/** Seconds from one candle's opening to the next one's. */
export const INTERVAL_S = 60

/**
 * The candles of one chart, at most `kept`, changed in place. A candle is addressed by its slot, which it keeps for life:
 * dropping the oldest raises `first` and moves nobody.
 */
export class Series {
  #candles: Candle[] = []
  first = 0
  readonly #kept: number

  constructor(kept: number) {
    this.#kept = kept
  }

  get candles(): readonly Candle[] {
    return this.#candles
  }
  /** Slot of the newest candle; `first - 1` when there is none. */
  get last(): number {
    return this.first + this.#candles.length - 1
  }
  at(slot: number): Candle | undefined {
    return this.#candles[slot - this.first]
  }
  /** Minutes without a candle right before this slot. */
  missingBefore(slot: number): number {
    const before = this.at(slot - 1)
    const candle = this.at(slot)
    return before && candle ? Math.max(0, Math.round((candle.timestamp - before.timestamp) / INTERVAL_S) - 1) : 0
  }

  /** Folds one feed message in. A tick that is older than the newest candle changes nothing. */
  fold(feed: ChartFeed): Change {
    if (feed.kind === 'reset') return this.#replaceAll(feed.candles)
    const newest = this.#candles.at(-1)
    if (newest && feed.candle.timestamp < newest.timestamp) return 'ignored'
    if (newest?.timestamp === feed.candle.timestamp) {
      this.#candles[this.#candles.length - 1] = feed.candle
      return 'replaced'
    }
    this.#candles.push(feed.candle)
    if (this.#candles.length > this.#kept) {
      this.#candles.shift()
      this.first += 1
    }
    return 'appended'
  }

  /** The candle that was newest keeps its slot, so that a refilled window does not jump under the reader. */
  #replaceAll(candles: readonly Candle[]): Change {
    const slot = this.last
    const time = this.#candles.at(-1)?.timestamp ?? -1
    this.#candles = candles.slice(-this.#kept)
    const index = this.#candles.findLastIndex((candle) => candle.timestamp <= time)
    this.first = index < 0 ? 0 : slot - index
    return 'reset'
  }
}

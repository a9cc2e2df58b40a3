import { advance, EMPTY_MARKET_STATE, type MarketState } from '../evaluator/market-state.ts'
import type { SignalUpdate } from '../signal-extractors/extract.ts'

/** A moment on the tape. */
export interface HistoryEntry {
  readonly update: SignalUpdate
  /** Strategies decide on it; else it is only read. */
  readonly decides: boolean
  /** Computed again from candles, never in a stream. */
  readonly isRecomputed: boolean
}

/** What the streams of a pair said lately, moment by moment: a day of it takes a few megabytes. */
export interface SignalHistory {
  /** The market as it was known before the first moment. */
  baseState(): MarketState
  /** Oldest first. */
  entries(): readonly HistoryEntry[]
  push(entry: HistoryEntry): void
  /** Puts an earlier past before what is there; what reaches beyond the first moment is left out. */
  prepend(earlier: readonly HistoryEntry[]): void
}

const HOUR_MS = 3_600_000

/** @param retentionMs how far the tape goes back from its newest moment */
export function createSignalHistory(retentionMs: number): SignalHistory {
  let baseState = EMPTY_MARKET_STATE
  let entries: HistoryEntry[] = []

  function trim(): void {
    const oldest = (entries.at(-1)?.update.at ?? 0) - retentionMs
    // An hour at a time: cutting an array's head for every minute would cost more than it frees.
    if ((entries[0]?.update.at ?? oldest) > oldest - HOUR_MS) return
    const gone = entries.findIndex(({ update }) => update.at >= oldest)
    for (const { update } of entries.slice(0, gone)) baseState = advance(baseState, update)
    entries = entries.slice(gone)
  }

  return {
    baseState: () => baseState,
    entries: () => entries,
    push(entry) {
      entries.push(entry)
      trim()
    },
    prepend(earlier) {
      const [first] = entries
      // Where the streams stood at the start is of the minute before: that minute can still be decided on.
      const before = first && earlier.filter(({ update }) => update.at < first.update.at + (first.decides ? 0 : 1))
      const past = before ?? earlier
      if (past.length === 0) return
      baseState = EMPTY_MARKET_STATE
      entries = [...past, ...entries]
    },
  }
}

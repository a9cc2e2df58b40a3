import type { SignalUpdate } from '../signal-extractors/extract.ts'
import type { StreamSignal } from '../signal-extractors/stream-signal.ts'

/** The latest signal of every stream of a pair. */
export interface MarketState {
  readonly signals: ReadonlyMap<string, StreamSignal>
  /** Close of the newest minute. */
  readonly price: number | undefined
  readonly volumeRatio: number | undefined
}

export const EMPTY_MARKET_STATE: MarketState = { signals: new Map(), price: undefined, volumeRatio: undefined }

/** The market state after an update. */
export const advance = (state: MarketState, update: SignalUpdate): MarketState => ({
  signals: new Map([...state.signals, ...update.signals]),
  price: update.price ?? state.price,
  volumeRatio: update.volumeRatio ?? state.volumeRatio,
})

/** An update in the history. */
export interface HistoryEntry {
  readonly update: SignalUpdate
  /** Whether strategies decide on it, or only read it. */
  readonly decides: boolean
  /** Recomputed from candles, never published in a stream. */
  readonly isRecomputed: boolean
}

/** The recent signals of a pair's streams; a day of them takes a few megabytes. */
export interface SignalHistory {
  /** Market state before the first entry. */
  baseState(): MarketState
  /** Oldest first. */
  entries(): readonly HistoryEntry[]
  push(entry: HistoryEntry): void
  /** Inserts earlier entries; those that reach beyond the first existing one are dropped. */
  prepend(earlier: readonly HistoryEntry[]): void
}

const HOUR_MS = 3_600_000

/** @param retentionMs age of the oldest entry relative to the newest */
export function createSignalHistory(retentionMs: number): SignalHistory {
  let baseState = EMPTY_MARKET_STATE
  let entries: HistoryEntry[] = []

  function trim(): void {
    const oldest = (entries.at(-1)?.update.at ?? 0) - retentionMs
    // An hour at a time: removing the first elements every minute would cost more than it frees.
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
      // The initial state of the streams belongs to the minute before, on which strategies can still decide.
      const before = first && earlier.filter(({ update }) => update.at < first.update.at + (first.decides ? 0 : 1))
      const past = before ?? earlier
      if (past.length === 0) return
      baseState = EMPTY_MARKET_STATE
      entries = [...past, ...entries]
    },
  }
}

import type { AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { findDivergences, type FoundDivergence } from '../divergence/find.ts'
import { createPatternTracker, type PatternTracker } from '../patterns/tracker.ts'
import { createStructureTracker, type StructureTracker } from '../structure/tracker.ts'
import { volatilityOf } from '../structure/volatility-rank.ts'
import type { TimeframeState } from './timeframe.ts'

/** Trackers of every timeframe, as of its last closed candle. */
export interface Trackers {
  readonly structure: StructureTracker
  patterns(timeframe: AnalysisTimeframe): PatternTracker
  divergences(timeframe: AnalysisTimeframe): readonly FoundDivergence[]
  /** Undefined with too few candles to rank it. */
  volatility(timeframe: AnalysisTimeframe): AlignedVolatility | undefined
  /** Forgets the structure of timeframes without a candle for an outage; `now` in unix seconds. */
  advanceTo(now: number): void
  /** Processes the newest closed candle of a timeframe. */
  append(timeframe: AnalysisTimeframe, state: TimeframeState): void
}

/** Computes a value on first use: while history is processed, only the last value is ever needed. */
function lazy<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

export function createTrackers(): Trackers {
  const structure = createStructureTracker()
  const patterns: Record<AnalysisTimeframe, PatternTracker> = {
    M1: createPatternTracker(),
    M5: createPatternTracker(),
    M15: createPatternTracker(),
    H1: createPatternTracker(),
    H4: createPatternTracker(),
    D1: createPatternTracker(),
  }
  const divergences = new Map<AnalysisTimeframe, () => readonly FoundDivergence[]>()
  const volatility = new Map<AnalysisTimeframe, AlignedVolatility | undefined>()

  return {
    structure,
    patterns: (timeframe) => patterns[timeframe],
    divergences: (timeframe) => divergences.get(timeframe)?.() ?? [],
    volatility: (timeframe) => volatility.get(timeframe),
    advanceTo: (now) => structure.advanceTo(now),
    append(timeframe, { candles, snapshots }) {
      structure.append(timeframe, candles, snapshots)
      patterns[timeframe].append(candles, snapshots.at(-1)?.atr_14, structure.of(timeframe).swings.swings)
      divergences.set(
        timeframe,
        lazy(() => findDivergences(candles, snapshots)),
      )
      volatility.set(timeframe, volatilityOf(snapshots.at(-1) ?? {}))
    },
  }
}

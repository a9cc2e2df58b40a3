import type { AlignedVolatility } from '#contract/payloads/cross-timeframe.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { nextVote, type Vote } from '../confluence/direction.ts'
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
  /** Undefined before the first candle. */
  vote(timeframe: AnalysisTimeframe): Vote | undefined
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
  const votes = new Map<AnalysisTimeframe, Vote>()
  const volatility = new Map<AnalysisTimeframe, AlignedVolatility | undefined>()

  return {
    structure,
    patterns: (timeframe) => patterns[timeframe],
    divergences: (timeframe) => divergences.get(timeframe)?.() ?? [],
    vote: (timeframe) => votes.get(timeframe),
    volatility: (timeframe) => volatility.get(timeframe),
    advanceTo: (now) => structure.advanceTo(now),
    append(timeframe, { candles, snapshots }) {
      const snapshot = snapshots.at(-1)
      if (snapshot === undefined) return
      structure.append(timeframe, candles, snapshots)
      votes.set(timeframe, nextVote(votes.get(timeframe), snapshot))
      const { swings, direction } = structure.of(timeframe)
      patterns[timeframe].append(candles, snapshot.atr_14, swings.swings, direction?.isSettled)
      divergences.set(
        timeframe,
        lazy(() => findDivergences(candles, snapshots)),
      )
      volatility.set(timeframe, volatilityOf(snapshot))
    },
  }
}
